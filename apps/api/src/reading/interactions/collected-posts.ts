import { t } from '@social-feed/contracts/t';
import type { Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import { eventIn, newEventId } from '../../platform/events/stored-event.js';
import { AppError } from '../../platform/http/errors.js';
import type { PostInteractionRecord } from '../../content/posts/interaction.model.js';
import type { SavedEvent } from './saved-numbers.js';

interface Parts {
  interactions: Collection<PostInteractionRecord>;
  /** Changes the size of the collections that an event names. */
  deliver: (bookmark: PostInteractionRecord, event: SavedEvent) => Promise<unknown> | undefined;
  now: () => Date;
}

/**
 * Which saved posts are in which collection. It is a field of the bookmark, so that removing the bookmark, the post or
 * the account removes the post from all collections in the same write.
 */
export function createCollectedPosts({ interactions, deliver, now }: Parts) {
  /** The bookmarks of a collection in a range of their order. */
  const of = (collection: Types.ObjectId, range: object = {}) =>
    interactions.find({ collections: collection, ...range }, { projection: { post: 1, savedAt: 1 } });

  /** Changes a bookmark if it matches. @returns whether it did */
  async function change(
    filter: object,
    sides: Pick<SavedEvent, 'added' | 'cleared'>,
    updateWith: (event: SavedEvent) => object,
  ): Promise<boolean> {
    const event = { op: newEventId(now()), delta: { saved: 0 }, ...sides };
    const after = await interactions.findOneAndUpdate(filter, updateWith(event), { returnDocument: 'after' });
    if (after !== null) await deliver(after, eventIn(after, event.op)!);
    return after !== null;
  }

  return {
    of,

    remove: (user: Types.ObjectId, collection: Types.ObjectId, post: Types.ObjectId): Promise<boolean> =>
      change({ post, user, collections: collection }, { cleared: [collection] }, (event) => ({
        $pull: { collections: collection },
        $push: { pending: event },
      })),

    /**
     * @returns whether the collection did not have the post
     * @throws AppError 409 if the user has not saved the post
     */
    async add(user: Types.ObjectId, collection: Types.ObjectId, post: Types.ObjectId): Promise<boolean> {
      const bookmark = { post, user, saved: true };
      const isAdded = await change(
        { ...bookmark, collections: { $ne: collection } },
        { added: [collection] },
        (event) => ({ $push: { collections: collection, pending: event } }),
      );
      if (!isAdded && (await interactions.findOne(bookmark, { projection: { _id: 1 } })) === null)
        throw new AppError('CONFLICT', t`Save the post first`);
      return isAdded;
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
