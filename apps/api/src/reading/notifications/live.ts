import { Types } from 'mongoose';
import pLimit from 'p-limit';
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

const touchedFrom = ({ at, behind }: Start) =>
  behind === undefined
    ? { touchedAt: { $gte: at } }
    : { touchedAt: { $gte: at }, $or: [{ touchedAt: { $gt: at } }, { _id: { $gt: behind } }] };

/** Event id for the state at a time of change. */
const idOf = (touchedAt: Date) => String(touchedAt.getTime());

/**
 * Notifies listening users of changes made by any process. A process with listeners polls once a second for
 * documents changed since, with one query for all. Without listeners nothing runs.
 */
export function createLive({ notifications, unread, now, log, readAtOnce = READ_AT_ONCE }: Parts) {
  const listeners = new Map<string, Set<Place>>();
  const telling = pLimit(TELLING_AT_ONCE);
  let timer: NodeJS.Timeout | undefined;
  let second = 0;
  /** When the current poll and the previous one saw each document change. */
  let seen = new Map<string, number>();
  /** Where the next poll starts: at a time, or after the last change read by an incomplete poll. */
  let from: Start = { at: new Date(0) };
  let looking: Promise<void> | undefined;

  /** Returns the listeners with unseen changes, and the times of these. */
  async function readChanges(): Promise<Map<string, Date>> {
    const changed = new Map<string, Date>();
    const seenNow = new Map<string, number>();
    const next = { at: new Date(now().getTime() - OVERLAP) };
    for (let reads = 1; ; reads += 1) {
      const found = (await notifications
        .find(touchedFrom(from), { projection: { recipient: 1, touchedAt: 1 } })
        .sort({ touchedAt: 1, _id: 1 })
        .limit(readAtOnce)
        .maxTimeMS(READ_WITHIN)
        .toArray()) as Pick<NotificationRecord, '_id' | 'recipient' | 'touchedAt'>[];
      for (const { _id, recipient, touchedAt } of found) {
        const userId = recipient.toHexString();
        const time = touchedAt.getTime();
        const isNew = seen.get(_id) !== time && seenNow.get(_id) !== time;
        if (isNew && listeners.has(userId)) changed.set(userId, touchedAt);
        seenNow.set(_id, time);
      }
      if (found.length < readAtOnce) {
        from = next;
        break;
      }
      const { touchedAt: at, _id: behind } = found.at(-1)!;
      from = { at, behind };
      if (reads === READS_MAX) break;
    }
    seen = seenNow;
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

  async function tell(userId: string, touchedAt: Date): Promise<void> {
    const id = idOf(touchedAt);
    const places = [...(listeners.get(userId) ?? [])];
    // Listeners that resumed with this id have this state. Those that were sent it may miss a second change in the
    // same millisecond, so their count is compared below.
    if (places.every(({ known, count }) => known === id && count === undefined)) return;
    const unreadNow = await unread(userId);
    const behind = places.filter(({ known, count = unreadNow }) => known !== id || count !== unreadNow);
    await Promise.all(behind.map((place) => send(place, unreadNow, id)));
  }

  async function look(): Promise<void> {
    if (listeners.size === 0) return;
    const before = { seen, from };
    try {
      const changed = await readChanges();
      await Promise.all([...changed].map(([userId, at]) => telling(() => tell(userId, at))));
    } catch (error) {
      // If the database is down, the next poll reads the same again.
      ({ seen, from } = before);
      if (timer !== undefined) log.warn({ err: error }, 'changes of notifications cannot be read');
    }
  }

  /** Sends a heartbeat, or ends the stream if the session has ended. */
  async function beat({ stream, since, isAllowed }: Place): Promise<void> {
    // A database outage ends no stream.
    if ((second - since) % ASK_EVERY === 0 && !(await telling(() => isAllowed().catch(() => true))))
      stream.end();
    else stream.send('beat', {});
  }

  /** Runs every second. Polls do not overlap. */
  async function tick(): Promise<void> {
    second += 1;
    looking ??= look().finally(() => {
      looking = undefined;
    });
    const due = [...listeners.values()].flatMap((own) =>
      [...own].filter(({ since }) => (second - since) % BEAT_EVERY === 0),
    );
    await Promise.all([looking, ...due.map(beat)]);
  }

  function start(): void {
    from = { at: new Date(now().getTime() - OVERLAP) };
    seen = new Map();
    // Detached from the request of the first listener, whose time limit would apply.
    timer = runForRequest(undefined, () => setInterval(() => void tick(), SECOND)).unref();
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    tick,
    /** Whether this process polls for changes. */
    isLooking: () => timer !== undefined,
    /**
     * Adds a listener and sends the current state, unless the client has it. @returns removes the listener
     * @param lastEventId id of the latest event that the client has
     */
    async listen(listener: Listener, lastEventId: string | undefined): Promise<() => void> {
      const { userId } = listener;
      const place: Place = { ...listener, since: second, known: lastEventId };
      const own = listeners.get(userId) ?? new Set();
      if (listeners.size === 0) start();
      listeners.set(userId, own.add(place));
      const leave = () => {
        own.delete(place);
        if (own.size === 0) listeners.delete(userId);
        if (listeners.size === 0) stop();
      };
      try {
        const [latest] = await notifications
          .find({ recipient: new Types.ObjectId(userId) }, { projection: { touchedAt: 1 } })
          .sort({ touchedAt: -1 })
          .limit(1)
          .toArray();
        const id = idOf(latest?.touchedAt ?? new Date(0));
        if (id !== lastEventId) await send(place, await unread(userId), id);
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },
    /** Ends all streams, for shutdown. */
    close(): void {
      stop();
      for (const own of listeners.values()) for (const { stream } of own) stream.end();
    },
  };
}
