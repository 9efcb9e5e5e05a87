import type { Connection, Types } from 'mongoose';
import { collectionOf, unchecked, type Collection } from '../../platform/db/collection-of.js';
import type { PostRecord } from './post.model.js';
import { foldingModel } from './seen.model.js';

const VIEWS = { _id: 'views' } as const;

export type FoldedPosts = ReturnType<typeof createFoldedPosts>;

/** Gives posts the numbers by which views of them are folded, and stores the progress. */
export function createFoldedPosts(connection: Connection, posts: Collection<PostRecord>) {
  const foldings = collectionOf(foldingModel(connection));

  async function read(ids: readonly Types.ObjectId[]) {
    const found = await posts
      .find({ _id: { $in: [...ids] }, deletedAt: null }, { projection: { seenNumber: 1 } })
      .toArray();
    return {
      numberOf: new Map(
        found.flatMap(({ _id, seenNumber }) =>
          typeof seenNumber === 'number' ? [[_id.toHexString(), seenNumber] as const] : [],
        ),
      ),
      missing: found.filter(({ seenNumber }) => typeof seenNumber !== 'number').map(({ _id }) => _id),
    };
  }

  /** Reserves numbers above all in use: a backup may have posts that got theirs after it read this record. */
  async function reserve(count: number): Promise<number> {
    const [highest] = await posts
      .find({ seenNumber: { $exists: true } }, { projection: { seenNumber: 1 } })
      .sort({ seenNumber: -1 })
      .limit(1)
      .toArray();
    await foldings.updateOne(VIEWS, { $max: { next: (highest?.seenNumber ?? -1) + 1 } }, { upsert: true });
    const before = await foldings.findOneAndUpdate(VIEWS, { $inc: { next: count } });
    return before!.next;
  }

  return {
    /**
     * Returns the numbers of posts that exist, and gives one to some without. A number is never used again.
     * @returns `isNew`: whether any got one now
     */
    async numbersOf(all: readonly Types.ObjectId[], toNumber: ReadonlySet<string>) {
      const ids = [...new Map(all.map((id) => [id.toHexString(), id])).values()];
      const { numberOf, ...found } = await read(ids);
      const missing = found.missing.filter((id) => toNumber.has(id.toHexString()));
      if (missing.length === 0) return { numberOf, isNew: false };
      const first = await reserve(missing.length);
      const writes = missing.map((_id, index) => ({
        updateOne: {
          filter: { _id, seenNumber: { $exists: false } },
          update: { $set: { seenNumber: first + index } },
        },
      }));
      await posts.bulkWrite(unchecked(writes), { ordered: false });
      return { numberOf: (await read(ids)).numberOf, isNew: true };
    },
    /** The last record that was looked at. */
    foldedUntil: async (): Promise<Types.ObjectId | undefined> =>
      (await foldings.findOne(VIEWS))?.after ?? undefined,
    setFoldedUntil: async (after: Types.ObjectId): Promise<void> => {
      await foldings.updateOne(VIEWS, { $set: { after }, $setOnInsert: { next: 0 } }, { upsert: true });
    },
  };
}
