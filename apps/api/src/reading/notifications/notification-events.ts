import type { NotificationKind } from '@social-feed/contracts';
import { namesIn } from '@social-feed/contracts/linked-text';
import type { Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import type { Platform } from '../../platform/platform.js';
import type { CommentChange, Follow, Like, WrittenText } from '../../community/events.js';
import type { Inboxes } from '../../community/inboxes/inboxes.feature.js';
import type { Relations } from '../../community/relations/relations.feature.js';
import type { Users } from '../../community/users/users.feature.js';
import type { Inbox } from './inbox.js';
import type { NotificationRecord } from '../../community/inboxes/notification.model.js';
import { createNotificationWriter } from './notification-writer.js';

/** Most users that one text notifies of a mention. */
const NAMED_MAX = 10;
/** Most users mentioned by all versions of one text. */
const RECIPIENTS_MAX = 100;

interface Parts extends Pick<Platform, 'now'> {
  notifications: Collection<NotificationRecord>;
  users: Pick<Users, 'namedShown'>;
  relations: Pick<Relations, 'blockersAmong'>;
  inboxes: Pick<Inboxes, 'changing' | 'writing'>;
  inbox: Pick<Inbox, 'latestShown'>;
}

/** Turns events of other features into notifications. Each event may arrive several times and in any order. */
export function createNotificationEvents({ notifications, users, relations, inboxes, inbox, now }: Parts) {
  const { latestShown } = inbox;
  const { record } = createNotificationWriter({ notifications, inboxes, latestShown, now });

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
  async function recordMentions({ ref, post, user, words, changedAt, notified }: WrittenText): Promise<void> {
    const names = [...new Set(namesIn(words).map((name) => name.toLowerCase()))].slice(0, NAMED_MAX);
    const named = names.length === 0 ? [] : await users.namedShown(names);
    const blockers = await relations.blockersAmong(
      named.map((id) => id.toHexString()),
      user.toHexString(),
    );
    const note = (recipient: Types.ObjectId, isOn: boolean) =>
      record({ kind: 'mention', recipient, post, entry: { ref, user, at: changedAt, changedAt, isOn } });
    // Users notified of a mention in an earlier version.
    const mentions = notifications.find(
      { post, kind: 'mention', entries: { $elemMatch: { ref, isOn: true } } },
      { projection: { recipient: 1 } },
    );
    const before = (await mentions.limit(RECIPIENTS_MAX).toArray()).map(({ recipient }) => recipient);
    const isIn = (list: readonly Types.ObjectId[], id: Types.ObjectId) =>
      list.some((other) => other.equals(id));
    await Promise.all([
      ...named
        .filter((id) => !isIn(notified, id) && !blockers.has(id.toHexString()))
        .map((id) => note(id, true)),
      ...before.filter((id) => !isIn(named, id)).map((id) => note(id, false)),
    ]);
  }

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
      const { _id, post, author, user, answers, changedAt, isDeleted } = comment;
      const entry = { ref: _id, user, at: changedAt, changedAt, isOn: !isDeleted };
      await Promise.all([
        answers && record({ kind: 'reply', recipient: answers, post, entry }),
        // The author of the post gets only the reply if it answers their own comment.
        answers?.equals(author) ? undefined : record({ kind: 'comment', recipient: author, post, entry }),
      ]);
    },
    onMention: recordMentions,
  };
}
