import { shuffleKey } from '@social-feed/feed-order';
import type { Types } from 'mongoose';
import { countFitting } from '../../platform/http/paging.js';

/** An id and its position in a seed's order, below 2³². */
type Placed = readonly [place: number, id: string];

/** Sorts ids by a seed. The position of an id depends only on the id and the seed, not on the rest of the list. */
export const shuffledList = (seed: number, ids: readonly string[]): Placed[] =>
  ids.map((id): Placed => [shuffleKey(seed, id), id]).sort(([one], [other]) => one - other);

/**
 * Returns the next ids of a shuffled list from a position. No id repeats or is skipped when the list changes
 * between pages.
 * @returns `position` is where the next page starts
 */
export function readShuffled(list: readonly Placed[], from: number, limit: number) {
  const rest = list.filter(([place]) => place >= from);
  const last = rest[limit - 1]?.[0] ?? Infinity;
  // Includes all ids that share the last position.
  const taken = rest.filter(([place]) => place <= last);
  return {
    ids: taken.map(([, id]) => id),
    hasNext: rest.length > taken.length,
    position: (taken.at(-1)?.[0] ?? from) + 1,
  };
}

/** Ends a page of a shuffled list early if the posts read exceed the byte limit. */
export function endEarly<T extends { _id: Types.ObjectId }>(
  list: readonly Placed[],
  page: { hasNext: boolean; position: number },
  found: readonly T[],
): { shown: T[]; hasNext: boolean; position: number } {
  const shown = found.slice(0, countFitting(found));
  if (shown.length === found.length) return { ...page, shown };
  const next = found[shown.length]!._id.toHexString();
  return { shown, hasNext: true, position: list.find(([, id]) => id === next)![0] };
}
