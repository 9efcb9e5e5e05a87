import { NOTIFICATION_LIMITS, type Notification, type NotificationKind } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { Inboxes } from '../../community/inboxes/inboxes.feature.js';
import type { Relations } from '../../community/relations/relations.feature.js';
import type { Collection } from '../../platform/db/collection-of.js';
import type { Order, PageReader } from '../../platform/http/paging.js';
import type { Comments } from '../../content/comments/comments.feature.js';
import type { People } from '../people/people.feature.js';
import { withCommentLines } from './comment-lines.js';
import type { NotificationRecord } from '../../community/inboxes/notification.model.js';
import { presentAll, type PresenterParts, type Told } from './notification.presenter.js';

const LATEST_FIRST: Order = { at: -1, _id: -1 };
/** Records per query if some are hidden, and the most such queries. No more records are stored. */
const READ_ON = 50;
const READS_MAX = (4 * NOTIFICATION_LIMITS.kept) / READ_ON;
const { unreadMax: UNREAD_MAX } = NOTIFICATION_LIMITS;

interface Parts extends PresenterParts {
  notifications: Collection<NotificationRecord>;
  comments: Pick<Comments, 'stored'>;
  people: Pick<People, 'blockedBy'>;
  relations: Pick<Relations, 'blockersAmong'>;
  inboxes: Pick<Inboxes, 'writing' | 'kept'>;
  readPage: PageReader;
  /** Kinds that a user has muted. */
  mutedBy: (user: Types.ObjectId) => Promise<readonly NotificationKind[]>;
  now: () => Date;
}

/** Query of a list of notifications. */
interface Wanted {
  list: string;
  filter: object;
  limit: number;
  cursor?: string | undefined;
  /** Filters the notifications. */
  keep?: (notification: Notification) => boolean;
  /** Reads records that are built together with those of the first read, unless it is the last. */
  along?: () => Promise<readonly NotificationRecord[]>;
}

/** A visible record and its notification. */
interface Shown {
  record: NotificationRecord;
  notification: Notification;
}

export type Inbox = ReturnType<typeof createInbox>;

/** Returns a page, latest first, and the number of unread ones, at most `unreadMax`. */
async function page(parts: Parts, userId: string, limit: number, cursor: string | undefined) {
  const [told, kept] = await Promise.all([toldTo(parts, userId), keptOf(parts, userId)]);
  let shortened: readonly NotificationRecord[] | undefined;
  const along = async () => (shortened = await readShortened(parts, told));
  const { shown, nextCursor } = await collect(parts, told, {
    ...{ ...listOf(userId), limit, cursor },
    ...(kept.unread === undefined && { along }),
  });
  const data = shown.map(({ notification }) => notification);
  // A page with all notifications includes all unread ones.
  const isAll = !cursor && nextCursor === null;
  const unread = isAll
    ? Math.min(data.filter(isUnread).length, UNREAD_MAX)
    : (kept.unread ?? (await countAndKeep(parts, told, shortened ?? (await along()), kept)));
  return { data: await withCommentLines(parts, data, told), nextCursor, unread };
}

/** Returns how many a user has not read, at most `unreadMax`. */
async function unread(parts: Parts, userId: string): Promise<number> {
  const kept = await keptOf(parts, userId);
  if (kept.unread !== undefined) return kept.unread;
  const told = await toldTo(parts, userId);
  return countAndKeep(parts, told, await readShortened(parts, told), kept);
}

function keptOf({ inboxes, notifications }: Parts, userId: string) {
  const recipient = new Types.ObjectId(userId);
  return inboxes.kept(recipient, async () => {
    const projection = { _id: 0, touchedAt: 1 } as const;
    const latest = notifications.find({ recipient }, { projection }).sort({ touchedAt: -1 }).limit(1);
    return (await latest.toArray())[0]?.touchedAt;
  });
}

async function countAndKeep(
  parts: Parts,
  told: Told,
  shortened: readonly NotificationRecord[],
  { keep }: Awaited<ReturnType<typeof keptOf>>,
): Promise<number> {
  const unread = await countUnread(parts, told, shortened);
  await keep(unread, told.until);
  return unread;
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
  const { notifications, inboxes, now } = parts;
  const time = new Date(Math.min(until.getTime(), now().getTime()));
  const becomesRead = { $and: ['$$e.isOn', { $lte: ['$$e.at', time] }, { $gt: ['$$e.at', '$readAt'] }] };
  const recipient = new Types.ObjectId(userId);
  const those = {
    recipient,
    isUnread: true,
    ...(only && { _id: only }),
    $expr: { $gt: [{ $size: { $filter: { input: '$entries', as: 'e', cond: becomesRead } } }, 0] },
  };
  const update = {
    $set: {
      readAt: { $max: ['$readAt', time] },
      isUnread: { $gt: ['$at', time] },
      touchedAt: { $max: [now(), { $add: ['$touchedAt', 1] }] },
    },
  };
  await inboxes.writing([recipient], () => notifications.updateMany(those, [update]));
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

/**
 * Reads the latest unread records, each with one of the entries that make it unread. That is all the number needs: a
 * whole record has up to fifty.
 */
async function readShortened({ notifications }: Parts, { filter }: Told) {
  const makesUnread = { $and: ['$$e.isOn', { $gt: ['$$e.at', '$readAt'] }] };
  const those = { $filter: { input: '$entries', as: 'e', cond: makesUnread } };
  // by itself, `$slice` in a projection of `find` is another operator, which takes numbers only
  const entries = { $concatArrays: [{ $slice: [those, 1] }] };
  const found = await notifications
    .find(
      { ...filter, isUnread: true },
      { projection: { kind: 1, post: 1, readAt: 1, more: 1, expiresAt: 1, entries } },
    )
    .sort(LATEST_FIRST)
    .limit(UNREAD_MAX)
    .toArray();
  return found.map((record) => ({ ...record, _id: shortenedId(record) }));
}

/** Counts the unread ones. If anything of the shortened records is hidden, the whole records are read. */
async function countUnread(parts: Parts, told: Told, shortened: readonly NotificationRecord[]) {
  await presentAll(parts, told, shortened);
  const isVisible = ({ _id }: NotificationRecord) => told.known.get(_id) !== undefined;
  return shortened.every(isVisible) ? shortened.length : (await latestUnread(parts, told)).length;
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
  { list, filter, limit, cursor, keep = () => true, along }: Wanted,
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
    const others = reads === 1 && page.nextCursor !== null ? await along?.() : [];
    await presentAll(parts, told, [...page.shown, ...(others ?? [])]);
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

/** Tells a shortened record from the whole one. */
const shortenedId = ({ _id }: NotificationRecord): string => `unread ${_id}`;
const isUnread = ({ isRead }: Notification) => !isRead;
const listOf = (userId: string) => ({ list: `notifications ${userId}`, filter: { at: { $type: 'date' } } });
