import { shuffleKey } from '@social-feed/feed-order';
import type { Types } from 'mongoose';
import { countFitting } from '../../platform/http/page-bytes.js';

/** An id and its place in a seed's order, below 2³². */
type Placed = readonly [place: number, id: string];

/** Ids in the order that a seed gives them. An id's place is its own for good, whatever else the list has. */
export const shuffledList = (seed: number, ids: readonly string[]): Placed[] =>
  ids.map((id): Placed => [shuffleKey(seed, id), id]).sort(([one], [other]) => one - other);

/**
 * The next ids of a shuffled list from a place on. Whatever comes into the list or goes meanwhile, none comes twice and none is passed over.
 * @returns `position` is the place to go on at
 */
export function readShuffled(list: readonly Placed[], from: number, limit: number) {
  const rest = list.filter(([place]) => place >= from);
  const last = rest[limit - 1]?.[0] ?? Infinity;
  // Where ids share the last place, all of them come.
  const taken = rest.filter(([place]) => place <= last);
  return {
    ids: taken.map(([, id]) => id),
    hasNext: rest.length > taken.length,
    position: (taken.at(-1)?.[0] ?? from) + 1,
  };
}

/** Ends a page of a shuffled list early where what was read would have too many bytes. */
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
