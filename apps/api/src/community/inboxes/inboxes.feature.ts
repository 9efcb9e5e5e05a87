import { Types } from 'mongoose';
import type { Bus } from '../../platform/bus/bus.js';
import { collectionOf, unchecked } from '../../platform/db/collection-of.js';
import { retryDuplicate } from '../../platform/db/duplicate-key.js';
import { LruCache } from '../../platform/lru-cache.js';
import type { Platform } from '../../platform/platform.js';
import { DAY, later, SECOND } from '../../platform/time.js';
import { notificationModel } from './notification.model.js';
import { inboxModel, type InboxRecord } from './inbox.model.js';

/** How long after the beginning of a change no count is kept: clocks differ, and writes wait for a failover. */
const SETTLES = 15 * SECOND;
/** A change that takes longer is announced again, and one that follows within this time is not. */
const ANNOUNCED = 5 * SECOND;
const ANNOUNCED_MAX = 10_000;
/** How long a number is kept that no notification makes up. */
const KEPT = DAY;
/** Its `changedAt` is of a change that concerns everybody. */
const EVERYBODY = new Types.ObjectId('0'.repeat(24));

/** The number of a user's unread notifications. */
export interface Kept {
  /** `undefined` if it must be counted. */
  unread: number | undefined;
  /**
   * Keeps a number that was counted after this was read.
   * @param until when the first of the counted notifications expires
   */
  keep: (unread: number, until: Date | undefined) => Promise<void>;
}

interface Parts extends Pick<Platform, 'now'> {
  records: ReturnType<typeof collectionOf<InboxRecord>>;
  /** When changes of a user's number were last announced by this process. */
  announced: LruCache<string, number>;
}

async function announce({ records, announced, now }: Parts, users: readonly Types.ObjectId[]) {
  const changedAt = now();
  const isDue = (id: Types.ObjectId) =>
    changedAt.getTime() - (announced.get(id.toHexString()) ?? 0) >= ANNOUNCED;
  const due = [...new Map(users.map((id) => [id.toHexString(), id])).values()].filter(isDue);
  if (due.length === 0) return;
  const updates = due.map((_id) => ({
    updateOne: { filter: { _id }, update: { $max: { changedAt } }, upsert: true },
  }));
  await retryDuplicate(() => records.bulkWrite(unchecked(updates), { ordered: false }));
  for (const id of due) announced.set(id.toHexString(), changedAt.getTime());
}

/** Announces a change that took long to write. Without that, changes are found by their time. */
async function writing<T>(
  inboxes: Parts,
  users: readonly Types.ObjectId[],
  write: () => Promise<T>,
): Promise<T> {
  const start = inboxes.now();
  const written = await write();
  if (inboxes.now() >= later(start, ANNOUNCED)) await announce(inboxes, users);
  return written;
}

/** Announces a change before it is written, so that no number that was counted before is taken for the new one. */
async function changing<T>(
  inboxes: Parts,
  users: readonly Types.ObjectId[],
  write: () => Promise<T>,
): Promise<T> {
  await announce(inboxes, users);
  return writing(inboxes, users, write);
}

/**
 * Reads the number of unread ones as it was counted last. A count is valid if it began after all changes had settled,
 * so changes need not know what they change.
 * @param readChanged when the notifications of the user changed last
 */
async function kept(
  { records, now }: Parts,
  user: Types.ObjectId,
  readChanged: () => Promise<Date | undefined>,
): Promise<Kept> {
  const time = now();
  const [found, touchedAt] = await Promise.all([
    records.find({ _id: { $in: [user, EVERYBODY] } }).toArray(),
    readChanged(),
  ]);
  const own = found.find(({ _id }) => _id.equals(user));
  const changes = [touchedAt, ...found.map(({ changedAt }) => changedAt)];
  const settled = new Date(Math.max(...changes.map((at) => at?.getTime() ?? 0)) + SETTLES);
  const isValid = own?.countedAt && own.countedAt > settled && own.countedUntil! > time;
  return {
    unread: isValid ? own.unread! : undefined,
    keep: async (unread, until = later(time, KEPT)) => {
      if (time <= settled) return;
      const fields = { unread, countedAt: time, countedUntil: until };
      await retryDuplicate(() => records.updateOne({ _id: user }, { $set: fields }, { upsert: true }));
    },
  };
}

export type Inboxes = ReturnType<typeof createInboxes>;

/** The topic of changes of a user's notifications. */
export const unreadTopic = (userId: string): string => `unread:${userId}`;

interface InboxesDeps extends Pick<Platform, 'connection' | 'now'> {
  bus?: Pick<Bus, 'publish'>;
}

/** Keeps the number of unread notifications of each user. */
export function createInboxes({ connection, now, bus }: InboxesDeps) {
  const records = collectionOf(inboxModel(connection));
  const notifications = collectionOf(notificationModel(connection));
  const inboxes: Parts = { records, now, announced: new LruCache(ANNOUNCED_MAX) };
  return {
    kept: (user: Types.ObjectId, readChanged: () => Promise<Date | undefined>) =>
      kept(inboxes, user, readChanged),
    /** Does a write that stores its time in the notifications that it changes, and tells all processes. */
    writing: async <T>(users: readonly Types.ObjectId[], write: () => Promise<T>): Promise<T> => {
      const written = await writing(inboxes, users, write);
      bus?.publish([...new Set(users.map((id) => unreadTopic(id.toHexString())))]);
      return written;
    },
    /** Does another write that may change the numbers of these users. */
    changing: <T>(users: readonly Types.ObjectId[], write: () => Promise<T>) =>
      changing(inboxes, users, write),
    /** Does the removal of a post, after which nobody is notified of it. */
    removingPost: async <T>(post: Types.ObjectId, remove: () => Promise<T>): Promise<T> =>
      changing(inboxes, await notifications.distinct('recipient', { post }), remove),
    /** Does a write that may change everybody's numbers. */
    changingAll: <T>(write: () => Promise<T>) => changing(inboxes, [EVERYBODY], write),
    deleteOf: (user: Types.ObjectId) => records.deleteOne({ _id: user }),
  };
}
