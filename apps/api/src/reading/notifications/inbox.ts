import {
  NOTIFICATION_LIMITS,
  type Notification,
  type NotificationKind,
  type Person,
} from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { Relations } from '../../community/relations/relations.feature.js';
import type { Collection } from '../../platform/db/collection-of.js';
import { excerpt } from '../../platform/text.js';
import type { Order, PageReader } from '../../platform/http/paging.js';
import type { Comments } from '../../content/comments/comments.feature.js';
import type { People } from '../people/people.feature.js';
import { presentPerson } from '../../content/posts/post.presenter.js';
import type { Posts } from '../../content/posts/posts.feature.js';
import type { Users } from '../../community/users/users.feature.js';
import { withCommentLines } from './comment-lines.js';
import type { NotificationRecord } from './notification.model.js';

const LATEST_FIRST: Order = { at: -1, _id: -1 };
const TITLE_MAX = 100;
/** Kinds whose entries are texts: a comment, or the post itself if it mentions a user. */
const OF_TEXTS: readonly NotificationKind[] = ['comment', 'reply', 'mention'];
/** Records per query if some are hidden, and the most such queries. No more records are stored. */
const READ_ON = 50;
const READS_MAX = (4 * NOTIFICATION_LIMITS.kept) / READ_ON;
const { named: NAMED, unreadMax: UNREAD_MAX } = NOTIFICATION_LIMITS;

interface Parts {
  notifications: Collection<NotificationRecord>;
  users: Pick<Users, 'shownAuthors'>;
  posts: Pick<Posts, 'lists'>;
  comments: Pick<Comments, 'stored'>;
  people: Pick<People, 'blockedBy'>;
  relations: Pick<Relations, 'blockersAmong'>;
  readPage: PageReader;
  /** Kinds that a user has muted. */
  mutedBy: (user: Types.ObjectId) => Promise<readonly NotificationKind[]>;
  now: () => Date;
}

/**
 * The owner of the notifications, and the filter without muted kinds and without users on either side of a block.
 */
interface Told {
  userId: string;
  filter: object;
  blocked: ReadonlySet<string>;
  /** Posts with a content warning among those read. */
  warned: Set<string>;
  /** Notifications built from records read before; `undefined` if nothing of a record is visible. */
  known: Map<string, Notification | undefined>;
}

/** Query of a list of notifications. */
interface Wanted {
  list: string;
  filter: object;
  limit: number;
  cursor?: string | undefined;
  /** Filters the notifications. */
  keep?: (notification: Notification) => boolean;
}

/** A visible record and its notification. */
interface Shown {
  record: NotificationRecord;
  notification: Notification;
}

export type Inbox = ReturnType<typeof createInbox>;

/** Returns a page, latest first, and the number of unread ones, at most `unreadMax`. */
async function page(parts: Parts, userId: string, limit: number, cursor: string | undefined) {
  const told = await toldTo(parts, userId);
  const { shown, nextCursor } = await collect(parts, told, { ...listOf(userId), limit, cursor });
  const data = shown.map(({ notification }) => notification);
  // A page with all notifications includes all unread ones.
  const isAll = !cursor && nextCursor === null;
  const unread = isAll ? data.filter(isUnread).slice(0, UNREAD_MAX) : await latestUnread(parts, told);
  return { data: await withCommentLines(parts, data, told), nextCursor, unread: unread.length };
}

/** Returns how many a user has not read, at most `unreadMax`. */
async function unread(parts: Parts, userId: string): Promise<number> {
  return (await unreadOf(parts, userId)).length;
}

/** Returns the latest unread ones of a user. */
async function unreadOf(parts: Parts, userId: string): Promise<Notification[]> {
  return latestUnread(parts, await toldTo(parts, userId));
}

/** Returns the latest records of which the user sees anything. */
async function latestShown(parts: Parts, user: Types.ObjectId, most: number): Promise<NotificationRecord[]> {
  const userId = user.toHexString();
  const { shown } = await collect(parts, await toldTo(parts, userId), { ...listOf(userId), limit: most });
  return shown.map(({ record }) => record);
}

/** Marks notifications up to a time as read, or only the given one. Writes nothing if nothing changes. */
async function read(parts: Parts, userId: string, until: Date, only?: string): Promise<void> {
  const { notifications, now } = parts;
  const time = new Date(Math.min(until.getTime(), now().getTime()));
  const becomesRead = { $and: ['$$e.isOn', { $lte: ['$$e.at', time] }, { $gt: ['$$e.at', '$readAt'] }] };
  const those = {
    recipient: new Types.ObjectId(userId),
    isUnread: true,
    ...(only && { _id: only }),
    $expr: { $gt: [{ $size: { $filter: { input: '$entries', as: 'e', cond: becomesRead } } }, 0] },
  };
  await notifications.updateMany(those, [
    {
      $set: {
        readAt: { $max: ['$readAt', time] },
        isUnread: { $gt: ['$at', time] },
        touchedAt: { $max: [now(), { $add: ['$touchedAt', 1] }] },
      },
    },
  ]);
}

async function toldTo(parts: Parts, userId: string): Promise<Told> {
  const { mutedBy, people, relations } = parts;
  const recipient = new Types.ObjectId(userId);
  const [muted, blocked, blockers] = await Promise.all([
    mutedBy(recipient),
    people.blockedBy(recipient),
    relations.blockersAmong([], userId),
  ]);
  const hidden = [...blocked, ...blockers].map((id) => new Types.ObjectId(id));
  const filter = {
    recipient,
    ...(muted.length > 0 && { kind: { $nin: [...muted] } }),
    ...(hidden.length > 0 && { entries: { $elemMatch: { isOn: true, user: { $nin: hidden } } } }),
  };
  return { userId, filter, blocked, warned: new Set(), known: new Map() };
}

async function latestUnread(parts: Parts, told: Told): Promise<Notification[]> {
  const unread = { list: `unread ${told.userId}`, filter: { isUnread: true }, keep: isUnread };
  const { shown } = await collect(parts, told, { ...unread, limit: UNREAD_MAX });
  return shown.map(({ notification }) => notification);
}

/** Reads until enough visible ones are found or no records are left. */
async function collect(
  parts: Parts,
  told: Told,
  { list, filter, limit, cursor, keep = () => true }: Wanted,
): Promise<{ shown: Shown[]; nextCursor: string | null }> {
  const readAfter = (after: string | undefined, most: number) =>
    parts.readPage<NotificationRecord>({
      list,
      order: LATEST_FIRST,
      limit: most,
      cursor: after,
      // On the first page the range has no condition on `at`, which is null if no entry is left.
      find: (range) => parts.notifications.find({ ...told.filter, ...filter, ...range }),
    });
  const shown: Shown[] = [];
  let after = cursor;
  for (let reads = 1; ; reads += 1) {
    const missing = limit - shown.length;
    let page = await readAfter(after, reads === 1 ? missing : READ_ON);
    await presentAll(parts, told, page.shown);
    const found = () =>
      page.shown.flatMap((record, index) => {
        const notification = told.known.get(record._id);
        return notification !== undefined && keep(notification) ? { record, notification, index } : [];
      });
    const next = found()[missing];
    // Read again up to the last visible record, so that the cursor names it.
    if (next !== undefined) page = await readAfter(after, found()[missing - 1]!.index + 1);
    shown.push(...found().slice(0, missing));
    const { nextCursor } = page;
    if (nextCursor === null || shown.length === limit || reads === READS_MAX) return { shown, nextCursor };
    after = nextCursor;
  }
}

/** Builds the visible part of records. */
async function presentAll(parts: Parts, told: Told, all: readonly NotificationRecord[]): Promise<void> {
  const { users, posts: stored } = parts;
  const { userId, blocked, known } = told;
  const records = all.filter(({ _id }) => !known.has(_id));
  if (records.length === 0) return;
  // Convert ids to text once: there are up to fifty entries per record.
  const each = records.map((record) => ({
    record,
    entries: record.entries
      .filter(({ isOn }) => isOn)
      .map(({ ref, user, at }) => ({ ref, at, id: user.toHexString() })),
  }));
  const texts = await stored.lists.stored(records.flatMap(({ post }) => post ?? []));
  const ids = new Set([
    ...each.flatMap(({ entries }) => entries.map(({ id }) => id)),
    ...texts.map(({ user }) => user.toHexString()),
  ]);
  const wanted = [...ids].filter((id) => !blocked.has(id));
  const people = new Map<string, Person>();
  for (const user of await users.shownAuthors(wanted, userId)) {
    if (user !== undefined) people.set(user._id.toHexString(), presentPerson(user));
  }
  const posts = new Map<string, NotificationPost>();
  for (const { _id, user, contentWarning, title, description } of texts) {
    if (!people.has(user.toHexString())) continue;
    if (contentWarning) told.warned.add(_id.toHexString());
    const text = contentWarning || title || description;
    posts.set(_id.toHexString(), { _id: _id.toHexString(), title: excerpt(text, TITLE_MAX) });
  }
  for (const one of each) known.set(one.record._id, present(one, people, posts));
}

/**
 * Notifications as the user may see them now: without suspended or deleted users, without users on either side of a
 * block, and without posts hidden from the reader. Hidden ones take no room in a page: lists read further.
 */
export function createInbox(parts: Parts) {
  return {
    page: (userId: string, limit: number, cursor: string | undefined) => page(parts, userId, limit, cursor),
    unread: (userId: string) => unread(parts, userId),
    unreadOf: (userId: string) => unreadOf(parts, userId),
    latestShown: (user: Types.ObjectId, most: number) => latestShown(parts, user, most),
    read: (userId: string, until: Date, only?: string) => read(parts, userId, until, only),
  };
}

const isUnread = ({ isRead }: Notification) => !isRead;
const listOf = (userId: string) => ({ list: `notifications ${userId}`, filter: { at: { $type: 'date' } } });

type NotificationPost = NonNullable<Notification['post']>;

interface ToldOf {
  record: NotificationRecord;
  /** Entries that were not removed, each with its author's id. */
  entries: { ref: Types.ObjectId; at: Date; id: string }[];
}

function present(
  { record, entries: all }: ToldOf,
  people: ReadonlyMap<string, Person>,
  posts: ReadonlyMap<string, NotificationPost>,
): Notification | undefined {
  const { _id, kind, readAt, more } = record;
  const post = record.post ? posts.get(record.post.toHexString()) : null;
  if (post === undefined) return undefined;
  const entries = all.filter(({ id }) => people.has(id)).sort((a, b) => b.at.getTime() - a.at.getTime());
  const [latest] = entries;
  if (latest === undefined) return undefined;
  const tellsOfComment = OF_TEXTS.includes(kind) && !latest.ref.equals(record.post);
  const distinct = [...new Set(entries.map(({ id }) => id))];
  return {
    _id,
    kind,
    post,
    comment: tellsOfComment ? latest.ref.toHexString() : null,
    text: null,
    people: distinct.slice(0, NAMED).map((id) => people.get(id)!),
    count: distinct.length,
    more,
    at: latest.at.toISOString(),
    isRead: readAt !== null && latest.at <= readAt,
  };
}
