import type { NotificationKind } from '@social-feed/contracts';
import { namesIn } from '@social-feed/contracts/linked-text';
import { mayMention } from '@social-feed/contracts/mentions';
import { Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import type { Platform } from '../../platform/platform.js';
import { MINUTE, SECOND } from '../../platform/time.js';
import type { CommentChange, Follow, Like } from '../events.js';
import type { People } from '../people/people.feature.js';
import { writtenAt } from '../posts/former-texts.js';
import type { Posts } from '../posts/posts.feature.js';
import type { Users } from '../users/users.feature.js';
import type { Inbox } from './inbox.js';
import type { NotificationRecord } from './notification.model.js';
import { createNotificationWriter } from './notification-writer.js';

/** Most users that one text notifies of a mention. */
const NAMED_MAX = 10;
/** Most users mentioned by all versions of one text. */
const RECIPIENTS_MAX = 100;
/** The job that finds the mentions in a post. */
const MENTIONS = 'post-mentions';
/** Milliseconds until a post about to be written usually exists, and until every request has ended. */
const WRITTEN_SOON = SECOND;
const WRITTEN_AT_LAST = MINUTE;

interface Parts extends Pick<Platform, 'jobs' | 'now'> {
  notifications: Collection<NotificationRecord>;
  users: Pick<Users, 'namedShown'>;
  posts: Pick<Posts, 'lists'>;
  people: Pick<People, 'blockersAmong'>;
  inbox: Pick<Inbox, 'latestShown'>;
}

/** A text that may mention users. */
interface NamingText {
  /** The post or comment. */
  ref: Types.ObjectId;
  post: Types.ObjectId;
  user: Types.ObjectId;
  at: Date;
  changedAt: Date;
}

/** Turns events of other features into notifications. Each event may arrive several times and in any order. */
export function createNotificationEvents({ notifications, users, posts, people, inbox, jobs, now }: Parts) {
  const latestShown = inbox.latestShown.bind(inbox);
  const { record } = createNotificationWriter({ notifications, latestShown, now });

  const recordLike =
    (kind: NotificationKind) =>
    ({ author, post, user, isLiked, changedAt }: Like) =>
      record({
        kind,
        recipient: author,
        post,
        entry: { ref: user, user, at: changedAt, changedAt, isOn: isLiked },
      });

  /**
   * Notifies the users that a text mentions, unless they block its author, and removes the notifications of
   * mentions that an edit removed.
   */
  async function recordMentions(text: NamingText, words: string, told: readonly Types.ObjectId[] = []) {
    const { post, ...about } = text;
    const names = [...new Set(namesIn(words).map((name) => name.toLowerCase()))].slice(0, NAMED_MAX);
    const named = names.length === 0 ? [] : await users.namedShown(names);
    const blockers = await people.blockersAmong(
      named.map((id) => id.toHexString()),
      text.user.toHexString(),
    );
    const note = (recipient: Types.ObjectId, isOn: boolean) =>
      record({ kind: 'mention', recipient, post, entry: { ...about, isOn } });
    // Users notified of a mention in an earlier version.
    const mentions = notifications.find(
      { post, kind: 'mention', entries: { $elemMatch: { ref: text.ref, isOn: true } } },
      { projection: { recipient: 1 } },
    );
    const before = (await mentions.limit(RECIPIENTS_MAX).toArray()).map(({ recipient }) => recipient);
    const isIn = (list: readonly Types.ObjectId[], id: Types.ObjectId) =>
      list.some((other) => other.equals(id));
    await Promise.all([
      ...named.filter((id) => !isIn(told, id) && !blockers.has(id.toHexString())).map((id) => note(id, true)),
      ...before.filter((id) => !isIn(named, id)).map((id) => note(id, false)),
    ]);
  }

  // Finds the mentions in a new post once it is written, and again when every request in flight has ended, because
  // a process may have crashed in between.
  jobs.define(MENTIONS, { againAfter: WRITTEN_AT_LAST }, async ({ post: id }: { post: string }) => {
    const [post] = await posts.lists.stored([new Types.ObjectId(id)]);
    if (post === undefined) return;
    const { _id, user, title, description } = post;
    const changedAt = writtenAt(post);
    const text = { ref: _id, post: _id, user, at: changedAt, changedAt };
    await recordMentions(text, `${title}\n${description}`);
  });

  return {
    onLike: recordLike('like'),
    onCommentLike: recordLike('commentLike'),
    onFollow: ({ person, user, isFollowing, since, changedAt }: Follow) =>
      record({
        kind: 'follow',
        recipient: person,
        entry: { ref: user, user, at: since, changedAt, isOn: isFollowing },
      }),
    onComment: async (comment: CommentChange): Promise<void> => {
      const { _id, post, author, user, body, answers, changedAt, isDeleted } = comment;
      const about = { ref: _id, user, at: changedAt, changedAt };
      const entry = { ...about, isOn: !isDeleted };
      await Promise.all([
        answers && record({ kind: 'reply', recipient: answers, post, entry }),
        // The author of the post gets only the reply if it answers their own comment.
        answers?.equals(author) ? undefined : record({ kind: 'comment', recipient: author, post, entry }),
        // These two are notified of the comment itself.
        isDeleted || mayMention(body)
          ? recordMentions({ ...about, post }, isDeleted ? '' : body, answers ? [author, answers] : [author])
          : undefined,
      ]);
    },
    /** Schedules a search for mentions in a post about to be written. */
    beforeNaming: (post: Types.ObjectId) =>
      jobs.add(
        MENTIONS,
        { post: post.toHexString() },
        { key: post.toHexString(), runAt: new Date(now().getTime() + WRITTEN_SOON) },
      ),
  };
}
