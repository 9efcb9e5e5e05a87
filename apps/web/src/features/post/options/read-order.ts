import { PAGE } from '@social-feed/contracts';
import type { OrderedPart } from '@social-feed/feed-order';
import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { asRecord } from '../../../lib/json';

/** A page of the feed with the order from its response; `ids` match `numbers`. */
export interface OrderedPage extends OrderedPart {
  ids: readonly string[];
}

const isWhole = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

const toOrdered = (page: unknown, number: number): OrderedPage | undefined => {
  const { seed, order } = asRecord(page);
  const { population, numbers, ids } = asRecord(order);
  if (!isWhole(seed) || !isWhole(population) || !Array.isArray(numbers) || !Array.isArray(ids))
    return undefined;
  if (numbers.length !== ids.length || !numbers.every(isWhole)) return undefined;
  const from = number === 1 ? 0 : PAGE.feedFirst + (number - 2) * PAGE.feedNext;
  const to = number === 1 ? PAGE.feedFirst : from + PAGE.feedNext;
  return { seed, population, from, to, numbers, ids: ids as string[] };
};

/** Returns the cached feed pages of a user that include their order. */
export const readOrder = (client: QueryClient, viewerId: string | null): OrderedPage[] => {
  const { pages = [], pageParams = [] } =
    client.getQueryData<{ pages: unknown[]; pageParams: number[] }>(keys.feed(viewerId)) ?? {};
  return pages.flatMap((page, index) => toOrdered(page, pageParams[index] ?? index + 1) ?? []);
};
