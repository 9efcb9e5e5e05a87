import type { mongo } from 'mongoose';
import type { Migration } from './migration.js';

const AT_ONCE = 500;
const EMPTY_BOARD = { coverPhoto: '', bio: '', location: '', website: '', interests: [] };

/** Counts the saved posts of each user, on the board, and the posts of each collection. */
export const savedNumbersMigration: Migration = {
  name: '0010-saved-numbers',
  up: async (db, signal) => {
    const bookmarks = db.collection('postinteractions');

    /** Numbers of bookmarks by a field. */
    async function numbersBy(field: string, ids: mongo.ObjectId[]) {
      const rows = await bookmarks
        .aggregate<{ _id: mongo.ObjectId; number: number }>([
          { $match: { saved: true, [field]: { $in: ids } } },
          { $unwind: `$${field}` },
          { $match: { [field]: { $in: ids } } },
          { $group: { _id: `$${field}`, number: { $sum: 1 } } },
        ])
        .toArray();
      return new Map(rows.map(({ _id, number }) => [_id.toHexString(), number]));
    }

    /** Calls a function with the ids of all documents, in batches. */
    async function inBatches(name: string, write: (ids: mongo.ObjectId[]) => Promise<unknown>) {
      let ids: mongo.ObjectId[] = [];
      const found = db.collection(name).find({}, { projection: { _id: 1 }, batchSize: AT_ONCE });
      for await (const { _id } of found) {
        if (ids.push(_id) < AT_ONCE) continue;
        signal.throwIfAborted();
        await write(ids);
        ids = [];
      }
      if (ids.length > 0) await write(ids);
    }

    await inBatches('users', async (ids) => {
      const numbers = await numbersBy('user', ids);
      const savers = ids.filter((id) => numbers.has(id.toHexString()));
      if (savers.length === 0) return;
      const now = new Date();
      await db.collection('boards').bulkWrite(
        savers.map((user) => ({
          updateOne: {
            filter: { user },
            update: {
              $set: { saved: numbers.get(user.toHexString()) },
              // an interrupted sign-up left none
              $setOnInsert: { ...EMPTY_BOARD, createdAt: now, updatedAt: now },
            },
            upsert: true,
          },
        })),
        { ordered: false },
      );
    });
    await inBatches('collections', async (ids) => {
      const sizes = await numbersBy('collections', ids);
      await db.collection('collections').bulkWrite(
        ids.map((_id) => ({
          updateOne: { filter: { _id }, update: { $set: { size: sizes.get(_id.toHexString()) ?? 0 } } },
        })),
        { ordered: false },
      );
    });
  },
};
