import type { AnswerOf, Comment, toggleCommentLike } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { Logger } from 'pino';
import type { CountedFlags } from '../../platform/db/counted-flags.js';
import { Debts, newOp, type PendingChange } from '../../platform/db/counters.js';
import type { Native } from '../../platform/db/native.js';
import { AppError } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { CountedPost, CountedPosts } from '../posts/counted-posts.js';
import { permissionDenied, postNotFound } from '../posts/posts.service.js';
import type { CommentList } from './comment-list.js';
import {
  commentRank,
  type CommentLikeRecord,
  type CommentRecord,
  type LikedComment,
} from './comment.model.js';

export interface CommentsParts {
  posts: Pick<CountedPosts, 'shownAuthor' | 'counters'>;
  comments: Native<CommentRecord>;
  likes: CountedFlags<'liked', LikedComment>;
  likeRecords: Native<CommentLikeRecord>;
  list: CommentList;
  /** Writes down that an admin removes another's comment, before it is done. */
  logRemoval: (admin: Viewer, comment: Pick<CommentRecord, '_id' | 'user' | 'body'>) => Promise<void>;
  now: () => Date;
  log: Logger;
}

/** A comment whose post is to count it. */
type Owed = Pick<CommentRecord, '_id' | 'post' | 'pending'>;
type LikeState = AnswerOf<typeof toggleCommentLike>['data'];

const commentNotFound = () => new AppError('NOT_FOUND', 'Comment not found');

/** Comments: written, liked and deleted one by one. */
export class CommentsService {
  readonly debts: Debts<Owed, CountedPost>;

  constructor(private readonly parts: CommentsParts) {
    this.debts = new Debts<Owed, CountedPost>({
      ...parts,
      collection: parts.comments as never,
      counters: parts.posts.counters as never,
      targetOf: ({ post }) => post,
      follow: async (after, { _id, post }, change) => {
        // The post was deleted between our look and our write.
        if (after === null) await this.removeOfPost(post);
        return after === null || !isRemoval(change) || this.finishRemoval(_id);
      },
    });
  }

  /** @throws AppError 404 where there is no such post */
  async create(viewer: Viewer, postId: string, body: string): Promise<Comment> {
    const post = new Types.ObjectId(postId);
    await this.parts.posts.shownAuthor(post);
    const createdAt = this.parts.now();
    const change = { op: newOp(createdAt), delta: { commentsCount: 1 } };
    const comment: CommentRecord = {
      _id: new Types.ObjectId(),
      post,
      user: new Types.ObjectId(viewer.id),
      body,
      createdAt,
      likes: 0,
      rank: commentRank(0, createdAt),
      pending: [change],
    };
    await this.parts.comments.insertOne(comment);
    if ((await this.debts.pay(comment, change)) === null) throw postNotFound();
    // Nobody likes it yet.
    const [shown] = await this.parts.list.present([comment], null);
    if (shown === undefined) throw permissionDenied();
    return shown;
  }

  /**
   * Deletes a comment and its likes.
   * @throws AppError 403 for another than the author or an admin
   */
  async remove(viewer: Viewer, commentId: string): Promise<void> {
    const comment = await this.find(commentId);
    const isOwn = comment.user.toHexString() === viewer.id;
    if (!isOwn && !viewer.isAdmin) throw permissionDenied();
    if (!isOwn) await this.parts.logRemoval(viewer, comment);
    if (!(await this.removeOne(comment))) throw commentNotFound();
  }

  /** Removes the comments that a user wrote, and the likes that the user gave. */
  async removeOfUser(user: Types.ObjectId): Promise<void> {
    const found = this.parts.comments.find({ user, deletedAt: null }, { projection: { post: 1 } });
    for await (const comment of found) await this.removeOne(comment);
    await this.parts.likes.removeOfUser(user);
  }

  /** Removes the comments of a post that is being deleted. */
  async removeOfPost(post: Types.ObjectId): Promise<void> {
    await this.parts.likeRecords.deleteMany({ post });
    await this.parts.comments.deleteMany({ post });
  }

  /**
   * Likes a comment or takes the like back; answers the state that it leaves.
   * @throws AppError 404 also where the comment or its post is hidden, as its author is suspended
   */
  async toggleLike(viewer: Viewer, commentId: string): Promise<LikeState> {
    const comment = await this.find(commentId);
    if (!(await this.parts.list.isSeen(comment.user, comment.post))) throw commentNotFound();
    const { flags, target } = await this.parts.likes.change(comment._id, new Types.ObjectId(viewer.id), {
      flag: 'liked',
      action: 'toggle',
      extras: { post: comment.post },
    });
    if (target === null || target === undefined) throw commentNotFound();
    const likes = Math.max(0, target.likes);
    return { userHasLiked: flags.liked === true, likes, reactions: { likes } };
  }

  /** @returns false where another call removes it */
  private async removeOne({ _id, post }: Pick<CommentRecord, '_id' | 'post'>): Promise<boolean> {
    const now = this.parts.now();
    const change = { op: newOp(now), delta: { commentsCount: -1 } };
    const removed = await this.parts.comments.updateOne(
      { _id, deletedAt: null },
      { $set: { deletedAt: now }, $push: { pending: change } },
    );
    if (removed.modifiedCount === 0) return false;
    await this.debts.pay({ _id, post }, change);
    return true;
  }

  /**
   * Removes a comment whose removal is counted. While it still owes another change, which its author's call is about to
   * add, it stays for the repair. @returns whether it is gone
   */
  private async finishRemoval(_id: Types.ObjectId): Promise<boolean> {
    await this.parts.likes.removeOf(_id);
    const { deletedCount } = await this.parts.comments.deleteOne({ _id, 'pending.1': { $exists: false } });
    return deletedCount > 0;
  }

  private async find(id: string): Promise<Pick<CommentRecord, '_id' | 'post' | 'user' | 'body'>> {
    const comment = await this.parts.comments.findOne(
      { _id: new Types.ObjectId(id), deletedAt: null },
      { projection: { post: 1, user: 1, body: 1 } },
    );
    if (comment === null) throw commentNotFound();
    return comment;
  }
}

const isRemoval = ({ delta }: PendingChange): boolean => delta['commentsCount'] === -1;
