import * as z from 'zod/mini';
import { isoDate, listCursor, objectId, plainAnswer, queryLimit, queryText, success } from './common.js';
import { endpoint } from './endpoint.js';
import { person } from './people.js';

export const NOTIFICATION_LIMITS = {
  page: 20,
  pageMax: 50,
  /** People whom one notification names. */
  named: 3,
  /** What one notification tells of at most; of more it says `more`. */
  entries: 50,
  /** Unread notifications are counted up to this number. */
  unreadMax: 30,
  /** Of one person so many are kept at most, the latest, and for so many days. */
  kept: 500,
  days: 90,
} as const;

/**
 * What people are told of: likes of their posts and comments, comments on their posts, replies to their comments, their
 * name in a text, follows.
 */
export const NOTIFICATION_KINDS = ['like', 'commentLike', 'comment', 'reply', 'mention', 'follow'] as const;
const kind = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = z.infer<typeof kind>;

/** What one or several people did, by post and kind. */
export const notification = z.object({
  _id: z.string(),
  kind,
  /** The post that it is about, `null` for follows. `title` is the beginning of its text, or what it warns of; empty where it has neither. */
  post: z.nullable(z.object({ _id: objectId(), title: z.string() })),
  /** The latest comment that it tells of, which is below that post; `null` where it tells of none, as for likes. */
  comment: z.nullable(objectId()),
  /** The latest of those who did it. */
  people: z.array(person),
  /** How many did it. */
  count: z.int(),
  /** Whether more did it than were counted. */
  more: z.boolean(),
  /** When it was last done. */
  at: isoDate,
  isRead: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

/** Notifications that are not read, `unreadMax` where there are as many or more. */
const unread = z.int();

/** The latest first. A page may be shorter than its limit, and `nextCursor` is `null` at the end. */
export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  access: 'user',
  query: z.object({
    limit: queryLimit(NOTIFICATION_LIMITS.page, NOTIFICATION_LIMITS.pageMax),
    cursor: listCursor,
  }),
  answer: z.object({ ...success, data: z.array(notification), nextCursor: z.nullable(z.string()), unread }),
});

/** Marks as read what was done up to a time, all or of one notification; what came later stays unread. */
export const readNotifications = endpoint({
  method: 'POST',
  path: '/notifications/read',
  access: 'user',
  body: z.object({
    until: isoDate.check(z.refine((value) => !Number.isNaN(Date.parse(value)), 'until must be a time')),
    /** `_id` of the only one. */
    notification: z.optional(z.string().check(z.maxLength(100, 'notification is too long'))),
  }),
  answer: z.object({ ...success, data: z.object({ unread }) }),
});

/**
 * Server-sent events. `unread` says how many notifications are not read: once at the beginning, unless the
 * `Last-Event-ID` is still the latest, and whenever something changes. `beat` comes every 15 seconds.
 */
export const notificationEvents = endpoint({
  method: 'GET',
  path: '/notifications/events',
  access: 'user',
  answer: plainAnswer,
});

const muted = z
  .array(
    z.enum(NOTIFICATION_KINDS, {
      error: 'A kind must be one of like, commentLike, comment, reply, mention, follow',
    }),
    { error: 'muted must be a list of kinds' },
  )
  .check(z.maxLength(NOTIFICATION_KINDS.length, 'There are not so many kinds'));

/** How often a mail tells of what is not read yet. */
export const DIGESTS = ['off', 'daily', 'weekly'] as const;
const digest = z.enum(DIGESTS, { error: 'digest must be off, daily or weekly' });
export type Digest = z.infer<typeof digest>;

export const notificationSettings = z.object({
  /** Kinds that are not told of. */
  muted,
  digest,
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

const settingsAnswer = z.object({ ...success, data: notificationSettings });

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/notifications/settings',
  access: 'user',
  answer: settingsAnswer,
});

/** Changes the settings that are sent. */
export const updateNotificationSettings = endpoint({
  method: 'PATCH',
  path: '/notifications/settings',
  access: 'user',
  body: z.object({ muted: z.optional(muted), digest: z.optional(digest) }),
  answer: settingsAnswer,
});

const DIGEST_TOKEN_MAX = 500;
const unsubscribeCall = {
  path: '/notifications/unsubscribe',
  access: 'public',
  query: z.object({ token: queryText('token', DIGEST_TOKEN_MAX) }),
  answer: plainAnswer,
} as const;

/** A page with a button that ends the digests. It changes nothing: programs that look through mails follow links. */
export const unsubscribePage = endpoint({ ...unsubscribeCall, method: 'GET' });

/** Ends the digests of whoever got the mail with this address, as RFC 8058 says. Succeeds again and again. */
export const unsubscribeDigest = endpoint({ ...unsubscribeCall, method: 'POST', anyOrigin: true });
