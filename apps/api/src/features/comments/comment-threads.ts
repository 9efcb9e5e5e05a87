import type { AnswerOf, Comment, FormerText, listReplies, QueryOf } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { Native } from '../../platform/db/native.js';
import type { CursorSealer } from '../../platform/http/paging.js';
import { writtenAt, type FormerTexts } from '../posts/former-texts.js';
import { readAfter, type Order } from '../posts/keyset.js';
import type { CommentPresenter } from './comment-presenter.js';
import type { CommentRecord } from './comment.model.js';
import { commentNotFound } from './comments.service.js';

export interface CommentThreadsParts {
  comments: Native<CommentRecord>;
  presenter: CommentPresenter;
  formerTexts: FormerTexts;
  cursors: CursorSealer;
}

/** The oldest first. */
const REPLY_ORDER: Order = { createdAt: 1, _id: 1 };

/** Single comments, their replies and their former texts. */
export class CommentThreads {
  constructor(private readonly parts: CommentThreadsParts) {}

  /** A comment and the one that it stands below. @throws AppError 404 where either is not shown to whoever asks */
  async get(commentId: string, viewerId: string | null): Promise<{ data: Comment; root: Comment | null }> {
    const thread = await this.find(commentId);
    const [data, root = null] = await this.parts.presenter.present(thread, viewerId);
    if (data === undefined || (thread.length > 1 && root === null)) throw commentNotFound();
    return { data, root };
  }

  /** A page of the replies to a comment. @throws AppError 404 */
  async replies(
    commentId: string,
    { limit, cursor }: QueryOf<typeof listReplies>,
    viewerId: string | null,
  ): Promise<Pick<AnswerOf<typeof listReplies>, 'data' | 'nextCursor'>> {
    const [{ _id: parent }] = await this.find(commentId);
    const { shown, nextCursor } = await readAfter<CommentRecord>({
      ...this.parts,
      list: `replies ${parent.toHexString()}`,
      order: REPLY_ORDER,
      limit,
      cursor,
      read: (range, most) =>
        this.parts.comments
          .find({ parent, ...range })
          .sort(REPLY_ORDER)
          .limit(most)
          .toArray(),
    });
    return { data: await this.parts.presenter.present(shown, viewerId), nextCursor };
  }

  /** Texts that a comment had. @throws AppError 404 also for a removed one */
  async history(commentId: string): Promise<FormerText[]> {
    const [comment] = await this.find(commentId);
    if (comment.removedAt instanceof Date) throw commentNotFound();
    return this.parts.formerTexts.list(comment._id, writtenAt(comment));
  }

  /** A comment and, where it is a reply, the one that it stands below, both shown to whoever asks. */
  private async find(id: string): Promise<[CommentRecord, ...CommentRecord[]]> {
    const { comments, presenter } = this.parts;
    const comment = await comments.findOne({ _id: new Types.ObjectId(id), deletedAt: null });
    if (comment === null) throw commentNotFound();
    const root = comment.parent && (await comments.findOne({ _id: comment.parent, deletedAt: null }));
    if (root === null) throw commentNotFound();
    const thread: [CommentRecord, ...CommentRecord[]] = root === undefined ? [comment] : [comment, root];
    const users = thread.map(({ user }) => user);
    if (!(await presenter.isSeen(users, comment.post))) throw commentNotFound();
    return thread;
  }
}
