import { Types } from 'mongoose';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Logger } from 'pino';
import type { Collection } from '../../platform/db/collection-of.js';
import { runForRequest } from '../../platform/request-context.js';
import { SECOND } from '../../platform/time.js';
import type { EventStream } from './event-stream.js';
import type { NotificationRecord } from './notification.model.js';

/** Seconds between heartbeats, shorter than any proxy's idle timeout, and between checks of the session. */
const BEAT_EVERY = 15;
const ASK_EVERY = 60;
/**
 * How far each poll reaches back before the previous one, in milliseconds: clocks differ, and writes wait for a
 * failover.
 */
const OVERLAP = 15 * SECOND;
/** Changes per query, and queries per poll. The next poll continues after them. */
const READ_AT_ONCE = 2000;
const READS_MAX = 5;
/** Timeout of such a query in milliseconds. */
const READ_WITHIN = 5 * SECOND;
/** Users whose unread counts are read in parallel. */
const TELLING_AT_ONCE = 8;

export interface Listener {
  userId: string;
  stream: EventStream;
  /** Whether the session that opened the stream is still valid. */
  isAllowed: () => Promise<boolean>;
  /** Counts what waits for a decision of this user; absent or `undefined` for users who do not moderate. */
  waiting?: () => Promise<number | undefined>;
}
/** Where the next query starts: a time, and an id among documents of the same millisecond. */
interface Start {
  at: Date;
  behind?: string;
}
interface Place extends Listener {
  /** The second in which the listener joined. */
  since: number;
  /** Id of the latest event that the client has. */
  known: string | undefined;
  /** The last unread count sent. */
  count?: number;
}

interface Parts {
  notifications: Collection<NotificationRecord>;
  unread: (userId: string) => Promise<number>;
  now: () => Date;
  log: Logger;
  /** Changes per query. */
  readAtOnce?: number;
}

/** The listeners of this process, and how far it has polled for them. */
interface Polling extends Parts {
  readAtOnce: number;
  listeners: Map<string, Set<Place>>;
  telling: LimitFunction;
  timer?: NodeJS.Timeout | undefined;
  second: number;
  /** When the current poll and the previous one saw each document change. */
  seen: Map<string, number>;
  /** Where the next poll starts: at a time, or after the last change read by an incomplete poll. */
  from: Start;
  looking?: Promise<void> | undefined;
}

export type Live = ReturnType<typeof createLive>;

const touchedFrom = ({ at, behind }: Start) =>
  behind === undefined
    ? { touchedAt: { $gte: at } }
    : { touchedAt: { $gte: at }, $or: [{ touchedAt: { $gt: at } }, { _id: { $gt: behind } }] };

/** Event id for the state at a time of change. */
const idOf = (touchedAt: Date) => String(touchedAt.getTime());

/** Returns the listeners with unseen changes, and the times of these. */
async function readChanges(live: Polling): Promise<Map<string, Date>> {
  const changed = new Map<string, Date>();
  const seenNow = new Map<string, number>();
  const next = { at: new Date(live.now().getTime() - OVERLAP) };
  for (let reads = 1; ; reads += 1) {
    const found = (await live.notifications
      .find(touchedFrom(live.from), { projection: { recipient: 1, touchedAt: 1 } })
      .sort({ touchedAt: 1, _id: 1 })
      .limit(live.readAtOnce)
      .maxTimeMS(READ_WITHIN)
      .toArray()) as Pick<NotificationRecord, '_id' | 'recipient' | 'touchedAt'>[];
    for (const { _id, recipient, touchedAt } of found) {
      const userId = recipient.toHexString();
      const time = touchedAt.getTime();
      const isNew = live.seen.get(_id) !== time && seenNow.get(_id) !== time;
      if (isNew && live.listeners.has(userId)) changed.set(userId, touchedAt);
      seenNow.set(_id, time);
    }
    if (found.length < live.readAtOnce) {
      live.from = next;
      break;
    }
    const { touchedAt: at, _id: behind } = found.at(-1)!;
    live.from = { at, behind };
    if (reads === READS_MAX) break;
  }
  live.seen = seenNow;
  return changed;
}

/** Sends an event to a listener, or ends the stream if the session has ended. */
async function send(place: Place, count: number, id: string): Promise<void> {
  if (!(await place.isAllowed())) place.stream.end();
  else {
    place.known = id;
    place.count = count;
    const waiting = await place.waiting?.();
    place.stream.send('unread', { unread: count, ...(waiting === undefined ? {} : { waiting }) }, id);
  }
}

async function tell({ listeners, unread }: Polling, userId: string, touchedAt: Date): Promise<void> {
  const id = idOf(touchedAt);
  const places = [...(listeners.get(userId) ?? [])];
  // Listeners that resumed with this id have this state. Those that were sent it may miss a second change in the
  // same millisecond, so their count is compared below.
  if (places.every(({ known, count }) => known === id && count === undefined)) return;
  const unreadNow = await unread(userId);
  const behind = places.filter(({ known, count = unreadNow }) => known !== id || count !== unreadNow);
  await Promise.all(behind.map((place) => send(place, unreadNow, id)));
}

async function look(live: Polling): Promise<void> {
  if (live.listeners.size === 0) return;
  const before = { seen: live.seen, from: live.from };
  try {
    const changed = await readChanges(live);
    await Promise.all([...changed].map(([userId, at]) => live.telling(() => tell(live, userId, at))));
  } catch (error) {
    // If the database is down, the next poll reads the same again.
    ({ seen: live.seen, from: live.from } = before);
    if (live.timer !== undefined) live.log.warn({ err: error }, 'changes of notifications cannot be read');
  }
}

/** Sends a heartbeat, or ends the stream if the session has ended. */
async function beat(live: Polling, { stream, since, isAllowed }: Place): Promise<void> {
  // A database outage ends no stream.
  if ((live.second - since) % ASK_EVERY === 0 && !(await live.telling(() => isAllowed().catch(() => true))))
    stream.end();
  else stream.send('beat', {});
}

/** Runs every second. Polls do not overlap. */
async function tick(live: Polling): Promise<void> {
  live.second += 1;
  live.looking ??= look(live).finally(() => {
    live.looking = undefined;
  });
  const due = [...live.listeners.values()].flatMap((own) =>
    [...own].filter(({ since }) => (live.second - since) % BEAT_EVERY === 0),
  );
  await Promise.all([live.looking, ...due.map((place) => beat(live, place))]);
}

function start(live: Polling): void {
  live.from = { at: new Date(live.now().getTime() - OVERLAP) };
  live.seen = new Map();
  // Detached from the request of the first listener, whose time limit would apply.
  live.timer = runForRequest(undefined, () => setInterval(() => void tick(live), SECOND)).unref();
}

function stop(live: Polling): void {
  clearInterval(live.timer);
  live.timer = undefined;
}

/**
 * Adds a listener and sends the current state, unless the client has it. @returns removes the listener
 * @param lastEventId id of the latest event that the client has
 */
async function listen(
  live: Polling,
  listener: Listener,
  lastEventId: string | undefined,
): Promise<() => void> {
  const { listeners } = live;
  const { userId } = listener;
  const place: Place = { ...listener, since: live.second, known: lastEventId };
  const own = listeners.get(userId) ?? new Set();
  if (listeners.size === 0) start(live);
  listeners.set(userId, own.add(place));
  const leave = () => {
    own.delete(place);
    if (own.size === 0) listeners.delete(userId);
    if (listeners.size === 0) stop(live);
  };
  try {
    const [latest] = await live.notifications
      .find({ recipient: new Types.ObjectId(userId) }, { projection: { touchedAt: 1 } })
      .sort({ touchedAt: -1 })
      .limit(1)
      .toArray();
    const id = idOf(latest?.touchedAt ?? new Date(0));
    if (id !== lastEventId) await send(place, await live.unread(userId), id);
  } catch (error) {
    leave();
    throw error;
  }
  return leave;
}

/** Ends all streams, for shutdown. */
function close(live: Polling): void {
  stop(live);
  for (const own of live.listeners.values()) for (const { stream } of own) stream.end();
}

/**
 * Notifies listening users of changes made by any process. A process with listeners polls once a second for
 * documents changed since, with one query for all. Without listeners nothing runs.
 */
export function createLive({ readAtOnce = READ_AT_ONCE, ...parts }: Parts) {
  const live: Polling = {
    ...parts,
    readAtOnce,
    listeners: new Map(),
    telling: pLimit(TELLING_AT_ONCE),
    second: 0,
    seen: new Map(),
    from: { at: new Date(0) },
  };
  return {
    tick: () => tick(live),
    /** Whether this process polls for changes. */
    isLooking: () => live.timer !== undefined,
    listen: (listener: Listener, lastEventId: string | undefined) => listen(live, listener, lastEventId),
    close: () => close(live),
  };
}
