import * as z from 'zod/mini';
import { givenTime, isoDate, objectId, plainAnswer, success } from './common.js';
import { endpoint } from './endpoint.js';
import { person } from './people.js';
import { WAITING_MAX } from './limits.js';
import { listCursor, queryLimit, queryText } from './query-fields.js';
import { timeZone } from './time-zone.js';
import { t } from './t.js';

export const NOTIFICATION_LIMITS = {
  page: 20,
  pageMax: 50,
  /** Maximum number of users named in a notification. */
  named: 3,
  /** Maximum number of actions in a notification; `more` is set beyond that. */
  entries: 50,
  /** The unread count stops at this number. */
  unreadMax: 30,
  waitingMax: WAITING_MAX,
  /** Maximum number of notifications stored per user, newest first, and their age in days. */
  kept: 500,
  days: 90,
} as const;

/**
 * Events that notify a user: likes of their posts and comments, comments on their posts, replies to their comments,
 * mentions, follows.
 */
export const NOTIFICATION_KINDS = ['like', 'commentLike', 'comment', 'reply', 'mention', 'follow'] as const;
const kind = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = z.infer<typeof kind>;

/** Actions of one or several users, grouped by post and kind. */
export const notification = z.object({
  _id: z.string(),
  kind,
  /**
   * The post, or `null` for follows. `title` is the start of its text or its content warning; empty if it has
   * neither.
   */
  post: z.nullable(z.object({ _id: objectId(), title: z.string() })),
  /** The latest comment, which belongs to that post; `null` for kinds without a comment, such as likes. */
  comment: z.nullable(objectId()),
  /**
   * The start of that comment on one line; `null` without a comment, or if the reader may not see it. Lists have it,
   * digests do not.
   */
  text: z.nullable(z.string()),
  /** The most recent users. */
  people: z.array(person),
  /** Number of users. */
  count: z.int(),
  /** Whether more users acted than were counted. */
  more: z.boolean(),
  /** Time of the latest action. */
  at: isoDate,
  isRead: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

/** Number of unread notifications, at most `unreadMax`. */
const unread = z.int();

/**
 * Newest first. A page may be shorter than its limit; `nextCursor` is `null` at the end. For moderators the first page
 * has `waiting`, the number of reports, appeals and applications that wait for their decision, at most `waitingMax`.
 */
export const listNotifications = endpoint('listNotifications', {
  query: z.object({
    limit: queryLimit(NOTIFICATION_LIMITS.page, NOTIFICATION_LIMITS.pageMax),
    cursor: listCursor,
  }),
  answer: z.object({
    ...success,
    data: z.array(notification),
    nextCursor: z.nullable(z.string()),
    unread,
    waiting: z.optional(z.int()),
  }),
});

/** Marks all notifications, or one, as read up to a time. Later actions stay unread. */
export const readNotifications = endpoint('readNotifications', {
  body: z.object({
    until: givenTime('until'),
    /** `_id` of the notification; without it, all are marked. */
    notification: z.optional(z.string().check(z.maxLength(100, 'notification is too long'))),
  }),
  answer: z.object({ ...success, data: z.object({ unread }) }),
});

/**
 * Server-sent events. `unread` contains the number of unread notifications. It is sent on every change, and at the
 * start unless the `Last-Event-ID` is current. For moderators it has `waiting` as well, as the list of notifications
 * has. `beat` is sent every 15 seconds.
 */
export const notificationEvents = endpoint('notificationEvents', { answer: plainAnswer });

const muted = z
  .array(z.enum(NOTIFICATION_KINDS, { error: `A kind must be one of ${NOTIFICATION_KINDS.join(', ')}` }), {
    error: 'muted must be a list of kinds',
  })
  .check(z.maxLength(NOTIFICATION_KINDS.length, 'There are not so many kinds'));

/** How often unread notifications are sent by mail: the label, the days between two mails, and what a mail calls them. */
export const DIGESTS = {
  off: { label: t`Never` },
  daily: { label: t`Once a day`, days: 1, period: 'day' },
  weekly: { label: t`Once a week`, days: 7, period: 'week' },
} as const;
export type Digest = keyof typeof DIGESTS;
export const DIGEST_NAMES = Object.keys(DIGESTS) as [Digest, ...Digest[]];
const digest = z.enum(DIGEST_NAMES, {
  error: `digest must be ${DIGEST_NAMES.slice(0, -1).join(', ')} or ${DIGEST_NAMES.at(-1)}`,
});

/** The zone whose clocks show `todayHour`; without it the hour is in UTC. Sent together with it. */
const todayZone = z.optional(timeZone('todayZone'));

/** The hour, 0 to 23, at which today's hand is sent by mail; `null` if it is not. */
const todayHour = z.nullable(
  z
    .int({ error: 'todayHour must be a whole number or null' })
    .check(z.minimum(0, 'todayHour must be at least 0'), z.maximum(23, 'todayHour must be at most 23')),
);

export const notificationSettings = z.object({
  /** Kinds of notifications that are turned off. */
  muted,
  digest,
  todayHour,
  todayZone,
  /** Whether mails tell of new reports, applications and appeals, at most one an hour. Only there for moderators. */
  reportMails: z.optional(z.boolean()),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

const settingsAnswer = z.object({ ...success, data: notificationSettings });

export const getNotificationSettings = endpoint('getNotificationSettings', { answer: settingsAnswer });

/** Settings that are not sent stay unchanged. */
export const updateNotificationSettings = endpoint('updateNotificationSettings', {
  body: z.object({
    muted: z.optional(muted),
    digest: z.optional(digest),
    todayHour: z.optional(todayHour),
    todayZone,
    reportMails: z.optional(z.boolean({ error: 'reportMails must be true or false' })),
  }),
  answer: settingsAnswer,
});

const DIGEST_TOKEN_MAX = 500;
const unsubscribe = { query: z.object({ token: queryText('token', DIGEST_TOKEN_MAX) }), answer: plainAnswer };

/**
 * A page with a button that unsubscribes from digests, or from today's hand. Loading it changes nothing, since mail
 * scanners follow links.
 */
export const unsubscribePage = endpoint('unsubscribePage', unsubscribe);

/** Unsubscribes the recipient of the mail from such mails (RFC 8058). Idempotent. */
export const unsubscribeDigest = endpoint('unsubscribeDigest', unsubscribe);
