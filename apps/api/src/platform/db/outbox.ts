import DataLoader from 'dataloader';
import { Types } from 'mongoose';
import type { Logger } from 'pino';
import type { Jobs } from '../jobs/jobs.js';
import { SECOND, later } from '../time.js';
import { unchecked, type Collection } from './collection-of.js';
import { STALE_AFTER, type HasOutbox, type StoredEvent } from './stored-event.js';

/** What the outbox needs of the counters that its events change. */
export interface EventCounters<C> {
  /** Applies an event once. @returns the counted document, `null` if it is gone */
  add(id: Types.ObjectId, event: StoredEvent, readAt?: Date): Promise<C | null>;
  /** Applies events to several documents. @returns whether all exist and none had its event already */
  addAll(changes: readonly { id: Types.ObjectId; event: StoredEvent }[]): Promise<boolean>;
  acknowledged(id: Types.ObjectId, op: Types.ObjectId): void;
  allAcknowledgedUntil(time: Date): void;
}

/** An event type. */
export interface EventType {
  /** The field of `delta` that only its events have on their collection; missing if its events are not stored. */
  field?: string;
}

/** Receives events of one type. It must be idempotent, and drop an event older than one it has processed. */
export type Subscriber<P> = (payload: P) => Promise<unknown>;

/** Builds what the subscribers of each type get; undefined if this event is not of the type. */
export type Payloads<E, S, C> = {
  [T in keyof E]?: (document: S, event: StoredEvent, counted: C | undefined) => E[T] | undefined;
};

export interface SourceParts<E, S extends HasOutbox, C> {
  /** The types whose `field` marks the events of this source; `payloads` may publish further types. */
  types: readonly (keyof E & string)[];
  /** The documents that hold the events. */
  collection: Collection<S>;
  /** The counters that the events change, if any. */
  counters?: EventCounters<C>;
  /** The document whose counters an event changes. Default: the document that holds it. */
  targetOf?: (document: S, event: StoredEvent) => Types.ObjectId;
  /** Maps an event found by the catch-up to the one to count. */
  countedEvent?: (document: S, event: StoredEvent) => Promise<StoredEvent>;
  /**
   * Called after the event is counted. `document` is at least as new as the event; the counted document is missing
   * if many events were counted together.
   */
  payloads?: Payloads<E, S, C>;
  /**
   * Runs after the subscribers. `counted` is `null` if the counted document is gone; then no subscriber is called.
   * @returns false to leave the event pending
   */
  finish?: (counted: C | null | undefined, document: S, event: StoredEvent) => Promise<unknown>;
}

/** An event with the document that holds it. */
export interface Held<S> {
  document: S;
  event: StoredEvent;
}

interface OutboxDeps<E> {
  types: Readonly<Record<keyof E, EventType>>;
  /** Runs the catch-up. Without it, pending events wait for another process. */
  jobs?: Pick<Jobs, 'define'>;
  now: () => Date;
  log: Logger;
}

const CATCH_UP_EVERY = 5 * SECOND;
/** Short, so that another process takes over soon after a crash during a catch-up. */
const CATCH_UP_WITHIN = 10 * SECOND;
const ACKNOWLEDGED_AT_ONCE = 500;
/** Milliseconds for which acknowledgements are batched, so that one command acknowledges many under load. */
const LATER = 50;

/** The events of one or several types on a collection, as the catch-up sees them. */
interface Source {
  holds: (event: StoredEvent) => boolean;
  /** @returns false if the event stays pending. @throws if a subscriber failed */
  redeliver: (document: HasOutbox, event: StoredEvent, readAt: Date) => Promise<boolean>;
  allAcknowledgedUntil: (time: Date) => void;
}

export type Outbox<E> = ReturnType<typeof createOutbox<E>>;

/** Creates an outbox for events of the types `E` (type name to payload), and its dispatcher. */
export function createOutbox<E>({ types, jobs, now, log }: OutboxDeps<E>) {
  const subscribers = new Map<keyof E, Subscriber<E[keyof E]>[]>();
  const collections = new Map<string, { collection: Collection<HasOutbox>; sources: Source[] }>();
  const resumers: (() => Promise<void>)[] = [];

  /** Adds subscribers of a type; they are called in order. */
  function subscribe<T extends keyof E>(type: T, ...added: Subscriber<E[T]>[]): void {
    const all = [...(subscribers.get(type) ?? []), ...added];
    subscribers.set(type, all as Subscriber<E[keyof E]>[]);
  }

  /** Calls the subscribers of a type. For events without a stored form. @throws the first error of a subscriber */
  async function publish<T extends keyof E>(type: T, payload: E[T]): Promise<void> {
    for (const subscriber of subscribers.get(type) ?? []) await subscriber(payload);
  }

  /** Registers a collection whose documents hold events. */
  function source<S extends HasOutbox, C = never>(parts: SourceParts<E, S, C>) {
    const { collection, counters, targetOf = ({ _id }) => _id, finish } = parts;
    const payloads = Object.entries(parts.payloads ?? {}) as [
      keyof E,
      NonNullable<Payloads<E, S, C>[keyof E]>,
    ][];
    const fields = parts.types.map((type) => types[type].field);
    // Acknowledgements of one turn of the event loop share a command.
    const acknowledging = acknowledger(collection, (run) => setImmediate(run));
    const acknowledgingLater = acknowledger(collection, (run) => setTimeout(run, LATER).unref());

    /** @returns false if a subscriber failed. The catch-up retries it, because the caller's own write succeeded. */
    async function notify(document: S, event: StoredEvent, counted?: C): Promise<boolean> {
      try {
        await Promise.all(
          payloads.map(async ([type, payloadOf]) => {
            const payload = payloadOf(document, event, counted);
            if (payload !== undefined) await publish(type, payload);
          }),
        );
        return true;
      } catch (error) {
        log.warn({ err: error }, 'a subscriber of an event failed; the event is delivered again later');
        return false;
      }
    }

    /** On failure the catch-up retries, because the caller's own write succeeded. */
    async function acknowledge({ document, event }: Held<S>, batch: Acknowledger): Promise<void> {
      const { op } = event;
      const isDone = await batch.load({ id: document._id, op }).catch(() => false);
      if (isDone) counters?.acknowledged(targetOf(document, event), op);
    }

    /**
     * @returns the counted document, whether the subscribers got the event, and whether it is delivered; else it stays
     *   pending
     */
    async function process(document: S, event: StoredEvent, readAt?: Date) {
      const counted = await counters?.add(targetOf(document, event), event, readAt);
      const isNotified = counted === null || (await notify(document, event, counted));
      const isDelivered = isNotified && (await finish?.(counted, document, event)) !== false;
      return { counted, isNotified, isDelivered };
    }

    /**
     * Counts an event, calls its subscribers and acknowledges it. If a subscriber fails, the event stays pending.
     * @returns the counted document, `null` if it is gone, undefined if nothing counts the event
     * @param acknowledgeLater acknowledges a moment later, without waiting for it
     */
    async function deliver(document: S, event: StoredEvent, { acknowledgeLater = false } = {}) {
      const { counted, isDelivered } = await process(document, event);
      if (isDelivered && acknowledgeLater) void acknowledge({ document, event }, acknowledgingLater);
      else if (isDelivered) await acknowledge({ document, event }, acknowledging);
      return counted;
    }

    /** Delivers events, counted in one command if possible. @returns for each whether its counted document exists */
    async function deliverAll(held: readonly Held<S>[]): Promise<boolean[]> {
      const changes = held.map(({ document, event }) => ({ id: targetOf(document, event), event }));
      const exist: boolean[] = [];
      if (counters === undefined || (await counters.addAll(changes))) {
        const notified = await Promise.all(held.map(({ document, event }) => notify(document, event)));
        const ended = held.filter((_, index) => notified[index]);
        await Promise.all(ended.map((each) => acknowledge(each, acknowledging)));
        return held.map(() => true);
      }
      for (const { document, event } of held) exist.push((await deliver(document, event)) !== null);
      return exist;
    }

    const sources = collections.get(collection.collectionName)?.sources ?? [];
    sources.push({
      holds: ({ delta }) => fields.some((field) => field !== undefined && field in delta),
      async redeliver(found, event, readAt) {
        const document = found as S;
        const toCount = (await parts.countedEvent?.(document, event)) ?? event;
        const { isNotified, isDelivered } = await process(document, toCount, readAt);
        if (!isNotified) throw new Error('A subscriber of an event failed');
        if (isDelivered) await acknowledge({ document, event }, acknowledging);
        return isDelivered;
      },
      allAcknowledgedUntil: (time) => counters?.allAcknowledgedUntil(time),
    });
    const scanned = collection as unknown as Collection<HasOutbox>;
    collections.set(collection.collectionName, { collection: scanned, sources });
    return { deliver, deliverAll };
  }

  /** Delivers the stale events of one document, in order. @returns how many were delivered and how many stay pending */
  async function redeliver(document: HasOutbox, sources: readonly Source[], before: Date) {
    const readAt = now();
    const counts = { delivered: 0, pending: 0 };
    for (const event of document.pending ?? []) {
      const from = sources.find(({ holds }) => holds(event));
      if (from === undefined || event.op.getTimestamp() >= before) continue;
      counts[(await from.redeliver(document, event, readAt)) ? 'delivered' : 'pending'] += 1;
    }
    return counts;
  }

  /**
   * Delivers the events of crashed processes, oldest first and in order per document. A failed one is retried by the
   * next run and does not block other documents. Any number of processes may run it at once.
   * @throws the reason of the signal if it is aborted
   */
  async function catchUp(signal?: AbortSignal): Promise<void> {
    const before = later(now(), -STALE_AFTER);
    const stale = {
      'pending.op': { $lt: Types.ObjectId.createFromTime(Math.floor(before.getTime() / 1000)) },
    };
    let [delivered, left] = [0, 0];
    for (const { collection, sources } of collections.values()) {
      for await (const document of collection.find(stale).sort({ 'pending.op': 1 })) {
        signal?.throwIfAborted();
        try {
          const counts = await redeliver(document, sources, before);
          delivered += counts.delivered;
          left += counts.pending;
        } catch (error) {
          left += 1;
          log.warn({ err: error }, 'an interrupted event could not be delivered');
        }
      }
    }
    if (delivered > 0) log.info({ delivered }, 'interrupted events were delivered');
    const all = [...collections.values()].flatMap(({ sources }) => sources);
    if (left === 0) for (const each of all) each.allAcknowledgedUntil(before);
    for (const resume of resumers) await resume();
  }
  const options = { timeLimit: CATCH_UP_WITHIN, every: CATCH_UP_EVERY };
  jobs?.define('outbox', options, (_nothing, { signal }) => catchUp(signal));

  return {
    subscribe,
    publish,
    source,
    catchUp,
    /** Registers further work that the catch-up continues, such as interrupted deletions. */
    onCatchUp: (resume: () => Promise<void>) => void resumers.push(resume),
    /** Returns the age of the oldest pending event in seconds; 0 if there is none. */
    async oldestPending(): Promise<number> {
      const times = await Promise.all(
        [...collections.values()].map(({ collection }) => oldestIn(collection)),
      );
      return Math.max(0, ...times.map((time) => (time ? (now().getTime() - time.getTime()) / 1000 : 0)));
    },
  };
}

type Acknowledger = DataLoader<{ id: Types.ObjectId; op: Types.ObjectId }, true>;

/** Removes delivered events from their documents, in batches. */
const acknowledger = <S extends HasOutbox>(
  collection: Collection<S>,
  batchScheduleFn: (run: () => void) => void,
): Acknowledger =>
  new DataLoader(
    async (all) => {
      await collection.updateMany(
        unchecked({ _id: { $in: all.map(({ id }) => id) } }),
        unchecked({ $pull: { pending: { op: { $in: all.map(({ op }) => op) } } } }),
      );
      return all.map(() => true as const);
    },
    { cache: false, maxBatchSize: ACKNOWLEDGED_AT_ONCE, batchScheduleFn },
  );

/** Returns when the oldest pending event was written; `undefined` if there is none. */
async function oldestIn(collection: Collection<HasOutbox>): Promise<Date | undefined> {
  const [found] = await collection
    .find({ 'pending.op': { $exists: true } }, { projection: { pending: 1 } })
    .sort({ 'pending.op': 1 })
    .limit(1)
    .toArray();
  return found?.pending?.[0]?.op.getTimestamp();
}
