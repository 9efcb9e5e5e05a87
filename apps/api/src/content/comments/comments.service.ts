import {
  COMMENT_LIMITS,
  type AnswerOf,
  type Comment,
  type listReplies,
  type QueryOf,
  type toggleCommentLike,
} from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { Types } from 'mongoose';
import type { UserFlags } from '../../platform/events/user-flags.js';
import type { StoredEvent } from '../../platform/events/stored-event.js';
import { AppError, permissionDenied } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { laterThan } from '../../platform/time.js';
import type { EventOutbox } from '../../community/events.js';
import type { WordReports } from '../posts/word-reports.js';
import type { CommentRules } from '../posts/commenting.js';
import type { CountedPosts } from '../posts/counted-posts.js';
import { writtenAt } from '../posts/former-texts.js';
import { nonNegative } from '../posts/post.presenter.js';
import { postNotFound } from '../posts/find-post.js';
import { textsOf, type CommentCounts, type Holder } from './comment-counts.js';
import { commentNotFound } from './comment-presenter.js';
import {
  find,
  get,
  history,
  look,
  replies,
  shownAuthor,
  threadOf,
  type ThreadsParts,
} from './comment-threads.js';
import { commentRank, type CommentRecord, type LikedComment } from './comment.model.js';

interface Parts extends ThreadsParts {
  posts: Pick<CountedPosts, 'getVisible'>;
  commentRules: Pick<CommentRules, 'refusalOf'>;
  counts: CommentCounts;
  likes: Pick<UserFlags<'liked', LikedComment>, 'change'>;
  words: WordReports<Holder>;
  outbox: Pick<EventOutbox, 'publish'>;
  now: () => Date;
}

type LikeState = AnswerOf<typeof toggleCommentLike>['data'];

const EDIT_TRIES = 20;

/**
 * @throws AppError 404 if the post, or the comment to reply to, does not exist, 403 if the post does not accept it
 */
async function create(
  parts: Parts,
  viewer: Viewer,
  postId: string,
  body: string,
  parent?: string,
): Promise<Comment> {
  const post = new Types.ObjectId(postId);
  const user = new Types.ObjectId(viewer.id);
  const refusal = await parts.commentRules.refusalOf(await parts.posts.getVisible(post), user);
  if (refusal !== undefined) throw refusal;
  const answered = parent === undefined ? undefined : await answeredIn(parts, post, parent);
  const createdAt = parts.now();
  const comment: CommentRecord = {
    _id: new Types.ObjectId(),
    post,
    user,
    body,
    createdAt,
    likes: 0,
    ...(answered === undefined
      ? { rank: commentRank(0, createdAt) }
      : { parent: answered.parent ?? answered._id, answers: answered.user }),
  };
  const gone = await parts.counts.add(comment);
  if (gone instanceof Error) throw gone;
  if (gone !== undefined) throw gone === 'post' ? postNotFound() : commentNotFound();
  // A new comment has no likes, so no viewer is needed.
  const [shown] = await parts.presenter.present([comment], null);
  if (shown === undefined) throw permissionDenied();
  return shown;
}

/**
 * Changes the text of the viewer's comment and stores the former text.
 * @throws AppError 403 if the viewer is not the author, or the time for edits is over
 */
async function update(parts: Parts, viewer: Viewer, commentId: string, body: string): Promise<Comment> {
  const { comments, formerTexts, presenter, words, now } = parts;
  for (let attempt = 0; attempt < EDIT_TRIES; attempt += 1) {
    const before = await find(parts, commentId);
    if (before.user.toHexString() !== viewer.id) throw permissionDenied();
    if (now().getTime() - before.createdAt.getTime() > COMMENT_LIMITS.editableFor)
      throw new AppError('PERMISSION_DENIED', t`A comment can be edited for 15 minutes after it was written`);
    if (!(await presenter.isSeen([before.user], before.post))) throw commentNotFound();
    let after: CommentRecord | null = before;
    let found: StoredEvent[] = [];
    if (body !== before.body) {
      const { _id: of, post, user, body: text } = before;
      found = await words.eventsFor(textsOf(body));
      await formerTexts.keep({ of, post, user, title: '', text, writtenAt: writtenAt(before) });
      after = await comments.findOneAndUpdate(
        { _id: of, editedAt: before.editedAt ?? null, deletedAt: null, removedAt: null },
        {
          $set: { body, editedAt: laterThan(now(), writtenAt(before)) },
          ...(found.length > 0 && { $push: { pending: { $each: found } } }),
        },
        { returnDocument: 'after' },
      );
    }
    if (after === null) {
      // If the comment was removed during the edit, no former text is kept.
      if ((await look(parts, before._id)) === null) await formerTexts.removeOf(before._id);
      continue;
    }
    await words.deliver(after, found);
    const [shown] = await presenter.present([after], viewer.id);
    if (shown === undefined) throw commentNotFound();
    return shown;
  }
  throw new AppError('CONFLICT', t`The comment is being edited elsewhere`);
}

/**
 * Deletes a comment and its likes.
 * @throws AppError 403 if the viewer is neither the author nor an admin
 */
async function remove(parts: Parts, viewer: Viewer, commentId: string): Promise<void> {
  const comment = await find(parts, commentId);
  const isOwn = comment.user.toHexString() === viewer.id;
  if (!isOwn && !viewer.isAdmin) throw permissionDenied();
  if (!isOwn) {
    const { _id: target, user, body: content } = comment;
    const removal = { admin: viewer, act: 'remove-comment', user, target, content } as const;
    await parts.outbox.publish('adminRemoval', removal);
  } else if (!(await parts.counts.remove(comment))) throw commentNotFound();
}

/** Removes a reported comment; the caller has logged it. Does nothing if the comment is gone. */
async function removeReported(parts: Parts, _id: Types.ObjectId): Promise<void> {
  const comment = await look(parts, _id);
  if (comment !== null) await parts.counts.remove(comment);
}

/**
 * Likes or unlikes a comment and returns the new state.
 * @throws AppError 404 also if the author of the comment or of its post is suspended
 */
async function toggleLike(parts: Parts, viewer: Viewer, commentId: string): Promise<LikeState> {
  const comment = await find(parts, commentId);
  if (!(await parts.presenter.isSeen([comment.user], comment.post))) throw commentNotFound();
  const { flags, target } = await parts.likes.change(comment._id, new Types.ObjectId(viewer.id), {
    flag: 'liked',
    action: 'toggle',
    extras: { post: comment.post },
  });
  if (target === null || target === undefined) throw commentNotFound();
  const likes = nonNegative(target.likes);
  return { userHasLiked: flags.liked === true, likes, reactions: { likes } };
}

/**
 * Returns the comment that a new reply answers. @throws AppError 404 also if it or its parent is hidden from the
 * writer
 */
async function answeredIn(parts: Parts, post: Types.ObjectId, parent: string): Promise<CommentRecord> {
  const [answered] = await threadOf(parts, parent);
  if (answered.removedAt instanceof Date || !answered.post.equals(post)) throw commentNotFound();
  return answered;
}

/** Creates, reads, edits, likes and deletes comments and replies. */
export function createCommentsService(parts: Parts) {
  return {
    create: (viewer: Viewer, post: string, body: string, parent?: string) =>
      create(parts, viewer, post, body, parent),
    get: (id: string, viewerId: string | null) => get(parts, id, viewerId),
    replies: (id: string, query: QueryOf<typeof listReplies>, viewerId: string | null) =>
      replies(parts, id, query, viewerId),
    history: (id: string) => history(parts, id),
    update: (viewer: Viewer, id: string, body: string) => update(parts, viewer, id, body),
    remove: (viewer: Viewer, id: string) => remove(parts, viewer, id),
    removeReported: (_id: Types.ObjectId) => removeReported(parts, _id),
    shownAuthor: (id: string) => shownAuthor(parts, id),
    toggleLike: (viewer: Viewer, id: string) => toggleLike(parts, viewer, id),
  };
}
