import { COLLECTION_LIMITS } from '@social-feed/contracts';
import type { Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import { AppError } from '../../platform/http/errors.js';
import type { PostInteractionRecord } from '../../content/posts/interaction.model.js';

/**
 * Which saved posts are in which collection. It is a field of the bookmark, so that removing the bookmark, the post or
 * the account removes the post from all collections in the same write.
 */
export function createCollectedPosts(interactions: Collection<PostInteractionRecord>) {
  /** The bookmarks of a collection in a range of their order. */
  const of = (collection: Types.ObjectId, range: object = {}) =>
    interactions.find({ collections: collection, ...range }, { projection: { post: 1, savedAt: 1 } });

  const countOf = (collection: Types.ObjectId): Promise<number> =>
    interactions.countDocuments({ collections: collection });

  async function remove(
    user: Types.ObjectId,
    collection: Types.ObjectId,
    post: Types.ObjectId,
  ): Promise<void> {
    await interactions.updateOne({ post, user }, { $pull: { collections: collection } });
  }

  return {
    of,
    countOf,
    remove,

    /** @throws AppError 409 if the user has not saved the post, or the collection is full */
    async add(user: Types.ObjectId, collection: Types.ObjectId, post: Types.ObjectId): Promise<void> {
      const { matchedCount, modifiedCount } = await interactions.updateOne(
        { post, user, saved: true },
        { $addToSet: { collections: collection } },
      );
      if (matchedCount === 0) throw new AppError('CONFLICT', 'Save the post first');
      // Counted after the write, so that parallel calls cannot exceed the limit.
      if (modifiedCount > 0 && (await countOf(collection)) > COLLECTION_LIMITS.postsMax) {
        await remove(user, collection, post);
        throw new AppError('CONFLICT', `A collection has at most ${COLLECTION_LIMITS.postsMax} posts`);
      }
    },

    /** The numbers of posts in a user's collections, by ID; those without posts are missing. */
    async counts(user: Types.ObjectId, collections: Types.ObjectId[]): Promise<Map<string, number>> {
      const found = await interactions
        .aggregate<{ _id: Types.ObjectId; posts: number }>([
          // with the index of collections, however many posts the user has saved
          { $match: { user, collections: { $in: collections } } },
          { $unwind: '$collections' },
          { $group: { _id: '$collections', posts: { $sum: 1 } } },
        ])
        .toArray();
      return new Map(found.map(({ _id, posts }) => [_id.toHexString(), posts]));
    },

    /** IDs of a user's collections that contain a post. */
    async having(user: Types.ObjectId, post: Types.ObjectId): Promise<ReadonlySet<string>> {
      const found = await interactions.findOne({ post, user }, { projection: { collections: 1 } });
      return new Set(found?.collections?.map((id) => id.toHexString()));
    },

    /** Removes a deleted collection from the bookmarks of its user. */
    async removeCollection(collection: Types.ObjectId): Promise<void> {
      await interactions.updateMany({ collections: collection }, { $pull: { collections: collection } });
    },
  };
}
