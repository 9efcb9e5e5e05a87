import { Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import type { RelationshipRecord } from '../../community/relations/relationship.model.js';

/** The relationship of one user to another. */
export interface Standing {
  isFollowing: boolean;
  isBlocked: boolean;
}

export type Standings = Map<string, Standing>;

export const NOTHING: Standing = { isFollowing: false, isBlocked: false };

/** Returns a user's relationships to these users, as far as there are any. */
export async function standings(
  { relationships }: { relationships: Collection<RelationshipRecord> },
  user: Types.ObjectId,
  persons: readonly string[],
): Promise<Standings> {
  const person = { $in: persons.map((id) => new Types.ObjectId(id)) };
  const projection = { person: 1, following: 1, blocking: 1 };
  const batchSize = persons.length + 1;
  return standingsIn(await relationships.find({ user, person }, { projection, batchSize }).toArray());
}

export const standingsIn = (
  found: readonly Pick<RelationshipRecord, 'person' | 'following' | 'blocking'>[],
) =>
  new Map<string, Standing>(
    found.map(({ person, following, blocking }) => [
      person.toHexString(),
      { isFollowing: following, isBlocked: blocking },
    ]),
  );
