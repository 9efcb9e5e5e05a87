import { Types } from 'mongoose';
import { collectionOf } from '../../platform/db/collection-of.js';
import { cacheFor } from '../../platform/lru-cache.js';
import type { Platform } from '../../platform/platform.js';
import { relationshipModel } from './relationship.model.js';

/** Cached blockers per user. If there are more, they are queried each time. */
const BLOCKERS_REMEMBERED = 1000;

export type Relations = ReturnType<typeof createRelations>;

/** Who follows and who blocks whom, for features that show content by it; `people` changes and lists it. */
export function createRelations({ connection, config }: Pick<Platform, 'connection' | 'config'>) {
  const records = collectionOf(relationshipModel(connection));
  const blockersOf = cacheFor<ReadonlySet<string>>(config.sessions.personTtl);

  /** Ids of users who block a user. */
  async function readBlockers(userId: string, among: object, most: number): Promise<ReadonlySet<string>> {
    const found = await records
      .find({ person: toId(userId), blocking: true, ...among }, { projection: { _id: 0, user: 1 } })
      .limit(most)
      .toArray();
    return new Set(found.map(({ user }) => user.toHexString()));
  }

  return {
    records,
    /**
     * Returns the ids of those users who block a user. Cached as long as the user's name and rights; a block shows
     * at once in the process that made it.
     */
    async blockersAmong(ids: readonly string[], userId: string): Promise<ReadonlySet<string>> {
      let all = blockersOf.get(userId);
      if (all === undefined)
        blockersOf.set(userId, (all = await readBlockers(userId, {}, BLOCKERS_REMEMBERED + 1)));
      if (ids.length === 0 || all.size <= BLOCKERS_REMEMBERED) return all;
      return readBlockers(userId, { user: { $in: ids.map(toId) } }, ids.length);
    },
    /** Call this after another user blocked or unblocked the user. */
    forgetBlockersOf: (userId: string) => blockersOf.forget(userId),
    /** Returns the ids of those users who follow a user. */
    async followersAmong(ids: readonly string[], userId: string): Promise<ReadonlySet<string>> {
      const found = await records
        .find(
          { user: { $in: ids.map(toId) }, person: toId(userId), following: true },
          { projection: { user: 1 } },
        )
        .toArray();
      return new Set(found.map(({ user }) => user.toHexString()));
    },
  };
}

const toId = (id: string) => new Types.ObjectId(id);
