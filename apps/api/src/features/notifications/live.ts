import { Types } from 'mongoose';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Native } from '../../platform/db/native.js';
import { runForRequest } from '../../platform/request-context.js';
import type { EventStream } from './event-stream.js';
import type { NotificationRecord } from './notification.model.js';

const SECOND = 1000;
/** Seconds between two signs of life, shorter than any proxy's patience, and between two looks at who is allowed. */
const BEAT_EVERY = 15;
const ASK_EVERY = 60;
/** How far each look reaches back behind the one before: clocks differ, and writes wait for a failover. Milliseconds. */
const OVERLAP = 15 * SECOND;
/** Changes that one command reads, and commands of one look. The next look goes on behind them. */
const READ_AT_ONCE = 2000;
const READS_MAX = 5;
/** Milliseconds that such a command may take. */
const READ_WITHIN = 5 * SECOND;
/** People whose figures are read at a time. */
const TELLING_AT_ONCE = 8;

export interface Listener {
  userId: string;
  stream: EventStream;
  /** Whether the session that opened it still lasts. */
  isAllowed: () => Promise<boolean>;
}
/** Where reading begins, by time and by id among what was touched in the same millisecond. */
interface Start {
  at: Date;
  behind?: string;
}
interface Place extends Listener {
  /** The second in which it came. */
  since: number;
  /** The latest event that it knows. */
  known: string | undefined;
  /** How many it said last. */
  count?: number;
}

interface Parts {
  notifications: Native<NotificationRecord>;
  unread: (userId: string) => Promise<number>;
  now: () => Date;
  log: Logger;
  /** Changes that one command reads. */
  readAtOnce?: number;
}

const touchedFrom = ({ at, behind }: Start) =>
  behind === undefined
    ? { touchedAt: { $gte: at } }
    : { touchedAt: { $gte: at }, $or: [{ touchedAt: { $gt: at } }, { _id: { $gt: behind } }] };

/** Names how it stood when something was touched. */
const idOf = (touchedAt: Date) => String(touchedAt.getTime());

/**
 * Tells people who listen that something has changed, whichever process changed it: each process with listeners reads once a
 * second what was touched since, by one command for all of them. Nothing runs where nobody listens.
 */
export function createLive({ notifications, unread, now, log, readAtOnce = READ_AT_ONCE }: Parts) {
  const listeners = new Map<string, Set<Place>>();
  const telling = pLimit(TELLING_AT_ONCE);
  let timer: NodeJS.Timeout | undefined;
  let second = 0;
  /** When the present look and the one before saw each document touched. */
  let seen = new Map<string, number>();
  /** Where the next look begins: at a time, or behind the last change that a look read which did not read all. */
  let from: Start = { at: new Date(0) };
  let looking: Promise<void> | undefined;

  /** Who of the listeners has changes that were not seen yet, and when it was. */
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

  /** Tells somebody who listens, unless their session has ended. */
  async function send(place: Place, count: number, id: string): Promise<void> {
    if (!(await place.isAllowed())) place.stream.end();
    else {
      place.known = id;
      place.count = count;
      place.stream.send('unread', { unread: count }, id);
    }
  }

  async function tell(userId: string, touchedAt: Date): Promise<void> {
    const id = idOf(touchedAt);
    const places = [...(listeners.get(userId) ?? [])];
    // One that resumed by this id and one that was sent it know of all but a second change in the same millisecond.
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
      // The database is away: the next look reads the same again.
      ({ seen, from } = before);
      if (timer !== undefined) log.warn({ err: error }, 'changes of notifications cannot be read');
    }
  }

  /** Says that the connection is alive, and ends it where the session is not. */
  async function beat({ stream, since, isAllowed }: Place): Promise<void> {
    // Where the database is away, nobody is sent away for it.
    if ((second - since) % ASK_EVERY === 0 && !(await telling(() => isAllowed().catch(() => true))))
      stream.end();
    else stream.send('beat', {});
  }

  /** What is done each second. A look that takes longer is not begun twice. */
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
    // Not for the request that is the first to listen: its time ends.
    timer = runForRequest(undefined, () => setInterval(() => void tick(), SECOND)).unref();
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    tick,
    /** Whether this process asks the database what has changed. */
    isLooking: () => timer !== undefined,
    /**
     * Adds somebody who listens, and tells how it stands unless they know it already. @returns removes them
     * @param lastEventId of the latest event that they know
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
    /** Ends all streams, so that the process can stop. */
    close(): void {
      stop();
      for (const own of listeners.values()) for (const { stream } of own) stream.end();
    },
  };
}
