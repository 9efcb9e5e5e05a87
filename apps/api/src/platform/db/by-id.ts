import type { Types } from 'mongoose';

interface WithId {
  _id: Types.ObjectId;
}

/** Documents by their ids as hex digits; of those with one id the last. */
export const byId = <T extends WithId>(found: readonly T[]): Map<string, T> =>
  new Map(found.map((each) => [each._id.toHexString(), each]));

/** Documents in the order of some ids; ids of which there is none are left out. */
export function inOrder<T extends WithId>(ids: readonly Types.ObjectId[], found: readonly T[]): T[] {
  const known = byId(found);
  return ids.flatMap((id) => known.get(id.toHexString()) ?? []);
}
