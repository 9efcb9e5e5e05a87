import type { mongo } from 'mongoose';
import type { Migration } from './migration.js';
import { updateEach } from './update-each.js';

const AT_ONCE = 500;

const count = (condition: unknown) => ({ $sum: { $cond: [condition, 1, 0] } });

/**
 * Adds to the totals of each author the numbers of posts with pictures or clips and of posts that are not hidden, and
 * marks the posts whose last change the totals do not include.
 */
export const postNumbersMigration: Migration = {
  name: '0009-post-numbers',
  up: async (db, signal) => {
    const [posts, boards] = [db.collection('posts'), db.collection('boards')];
    const isAlive = { deletedAt: null };
    await posts.updateMany({ inTotals: { $exists: true }, ...isAlive }, [
      {
        $set: {
          'inTotals.media': { $cond: ['$hasMedia', 1, 0] },
          'inTotals.shown': { $cond: ['$hidden', 0, 1] },
        },
      },
    ]);
    signal.throwIfAborted();
    const marked = [{ $set: { uncounted: { $ifNull: ['$owner', '$user'] } } }];
    await posts.updateMany({ totalsDue: true, inTotals: { $exists: false } }, marked);
    await posts.updateMany({ totalsDue: true, deletedAt: { $type: 'date' } }, marked);

    const numbersOf = async (users: mongo.ObjectId[]) => {
      const found = await posts
        .aggregate<{ _id: mongo.ObjectId; media: number; shown: number }>([
          { $match: { user: { $in: users }, inTotals: { $exists: true }, ...isAlive } },
          { $group: { _id: '$user', media: count('$hasMedia'), shown: count({ $not: ['$hidden'] }) } },
        ])
        .toArray();
      return new Map(found.map(({ _id, ...numbers }) => [_id.toHexString(), numbers]));
    };
    async function* counted() {
      let batch: mongo.WithId<mongo.Document>[] = [];
      const withNumbers = async () => {
        const numbers = await numbersOf(batch.map((board) => board['user'] as mongo.ObjectId));
        return batch.map((board) => ({ ...board, ...numbers.get(String(board['user'])) }));
      };
      for await (const board of boards.find({}, { projection: { user: 1 }, batchSize: AT_ONCE })) {
        if (batch.push(board) < AT_ONCE) continue;
        yield* await withNumbers();
        batch = [];
      }
      yield* await withNumbers();
    }
    const updateOf = ({ _id, media = 0, shown = 0 }: mongo.Document) => ({
      filter: { _id: _id as mongo.ObjectId },
      update: { $set: { 'totals.media': media as number, 'totals.shown': shown as number } },
    });
    await updateEach(boards, counted(), updateOf, signal);
  },
};
