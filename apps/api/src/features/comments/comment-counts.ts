import type { Types } from 'mongoose';
import type { UserFlags } from '../../platform/db/user-flags.js';
import { newOp, type Counters, type PendingChange } from '../../platform/db/counters.js';
import { Debts } from '../../platform/db/debts.js';
import type { Collection } from '../../platform/db/collection-of.js';
import type { Platform } from '../../platform/platform.js';
import type { CountedPost, CountedPosts } from '../posts/counted-posts.js';
import type { FormerTexts } from '../posts/former-texts.js';
import { laterThan } from '../posts/posts.service.js';
import type { CommentLikeRecord, CommentRecord, LikedComment } from './comment.model.js';
import type { CommentGaps } from './comment-gaps.js';
import { NOBODY } from './comment-presenter.js';

export interface CommentCountsParts extends Pick<Platform, 'now' | 'log'> {
  posts: Pick<CountedPosts, 'counters'>;
  comments: Collection<CommentRecord>;
  counters: Counters<LikedComment & CommentRecord>;
  likes: UserFlags<'liked', LikedComment>;
  likeRecords: Collection<CommentLikeRecord>;
  formerTexts: FormerTexts;
  gaps: Pick<CommentGaps, 'add'>;
  /** Called at least once for each comment written or deleted; may be called again. */
  onComment: (comment: ToldComment) => Promise<unknown>;
}

/** A comment that was written or deleted. */
export interface ToldComment extends Pick<CommentRecord, '_id' | 'post' | 'user' | 'body' | 'answers'> {
  /** The author of the post. */
  author: Types.ObjectId;
  isDeleted: boolean;
  /** When the comment was written or deleted. */
  changedAt: Date;
}

const REMOVED_PROJECTION = { post: 1, parent: 1, answers: 1, user: 1, body: 1, createdAt: 1 } as const;
type Removed = Pick<CommentRecord, '_id' | keyof typeof REMOVED_PROJECTION>;

/** A comment with changes that are pending on its post and, for a reply, on its parent comment. */
type Owed = Removed & Pick<CommentRecord, 'deletedAt' | 'removedAt' | 'pending'>;

const isForParent = ({ delta }: PendingChange): boolean => 'replies' in delta;
const isRemoval = ({ delta }: PendingChange): boolean => delta['commentsCount'] === -1;

/**
 * Counts written and removed comments on their posts and, for replies, on their parent comments. A removed comment
 * with replies stays, without text and author, until its last reply is removed.
 */
export class CommentCounts {
  readonly debts: Debts<Owed, CountedPost>;
  readonly replyDebts: Debts<Owed, LikedComment>;

  constructor(private readonly parts: CommentCountsParts) {
    const collection = parts.comments as never;
    this.debts = new Debts<Owed, CountedPost>({
      ...parts,
      collection,
      counters: parts.posts.counters as never,
      isFor: (change) => !isForParent(change),
      targetOf: ({ post }) => post,
      follow: async (after, comment, change) => {
        // The post was deleted after this call read it.
        if (after === null) await this.removeOfPost(comment.post);
        return after === null || !isRemoval(change) || this.finishRemoval(comment);
      },
      tell: async ({ createdAt, deletedAt, removedAt, ...comment }, _change, after) => {
        if (after === undefined) return;
        const goneAt = deletedAt ?? removedAt;
        // Clocks of two processes may differ.
        const changedAt = goneAt ? laterThan(goneAt, createdAt) : createdAt;
        await parts.onComment({ ...comment, author: after.user, isDeleted: Boolean(goneAt), changedAt });
      },
    });
    this.replyDebts = new Debts<Owed, LikedComment>({
      ...parts,
      collection,
      counters: parts.counters as never,
      isFor: isForParent,
      targetOf: ({ parent }) => parent!,
      follow: async (after, reply, { op, delta }) => {
        // The parent was removed after this call read it. A reply with this pending change would stay.
        if (after === null && delta['replies'] === 1) {
          await parts.comments.updateOne({ _id: reply._id }, { $pull: { pending: { op } } });
          await this.remove(reply);
        }
        if (after?.removedAt instanceof Date) await this.removeEmpty(after._id);
      },
    });
  }

  /** Writes a comment. @returns 'post' or 'parent' if that was deleted in the meantime and the comment with it */
  async add(comment: CommentRecord): Promise<'post' | 'parent' | undefined> {
    const toPost = { op: newOp(this.parts.now()), delta: { commentsCount: 1 } };
    const toParent = { op: newOp(this.parts.now()), delta: { replies: 1 } };
    const isReply = comment.parent !== undefined;
    await this.parts.comments.insertOne({ ...comment, pending: isReply ? [toPost, toParent] : [toPost] });
    if ((await this.debts.pay(comment, toPost)) === null) return 'post';
    return isReply && (await this.replyDebts.pay(comment, toParent)) === null ? 'parent' : undefined;
  }

  /** @returns false if another call is removing the comment */
  async remove(comment: Removed): Promise<boolean> {
    const { _id, parent } = comment;
    const { comments, now } = this.parts;
    const toParent = { op: newOp(now()), delta: { replies: -1 } };
    const toPost = { op: newOp(now()), delta: { commentsCount: -1 } };
    let stays: boolean;
    for (;;) {
      const there = { _id, deletedAt: null, removedAt: null as never };
      const found = await comments.findOne(there, { projection: { replies: 1 } });
      if (found === null) return false;
      stays = await this.hasReplies(_id);
      // If a reply was counted since the read, this write matches nothing and the loop reads again. A reply that is
      // not counted yet finds no parent.
      const unchanged = stays ? {} : { replies: (found.replies ?? null) as never };
      const fields = stays ? { removedAt: now(), user: NOBODY, body: '', likes: 0 } : { deletedAt: now() };
      const pending = { $each: parent === undefined ? [toPost] : [toParent, toPost] };
      const { modifiedCount } = await comments.updateOne(
        { ...there, ...unchanged },
        { $set: fields, $push: { pending } },
      );
      if (modifiedCount > 0) break;
    }
    if (parent !== undefined) await this.replyDebts.pay(comment, toParent);
    await this.debts.pay({ ...comment, deletedAt: now() }, toPost);
    // The last reply may have been removed before this comment was marked, or before its pending changes were
    // applied.
    if (stays) await this.removeEmpty(_id);
    return true;
  }

  /** Removes the comments a user wrote and the likes the user gave. */
  async removeOfUser(user: Types.ObjectId): Promise<void> {
    const written = { user, deletedAt: null };
    const found = this.parts.comments.find(written, { projection: REMOVED_PROJECTION });
    for await (const comment of found) await this.remove(comment);
    await this.parts.likes.removeOfUser(user);
  }

  /** Removes the comments of a post that is being deleted. */
  async removeOfPost(post: Types.ObjectId): Promise<void> {
    await this.parts.likeRecords.deleteMany({ post });
    await this.parts.comments.deleteMany({ post });
    await this.parts.formerTexts.removeOfPost(post);
  }

  private async hasReplies(parent: Types.ObjectId): Promise<boolean> {
    const reply = await this.parts.comments.findOne({ parent, deletedAt: null }, { projection: { _id: 1 } });
    return reply !== null;
  }

  /**
   * Deletes a comment whose removal is counted, unless it stays for its replies. If another change is pending,
   * which its author's call is about to apply, the repair job deletes it. @returns whether this change is no longer
   * pending
   */
  private async finishRemoval(comment: Removed): Promise<boolean> {
    const { comments, likes, formerTexts, gaps } = this.parts;
    const { _id } = comment;
    await gaps.add(comment);
    await likes.removeOf(_id);
    await formerTexts.removeOf(_id);
    const { deletedCount } = await comments.deleteOne({
      _id,
      deletedAt: { $type: 'date' },
      'pending.1': { $exists: false },
    });
    if (deletedCount > 0) return true;
    return (await comments.findOne({ _id, deletedAt: null }, { projection: { _id: 1 } })) !== null;
  }

  /** Deletes a removed comment together with its last reply. */
  private async removeEmpty(_id: Types.ObjectId): Promise<void> {
    const { comments, gaps } = this.parts;
    const projection = { replies: 1, post: 1, createdAt: 1 };
    const found = await comments.findOne({ _id, removedAt: { $type: 'date' } }, { projection });
    if (found === null || (found.replies ?? 0) > 0 || (await this.hasReplies(_id))) return;
    await gaps.add(found);
    await comments.deleteOne({
      _id,
      removedAt: { $type: 'date' },
      replies: (found.replies ?? null) as never,
      'pending.0': { $exists: false },
    });
  }
}
