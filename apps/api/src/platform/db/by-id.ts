import type { Types } from 'mongoose';

interface WithId {
  _id: Types.ObjectId;
}

/** Maps documents by their hex ID; the last one wins. */
export const byId = <T extends WithId>(found: readonly T[]): Map<string, T> =>
  new Map(found.map((each) => [each._id.toHexString(), each]));

/** Sorts documents by a list of IDs; missing ones are left out. */
export function inOrder<T extends WithId>(ids: readonly Types.ObjectId[], found: readonly T[]): T[] {
  const known = byId(found);
  return ids.flatMap((id) => known.get(id.toHexString()) ?? []);
}
