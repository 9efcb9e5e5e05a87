import type { AnswerOf, Comment, toggleCommentLike } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { AdminLog } from '../admin/admin-log.js';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import type { Native } from '../../platform/db/native.js';
import { AppError } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { CounterLedger } from '../interactions/counter-ledger.js';
import type { CounterTarget } from '../interactions/intent.model.js';
import type { PostRecord } from '../posts/post.model.js';
import { permissionDenied, postNotFound } from '../posts/posts.service.js';
import type { CommentList } from './comment-list.js';
import {
  commentRank,
  type CommentLikeRecord,
  type CommentRecord,
  type LikedComment,
} from './comment.model.js';

interface Parts {
  posts: Native<PostRecord>;
  comments: Native<CommentRecord>;
  likes: Native<CommentLikeRecord>;
  ledger: CounterLedger;
  list: CommentList;
  adminLog: Pick<AdminLog, 'append'>;
  now: () => Date;
}

type LikeState = AnswerOf<typeof toggleCommentLike>['data'];

const commentNotFound = () => new AppError('NOT_FOUND', 'Comment not found');

/** Under contention every failed attempt means that another call of the same user went through. */
const TOGGLE_TRIES = 1000;

/** Comments: written, liked and deleted one by one (F §7). */
export class CommentsService {
  constructor(private readonly parts: Parts) {}

  /** @throws AppError 404 where there is no such post */
  async create(viewer: Viewer, postId: string, body: string): Promise<Comment> {
    const post = new Types.ObjectId(postId);
    await this.parts.list.shownPost(post);
    const createdAt = this.parts.now();
    const comment: CommentRecord = {
      _id: new Types.ObjectId(),
      post,
      user: new Types.ObjectId(viewer.id),
      body,
      createdAt,
      likes: 0,
      rank: commentRank(0, createdAt),
      counterVersion: 0,
    };
    const target: CounterTarget = { kind: 'post', id: post };
    const kept = await this.parts.ledger.change([target], async ({ add }) => {
      await this.parts.comments.insertOne(comment);
      if ((await add(target, { commentsCount: 1 })) !== null) return true;
      // The post was deleted between our look and our write.
      await this.parts.comments.deleteOne({ _id: comment._id });
      return false;
    });
    if (!kept) throw postNotFound();
    const [shown] = await this.parts.list.present([comment], viewer.id);
    if (shown === undefined) throw permissionDenied();
    return shown;
  }

  /**
   * Deletes a comment and its likes.
   * @throws AppError 403 for another than the author or an admin
   */
  async remove(viewer: Viewer, commentId: string): Promise<void> {
    const comment = await this.find(commentId);
    const own = comment.user.toHexString() === viewer.id;
    if (!own && !viewer.isAdmin) throw permissionDenied();
    if (!own) {
      await this.parts.adminLog.append({
        admin: viewer,
        act: 'remove-comment',
        user: comment.user,
        target: comment._id,
        note: await this.bodyOf(comment._id),
      });
    }
    const post: CounterTarget = { kind: 'post', id: comment.post };
    const likes: CounterTarget = { kind: 'comment', id: comment._id };
    const deleted = await this.parts.ledger.change([post, likes], async ({ add }) => {
      const { deletedCount } = await this.parts.comments.deleteOne({ _id: comment._id });
      if (deletedCount === 0) return false;
      await add(post, { commentsCount: -1 });
      await this.parts.ledger.definitions.comment.clean(comment._id);
      return true;
    });
    if (!deleted) throw commentNotFound();
  }

  /**
   * Likes a comment or takes the like back; answers the state that it leaves.
   * @throws AppError 404 also where the comment or its post is hidden, as its author is suspended
   */
  async toggleLike(viewer: Viewer, commentId: string): Promise<LikeState> {
    const { _id, post, user } = await this.find(commentId);
    if (!(await this.parts.list.isSeen(user, post))) throw commentNotFound();
    const target: CounterTarget = { kind: 'comment', id: _id };
    const outcome = await this.parts.ledger.change([target], async ({ add }) => {
      const userHasLiked = await this.flipLike(_id, post, new Types.ObjectId(viewer.id));
      const comment = (await add(target, { likes: userHasLiked ? 1 : -1 })) as LikedComment | null;
      if (comment === null) {
        await this.parts.ledger.definitions.comment.clean(_id);
        return null;
      }
      // Its place in the smart order follows, unless a later like has moved it already.
      await this.parts.comments.updateOne(
        { _id, counterVersion: comment.counterVersion },
        { $set: { rank: commentRank(comment.likes, comment.createdAt) } },
      );
      return { userHasLiked, likes: Math.max(0, comment.likes) };
    });
    if (outcome === null) throw commentNotFound();
    return { ...outcome, reactions: { likes: outcome.likes } };
  }

  private async find(id: string): Promise<Pick<CommentRecord, '_id' | 'post' | 'user'>> {
    const comment = await this.parts.comments.findOne(
      { _id: new Types.ObjectId(id) },
      { projection: { post: 1, user: 1 } },
    );
    if (comment === null) throw commentNotFound();
    return comment;
  }

  private async bodyOf(_id: Types.ObjectId): Promise<string> {
    const comment = await this.parts.comments.findOne({ _id }, { projection: { _id: 0, body: 1 } });
    if (comment === null) throw commentNotFound();
    return comment.body;
  }

  /** The unique index decides; @returns whether the comment is liked now */
  private async flipLike(
    comment: Types.ObjectId,
    post: Types.ObjectId,
    user: Types.ObjectId,
  ): Promise<boolean> {
    for (let attempt = 0; attempt < TOGGLE_TRIES; attempt += 1) {
      const { deletedCount } = await this.parts.likes.deleteOne({ comment, user });
      if (deletedCount > 0) return false;
      try {
        await this.parts.likes.insertOne({
          _id: new Types.ObjectId(),
          comment,
          user,
          post,
          createdAt: this.parts.now(),
        });
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    }
    throw new Error('A toggle never got its turn');
  }
}
