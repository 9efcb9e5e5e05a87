import pLimit, { type LimitFunction } from 'p-limit';
import type { Logger } from 'pino';
import { unreadTopic } from '../../community/inboxes/inboxes.feature.js';
import type { Bus } from '../../platform/bus/bus.js';
import { runForRequest } from '../../platform/request-context.js';
import { SECOND } from '../../platform/time.js';
import type { EventStream } from './event-stream.js';
import { createChanges, type Change, type ChangesParts } from './live-changes.js';

/** Seconds between heartbeats, shorter than any proxy's idle timeout, and between checks of the session. */
const BEAT_EVERY = 15;
const ASK_EVERY = 60;
/**
 * How far each poll reaches back before the previous one, in milliseconds: clocks differ, and writes wait for a
 * failover.
 */
const OVERLAP = 15 * SECOND;
/** Seconds between two polls while messages say what changes, to make up for lost ones. */
const POLL_EVERY = 15;
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
interface Place extends Listener {
  /** The second in which the listener joined. */
  since: number;
  /** Id of the latest event that the client has. */
  known: string | undefined;
  /** The last unread count sent. */
  count?: number;
}

interface Parts {
  bus: Pick<Bus, 'isUp' | 'subscribe'>;
  unread: (userId: string) => Promise<number>;
  now: () => Date;
  log: Logger;
}

/** The listeners of this process, and how far it has polled for them. */
interface Polling extends Parts {
  changes: ReturnType<typeof createChanges>;
  listeners: Map<string, Set<Place>>;
  telling: LimitFunction;
  timer?: NodeJS.Timeout | undefined;
  second: number;
  /** When each document changed that was read since the last poll began. */
  seen: Map<string, number>;
  /** From when on the next poll reads changes, and the second of the last one. */
  from: Date;
  polledIn: number;
  /** Listeners of whose changes messages told since the last look. */
  heard: Set<string>;
  /** Whether all messages since the last poll have arrived and been followed, as far as this process can tell. */
  isInformed: boolean;
  looking?: Promise<void> | undefined;
}

export type Live = ReturnType<typeof createLive>;

/** Event id for the state at a time of change. */
const idOf = (touchedAt: Date) => String(touchedAt.getTime());

/** Returns the listeners with unseen changes, and the times of these. */
function unseen({ seen, listeners }: Polling, changes: readonly Change[]): Map<string, Date> {
  const changed = new Map<string, Date>();
  for (const { _id, recipient, touchedAt } of changes) {
    const userId = recipient.toHexString();
    if (seen.get(_id) === touchedAt.getTime() || !listeners.has(userId)) continue;
    const latest = changed.get(userId);
    if (latest === undefined || latest < touchedAt) changed.set(userId, touchedAt);
  }
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

/** Polls for all listeners, or looks at those only of whom messages told. */
async function look(live: Polling): Promise<void> {
  if (live.listeners.size === 0) return;
  const heard = [...live.heard].filter((userId) => live.listeners.has(userId));
  live.heard.clear();
  const isUp = live.bus.isUp();
  // The first one after an outage of the bus polls too: messages were lost since the last poll.
  const polls = !isUp || !live.isInformed || live.second - live.polledIn >= POLL_EVERY;
  live.isInformed = false;
  const next = new Date(live.now().getTime() - OVERLAP);
  try {
    const changes = await (polls
      ? live.changes.ofAll(live.listeners, live.from)
      : live.changes.of(heard, live.from));
    const changed = unseen(live, changes);
    await Promise.all([...changed].map(([userId, at]) => live.telling(() => tell(live, userId, at))));
    const times = changes.map(({ _id, touchedAt }) => [_id, touchedAt.getTime()] as const);
    live.seen = new Map(polls ? times : [...live.seen, ...times]);
    if (polls) {
      live.from = next;
      live.polledIn = live.second;
    }
    live.isInformed = isUp;
  } catch (error) {
    // If the database is down, the next poll reads the same again.
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
  live.from = new Date(live.now().getTime() - OVERLAP);
  live.seen = new Map();
  live.isInformed = false;
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
  const unsubscribe = live.bus.subscribe(unreadTopic(userId), () => live.heard.add(userId));
  const leave = () => {
    unsubscribe();
    own.delete(place);
    if (own.size === 0) listeners.delete(userId);
    if (listeners.size === 0) stop(live);
  };
  try {
    const id = idOf((await live.changes.latestOf(userId)) ?? new Date(0));
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
 * documents changed since, with one query for all, or one for a thousand listeners if more changed. While a bus tells
 * of changes, it reads only what messages name, and polls every 15 seconds. Without listeners nothing runs.
 */
export function createLive(parts: Parts & ChangesParts) {
  const live: Polling = {
    ...parts,
    changes: createChanges(parts),
    listeners: new Map(),
    telling: pLimit(TELLING_AT_ONCE),
    second: 0,
    seen: new Map(),
    from: new Date(0),
    polledIn: 0,
    heard: new Set(),
    isInformed: false,
  };
  return {
    tick: () => tick(live),
    /** Whether this process polls for changes. */
    isLooking: () => live.timer !== undefined,
    listen: (listener: Listener, lastEventId: string | undefined) => listen(live, listener, lastEventId),
    close: () => close(live),
  };
}
