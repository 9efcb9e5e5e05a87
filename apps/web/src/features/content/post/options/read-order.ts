import { PAGE } from '@social-feed/contracts';
import type { OrderedPart } from '@social-feed/feed-order';
import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../../../../cache/keys';
import { HOME_PATHS, paths } from '../../../../config/paths';
import { asRecord } from '../../../../lib/json';
import { handWay, utcDay } from '../model/hand-way';

/** A page of the feed with the order from its response; `ids` match `numbers`. */
export interface OrderedPage extends OrderedPart {
  ids: readonly string[];
}

/** A list whose order anyone can check: the shuffle, the order of the day, or the hand of a date. */
export interface CheckableList {
  /** Its name among the feeds of the cache. */
  way: string;
  kind: 'shuffle' | 'day' | 'hand';
  /** The day in UTC of a hand. */
  date?: string;
}

/** Returns the list at this address, if its order can be checked. */
export const checkableList = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) => {
  const query = new URLSearchParams(search);
  if (pathname === paths.today.path) {
    const date = query.get('date') ?? utcDay();
    return { way: handWay(date), kind: 'hand', date } satisfies CheckableList;
  }
  const way = query.get('way') ?? 'shuffle';
  if (!HOME_PATHS.includes(pathname) || (way !== 'shuffle' && way !== 'day')) return undefined;
  return { way, kind: way } satisfies CheckableList;
};

const isWhole = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/** The position in a cursor: base64url of the seed, a dot and the position. */
const positionIn = (cursor: unknown): number | undefined => {
  if (cursor === '') return 0;
  if (typeof cursor !== 'string' || !/^[\w-]+$/.test(cursor)) return undefined;
  const position = /^\d+\.(\d+)$/.exec(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')))?.[1];
  return position === undefined ? undefined : Number(position);
};

/** The positions of a page: by its number, or from its cursor to the next one. */
const spanOf = (page: unknown, param: unknown, population: number) => {
  if (typeof param === 'number') {
    const from = param === 1 ? 0 : PAGE.feedFirst + (param - 2) * PAGE.feedNext;
    return { from, to: param === 1 ? PAGE.feedFirst : from + PAGE.feedNext };
  }
  const { cursor } = asRecord(page);
  // a hand is one page, whose last post ends it
  if (param === '' && cursor === undefined) return { from: 0, to: population };
  return { from: positionIn(param), to: cursor === null ? population : positionIn(cursor) };
};

const toOrdered = (page: unknown, param: unknown): OrderedPage | undefined => {
  const { seed, order } = asRecord(page);
  const { population, numbers, ids } = asRecord(order);
  if (!isWhole(seed) || !isWhole(population) || !Array.isArray(numbers) || !Array.isArray(ids))
    return undefined;
  if (numbers.length !== ids.length || !numbers.every(isWhole)) return undefined;
  const { from, to } = spanOf(page, param, population);
  if (from === undefined || to === undefined) return undefined;
  return { seed, population, from, to, numbers, ids: ids as string[] };
};

/** Returns the cached feed pages of a user that include their order. */
export const readOrder = (client: QueryClient, viewerId: string | null, way: string): OrderedPage[] => {
  const { pages = [], pageParams = [] } =
    client.getQueryData<{ pages: unknown[]; pageParams: unknown[] }>(keys.feed(viewerId, way)) ?? {};
  return pages.flatMap((page, index) => toOrdered(page, pageParams[index] ?? index + 1) ?? []);
};
