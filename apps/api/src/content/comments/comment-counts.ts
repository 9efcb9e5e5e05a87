import { mayMention } from '@social-feed/contracts/mentions';
import type { Types } from 'mongoose';
import { unchecked, type Collection } from '../../platform/db/collection-of.js';
import type { EventCounters } from '../../platform/events/event-source.js';
import { newEventId, type Deliver, type StoredEvent } from '../../platform/events/stored-event.js';
import type { UserFlags } from '../../platform/events/user-flags.js';
import type { AppError } from '../../platform/http/errors.js';
import type { Platform } from '../../platform/platform.js';
import type { CommentChange, EventOutbox, WrittenText } from '../../community/events.js';
import type { CommentRules } from '../posts/commenting.js';
import type { CountedPost, CountedPosts } from '../posts/counted-posts.js';
import type { FormerTexts } from '../posts/former-texts.js';
import { laterThan } from '../../platform/time.js';
import type { CommentLikeRecord, CommentRecord, LikedComment } from './comment.model.js';
import type { WordReports } from '../posts/word-reports.js';
import type { CommentRanking } from './comment-ranking.js';
import type { CommentGaps } from './comment-gaps.js';
import { NOBODY } from './comment-presenter.js';

interface Parts extends Pick<Platform, 'now'> {
  outbox: Pick<EventOutbox, 'source'>;
  posts: Pick<CountedPosts, 'counters'>;
  commentRules: Pick<CommentRules, 'refusalOf'>;
  comments: Collection<CommentRecord>;
  counters: EventCounters<LikedComment>;
  likes: Pick<UserFlags<'liked', LikedComment>, 'removeOfUser' | 'removeOf'>;
  likeRecords: Collection<CommentLikeRecord>;
  formerTexts: FormerTexts;
  gaps: Pick<CommentGaps, 'add'>;
  ranking: Pick<CommentRanking, 'forget'>;
  words: WordReports<Holder>;
}

const REMOVED_PROJECTION = { post: 1, parent: 1, answers: 1, user: 1, body: 1, createdAt: 1 } as const;
type Removed = Pick<CommentRecord, '_id' | keyof typeof REMOVED_PROJECTION>;

/** A comment whose events are delivered. */
export type Holder = Removed & Pick<CommentRecord, 'deletedAt' | 'removedAt' | 'pending'>;

/** The parts, and the sources of the events. */
interface Counting extends Parts {
  onPost: { deliver: Deliver<Holder, CountedPost> };
  onParent: { deliver: Deliver<Holder, LikedComment> };
}

const isRemoval = ({ delta }: StoredEvent): boolean => delta['commentsCount'] === -1;

export type CommentCounts = ReturnType<typeof createCommentCounts>;

/**
 * Writes a comment.
 * @returns 'post' or 'parent' if that was deleted in the meantime and the comment with it; an error if the author of
 * the post closed the comments in the meantime, and the comment was removed again
 */
async function add(
  parts: Counting,
  comment: CommentRecord,
): Promise<'post' | 'parent' | AppError | undefined> {
  const toPost = { op: newEventId(parts.now()), delta: { commentsCount: 1 } };
  const toParent = { op: newEventId(parts.now()), delta: { replies: 1 } };
  const isReply = comment.parent !== undefined;
  const found = await parts.words.eventsFor(textsOf(comment.body));
  await parts.comments.insertOne({ ...comment, pending: [toPost, ...(isReply ? [toParent] : []), ...found] });
  parts.ranking.forget(comment.post);
  const post = await parts.onPost.deliver(comment, toPost);
  if (post === null) return 'post';
  if (isReply && (await parts.onParent.deliver(comment, toParent)) === null) return 'parent';
  const refusal = post && (await parts.commentRules.refusalOf(post, comment.user));
  if (refusal !== undefined) await remove(parts, comment);
  else await parts.words.deliver(comment, found);
  return refusal;
}

/** @returns false if another call is removing the comment */
async function remove(parts: Counting, comment: Removed): Promise<boolean> {
  const { now } = parts;
  const { _id, parent } = comment;
  const toParent = { op: newEventId(now()), delta: { replies: -1 } };
  const toPost = { op: newEventId(now()), delta: { commentsCount: -1 } };
  let stays: boolean;
  for (;;) {
    const there = { _id, deletedAt: null, removedAt: null };
    const found = await parts.comments.findOne(unchecked(there), { projection: { replies: 1 } });
    if (found === null) return false;
    stays = await hasReplies(parts, _id);
    // If a reply was counted since the read, this write matches nothing and the loop reads again. A reply that is
    // not counted yet finds no parent.
    const unchanged = stays ? {} : { replies: found.replies ?? null };
    const fields = stays ? { removedAt: now(), user: NOBODY, body: '', likes: 0 } : { deletedAt: now() };
    const pending = { $each: parent === undefined ? [toPost] : [toParent, toPost] };
    const { modifiedCount } = await parts.comments.updateOne(unchecked({ ...there, ...unchanged }), {
      $set: fields,
      $push: { pending },
    });
    if (modifiedCount > 0) break;
  }
  parts.ranking.forget(comment.post);
  if (parent !== undefined) await parts.onParent.deliver(comment, toParent);
  await parts.onPost.deliver({ ...comment, deletedAt: now() }, toPost);
  // The last reply may have been removed before this comment was marked, or before its events were delivered.
  if (stays) await removeEmpty(parts, _id);
  return true;
}

/** Removes the comments a user wrote and the likes the user gave. */
async function removeOfUser(parts: Counting, user: Types.ObjectId): Promise<void> {
  const written = { user, deletedAt: null };
  const found = parts.comments.find(written, { projection: REMOVED_PROJECTION });
  for await (const comment of found) await remove(parts, comment);
  await parts.likes.removeOfUser(user);
}

/** Removes the comments of a post that is being deleted. */
async function removeOfPost(parts: Counting, post: Types.ObjectId): Promise<void> {
  await Promise.all([
    parts.likeRecords.deleteMany({ post }),
    parts.comments.deleteMany({ post }),
    parts.formerTexts.removeOfPost(post),
  ]);
}

async function hasReplies({ comments }: Parts, parent: Types.ObjectId): Promise<boolean> {
  const reply = await comments.findOne({ parent, deletedAt: null }, { projection: { _id: 1 } });
  return reply !== null;
}

/**
 * Deletes a comment whose removal is counted, unless it stays for its replies. If another event is pending, which
 * its author's call is about to deliver, the catch-up deletes it. @returns whether this event is no longer pending
 */
async function finishRemoval(
  { gaps, likes, formerTexts, comments, ranking }: Parts,
  comment: Removed,
): Promise<boolean> {
  const { _id } = comment;
  await gaps.add(comment);
  await likes.removeOf(_id);
  await formerTexts.removeOf(_id);
  const { deletedCount } = await comments.deleteOne({
    _id,
    deletedAt: { $type: 'date' },
    'pending.1': { $exists: false },
  });
  ranking.forget(comment.post);
  if (deletedCount > 0) return true;
  return (await comments.findOne({ _id, deletedAt: null }, { projection: { _id: 1 } })) !== null;
}

/** Deletes a removed comment together with its last reply. */
async function removeEmpty(parts: Counting, _id: Types.ObjectId): Promise<void> {
  const projection = { replies: 1, post: 1, createdAt: 1 };
  const found = await parts.comments.findOne({ _id, removedAt: { $type: 'date' } }, { projection });
  if (found === null || (found.replies ?? 0) > 0 || (await hasReplies(parts, _id))) return;
  await parts.gaps.add(found);
  await parts.comments.deleteOne(
    unchecked({
      _id,
      removedAt: { $type: 'date' },
      replies: found.replies ?? null,
      'pending.0': { $exists: false },
    }),
  );
  parts.ranking.forget(found.post);
}

/**
 * Counts written and removed comments on their posts and, for replies, on their parent comments. A removed comment
 * with replies stays, without text and author, until its last reply is removed.
 */
export function createCommentCounts(parts: Parts) {
  const { outbox } = parts;
  const comments = parts.comments as unknown as Collection<Holder>;
  const onPost = outbox.source<Holder, CountedPost>({
    types: ['comment'],
    collection: comments,
    counters: parts.posts.counters,
    targetOf: ({ post }) => post,
    payloads: {
      comment: (comment, _event, post) => post && changeOf(comment, post),
      mention: (comment, _event, post) => post && textOf(changeOf(comment, post)),
    },
    finish: async (post, comment, event): Promise<boolean> => {
      // The post was deleted after this call read it.
      if (post === null) await removeOfPost(counting, comment.post);
      return post === null || !isRemoval(event) || finishRemoval(counting, comment);
    },
  });
  const onParent = outbox.source<Holder, LikedComment>({
    types: ['reply'],
    collection: comments,
    counters: parts.counters,
    targetOf: ({ parent }) => parent!,
    finish: async (parent, reply, { op, delta }) => {
      // The parent was removed after this call read it. A reply with this pending event would stay.
      if (parent === null && delta['replies'] === 1) {
        await comments.updateOne({ _id: reply._id }, { $pull: { pending: { op } } });
        await remove(counting, reply);
      }
      if (parent?.removedAt instanceof Date) await removeEmpty(counting, parent._id);
    },
  });

  const counting: Counting = { ...parts, onPost, onParent };
  return {
    add: (comment: CommentRecord) => add(counting, comment),
    remove: (comment: Removed) => remove(counting, comment),
    removeOfUser: (user: Types.ObjectId) => removeOfUser(counting, user),
    removeOfPost: (post: Types.ObjectId) => removeOfPost(counting, post),
  };
}

/** The texts of a comment, in which words are found. */
export const textsOf = (body: string) => ({ title: '', description: body, tags: [] });

/** What subscribers get of a comment that was written or deleted. */
function changeOf({ createdAt, deletedAt, removedAt, ...comment }: Holder, post: CountedPost): CommentChange {
  const goneAt = deletedAt ?? removedAt;
  // Clocks of two processes may differ.
  const changedAt = goneAt ? laterThan(goneAt, createdAt) : createdAt;
  return { ...comment, author: post.user, isDeleted: Boolean(goneAt), changedAt };
}

/** The text of a comment that may mention users, or was deleted. */
function textOf({ _id, post, author, user, body, answers, isDeleted, changedAt }: CommentChange) {
  if (!isDeleted && !mayMention(body)) return undefined;
  const words = isDeleted ? '' : body;
  const notified = answers ? [author, answers] : [author];
  return { ref: _id, post, user, words, changedAt, notified } satisfies WrittenText;
}
