import type { AnswerOf, Comment, FormerText, listReplies, QueryOf } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import type { Order, PageReader } from '../../platform/http/paging.js';
import { writtenAt, type FormerTexts } from '../posts/former-texts.js';
import { commentNotFound, type CommentPresenter } from './comment-presenter.js';
import type { CommentRecord } from './comment.model.js';

export interface ThreadsParts {
  comments: Collection<CommentRecord>;
  presenter: CommentPresenter;
  readPage: PageReader;
  formerTexts: FormerTexts;
}

type RepliesQuery = QueryOf<typeof listReplies>;

/** Oldest first. */
const REPLY_ORDER: Order = { createdAt: 1, _id: 1 };

/** Returns a comment and its parent. @throws AppError 404 if either is hidden from the viewer */
export async function get(
  parts: ThreadsParts,
  commentId: string,
  viewerId: string | null,
): Promise<{ data: Comment; root: Comment | null }> {
  const thread = await threadOf(parts, commentId);
  const [data, root = null] = await parts.presenter.present(thread, viewerId);
  if (data === undefined || (thread.length > 1 && root === null)) throw commentNotFound();
  return { data, root };
}

/** Returns a page of the replies to a comment. @throws AppError 404 */
export async function replies(
  parts: ThreadsParts,
  commentId: string,
  { limit, cursor }: RepliesQuery,
  viewerId: string | null,
): Promise<Pick<AnswerOf<typeof listReplies>, 'data' | 'nextCursor'>> {
  const [{ _id: parent }] = await threadOf(parts, commentId);
  const { shown, nextCursor } = await parts.readPage<CommentRecord>({
    list: `replies ${parent.toHexString()}`,
    order: REPLY_ORDER,
    limit,
    cursor,
    find: (range) => parts.comments.find({ parent, ...range }),
  });
  return { data: await parts.presenter.present(shown, viewerId), nextCursor };
}

/** Returns the former texts of a comment. @throws AppError 404 also for a removed one */
export async function history(parts: ThreadsParts, commentId: string): Promise<FormerText[]> {
  const [comment] = await threadOf(parts, commentId);
  if (comment.removedAt instanceof Date) throw commentNotFound();
  return parts.formerTexts.list(comment._id, writtenAt(comment));
}

/** Returns the author of a comment. @throws AppError 404 if it is hidden from the viewer */
export async function shownAuthor(parts: ThreadsParts, commentId: string): Promise<Types.ObjectId> {
  const { user, post } = await find(parts, commentId);
  if (!(await parts.presenter.isSeen([user], post))) throw commentNotFound();
  return user;
}

/** Returns a comment and, for a reply, its parent. @throws AppError 404 if either is hidden */
export async function threadOf(
  parts: ThreadsParts,
  id: string,
): Promise<[CommentRecord, ...CommentRecord[]]> {
  const { comments, presenter } = parts;
  const comment = await comments.findOne({ _id: new Types.ObjectId(id), deletedAt: null });
  if (comment === null) throw commentNotFound();
  const root = comment.parent && (await comments.findOne({ _id: comment.parent, deletedAt: null }));
  if (root === null) throw commentNotFound();
  const thread: [CommentRecord, ...CommentRecord[]] = root === undefined ? [comment] : [comment, root];
  const users = thread.map(({ user }) => user);
  if (!(await presenter.isSeen(users, comment.post))) throw commentNotFound();
  return thread;
}

export async function find(parts: ThreadsParts, id: string): Promise<CommentRecord> {
  const comment = await look(parts, new Types.ObjectId(id));
  if (comment === null) throw commentNotFound();
  return comment;
}

export function look({ comments }: ThreadsParts, _id: Types.ObjectId): Promise<CommentRecord | null> {
  return comments.findOne({ _id, deletedAt: null, removedAt: null });
}
