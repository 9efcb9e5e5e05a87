import type { Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import type { PostRecord } from './post.model.js';

/** Posts of one read. */
const BATCH = 100;

/**
 * Posts of a user that are older than a time and not pinned, oldest first.
 * @param most how many are read
 */
export const createExpiredPosts = (posts: Collection<PostRecord>) =>
  async function* expired(
    user: Types.ObjectId,
    before: Date,
    most = Infinity,
  ): AsyncGenerator<Types.ObjectId[]> {
    let batch: Types.ObjectId[] = [];
    const options = { projection: { _id: 1 }, batchSize: BATCH, ...(most < Infinity && { limit: most }) };
    const found = posts
      .find({ user, pinnedAt: null, createdAt: { $lte: before } }, options)
      .sort({ createdAt: 1, _id: 1 });
    for await (const { _id } of found) {
      batch.push(_id);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  };
