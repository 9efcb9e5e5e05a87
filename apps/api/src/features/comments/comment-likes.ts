import type { Types } from 'mongoose';
import type { Logger } from 'pino';
import { Counters, newOp, type PendingChange } from '../../platform/db/counters.js';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import type { Native } from '../../platform/db/native.js';
import { PendingChanges, repairPending } from '../../platform/db/pending-changes.js';
import {
  commentRank,
  LIKED_COMMENT_PROJECTION,
  type CommentLikeRecord,
  type CommentRecord,
} from './comment.model.js';

interface Parts {
  comments: Native<CommentRecord>;
  likes: Native<CommentLikeRecord>;
  now: () => Date;
  log: Logger;
}

type LikedComment = Pick<CommentRecord, '_id' | keyof typeof LIKED_COMMENT_PROJECTION>;

/** Likes of comments: one document per user and comment, and the comments' counters that follow them. */
export class CommentLikes {
  readonly counters: Counters<CommentRecord>;
  readonly pending: PendingChanges<CommentLikeRecord>;

  constructor(private readonly parts: Parts) {
    this.pending = new PendingChanges(parts.likes);
    this.counters = new Counters({
      collection: parts.comments,
      find: (_id) => ({ _id, deletedAt: null }),
      projection: LIKED_COMMENT_PROJECTION,
      now: parts.now,
    });
  }

  /** Likes a comment or takes the like back. @returns `null` where the comment is gone */
  async toggle(
    { _id, post }: Pick<CommentRecord, '_id' | 'post'>,
    user: Types.ObjectId,
  ): Promise<{ userHasLiked: boolean; likes: number } | null> {
    const now = this.parts.now();
    const op = newOp(now);
    const delta = { likes: { $cond: [IS_LIKED, -1, 1] } };
    const run = () =>
      this.parts.likes.findOneAndUpdate(
        { comment: _id, user },
        [
          {
            $set: {
              post,
              liked: { $not: [IS_LIKED] },
              createdAt: { $cond: [IS_LIKED, '$createdAt', now] },
              pending: owing({ op, delta }),
            },
          },
        ],
        { upsert: true, returnDocument: 'after', projection: { comment: 1, liked: 1, pending: 1 } },
      );
    const like = await run().catch((error: unknown) => {
      // Another call of this user made the document between our look and our write.
      if (!isDuplicateKey(error)) throw error;
      return run();
    });
    const change = like?.pending?.find((pending) => pending.op.equals(op));
    if (like === null || change === undefined) throw new Error('An upsert answered no like');
    const comment = await this.count(like, change);
    return comment === null ? null : { userHasLiked: like.liked, likes: Math.max(0, comment.likes) };
  }

  /** Which of these comments a user likes. */
  async likedAmong(comments: readonly Types.ObjectId[], user: Types.ObjectId): Promise<Set<string>> {
    const likes = await this.parts.likes
      .find({ comment: { $in: [...comments] }, user, liked: true }, { projection: { _id: 0, comment: 1 } })
      .toArray();
    return new Set(likes.map(({ comment }) => comment.toHexString()));
  }

  /** Adds what processes that died have left. @returns whether nothing is left */
  repair(): Promise<boolean> {
    return repairPending(
      this.pending,
      async (like, change, readAt) => (await this.add(like, change, readAt)) !== null,
      this.parts,
    );
  }

  /** Removes the likes that a user gave, and counts it. */
  async removeOfUser(user: Types.ObjectId): Promise<void> {
    const found = this.parts.likes.find({ user }, { projection: { _id: 1 } });
    for await (const { _id } of found) await this.removeOne(_id);
  }

  async removeOfComment(comment: Types.ObjectId): Promise<void> {
    await this.parts.likes.deleteMany({ comment });
  }

  async removeOfPost(post: Types.ObjectId): Promise<void> {
    await this.parts.likes.deleteMany({ post });
  }

  private async removeOne(_id: Types.ObjectId): Promise<void> {
    const op = newOp(this.parts.now());
    const like = await this.parts.likes.findOneAndUpdate(
      { _id },
      [
        {
          $set: {
            liked: false,
            pending: { $cond: [IS_LIKED, owing({ op, delta: { likes: -1 } }), '$pending'] },
          },
        },
      ],
      { returnDocument: 'after', projection: { comment: 1, pending: 1 } },
    );
    const change = like?.pending?.find((pending) => pending.op.equals(op));
    if (like !== null && change !== undefined) await this.count(like, change);
    await this.parts.likes.deleteOne({ _id, 'pending.0': { $exists: false } });
  }

  private async count(
    like: Pick<CommentLikeRecord, '_id' | 'comment'>,
    change: PendingChange,
  ): Promise<LikedComment | null> {
    const comment = await this.add(like, change);
    if (comment === null) return null;
    if (await this.pending.settle(like._id, change.op)) this.counters.settled(like.comment, change.op);
    return comment;
  }

  private async add(
    { comment }: Pick<CommentLikeRecord, 'comment'>,
    change: PendingChange,
    readAt?: Date,
  ): Promise<LikedComment | null> {
    const liked = await this.counters.add(comment, change, readAt);
    if (liked === null) {
      await this.removeOfComment(comment);
      return null;
    }
    // Its place in the smart order follows, unless a later like moves it.
    await this.parts.comments.updateOne(
      { _id: comment, likes: liked.likes },
      { $set: { rank: commentRank(liked.likes, liked.createdAt) } },
    );
    return liked;
  }
}

const IS_LIKED = { $eq: ['$liked', true] };
const owing = (change: object) => ({ $concatArrays: [{ $ifNull: ['$pending', []] }, [change]] });
