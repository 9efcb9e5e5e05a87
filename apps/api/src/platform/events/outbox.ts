import { Types } from 'mongoose';
import type { Logger } from 'pino';
import type { Jobs } from '../jobs/jobs.js';
import { SECOND, later } from '../time.js';
import type { Collection } from '../db/collection-of.js';
import { createEventSource, type SourceParts } from './event-source.js';
import { STALE_AFTER, type HasOutbox, type StoredEvent } from './stored-event.js';

/** An event type. */
export interface EventType {
  /** The field of `delta` that only its events have on their collection; missing if its events are not stored. */
  field?: string;
}

/** Receives events of one type. It must be idempotent, and drop an event older than one it has processed. */
export type Subscriber<P> = (payload: P) => Promise<unknown>;

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

/** The events of one or several types on a collection, as the catch-up sees them. */
interface Source {
  holds: (event: StoredEvent) => boolean;
  /** @returns false if the event stays pending. @throws if a subscriber failed */
  redeliver: (document: HasOutbox, event: StoredEvent, readAt: Date) => Promise<boolean>;
  allAcknowledgedUntil: (time: Date) => void;
}

/** What the catch-up goes through. */
interface Outboxes extends Pick<OutboxDeps<unknown>, 'now' | 'log'> {
  collections: Map<string, { collection: Collection<HasOutbox>; sources: Source[] }>;
  /** Further work that the catch-up continues, such as interrupted deletions. */
  resumers: (() => Promise<void>)[];
}

export type Outbox<E> = ReturnType<typeof createOutbox<E>>;

/** Delivers the stale events of one document, in order. @returns how many were delivered and how many stay pending */
async function redeliver(document: HasOutbox, sources: readonly Source[], before: Date, readAt: Date) {
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
async function catchUp({ collections, resumers, now, log }: Outboxes, signal?: AbortSignal): Promise<void> {
  const before = later(now(), -STALE_AFTER);
  const stale = { 'pending.op': { $lt: Types.ObjectId.createFromTime(Math.floor(before.getTime() / 1000)) } };
  let [delivered, left] = [0, 0];
  for (const { collection, sources } of collections.values()) {
    for await (const document of collection.find(stale).sort({ 'pending.op': 1 })) {
      signal?.throwIfAborted();
      try {
        const counts = await redeliver(document, sources, before, now());
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
/** Returns when the oldest pending event was written; `undefined` if there is none. */
async function oldestIn(collection: Collection<HasOutbox>): Promise<Date | undefined> {
  const [found] = await collection
    .find({ 'pending.op': { $exists: true } }, { projection: { pending: 1 } })
    .sort({ 'pending.op': 1 })
    .limit(1)
    .toArray();
  return found?.pending?.[0]?.op.getTimestamp();
}

/** Creates an outbox for events of the types `E` (type name to payload), and its dispatcher. */
export function createOutbox<E>({ types, jobs, now, log }: OutboxDeps<E>) {
  const subscribers = new Map<keyof E, Subscriber<E[keyof E]>[]>();
  const outboxes: Outboxes = { collections: new Map(), resumers: [], now, log };
  const { collections, resumers } = outboxes;

  /**
   * Calls the subscribers of a type. For events without a stored form.
   * @returns their answers
   * @throws the first error of a subscriber
   */
  async function publish<T extends keyof E>(type: T, payload: E[T]): Promise<unknown[]> {
    const called = (subscribers.get(type) ?? []).map(async (subscriber) => subscriber(payload));
    // after an error the others end before the caller continues
    await Promise.allSettled(called);
    return Promise.all(called);
  }

  const options = { timeLimit: CATCH_UP_WITHIN, every: CATCH_UP_EVERY };
  jobs?.define('outbox', options, (_nothing, { signal }) => catchUp(outboxes, signal));

  return {
    publish,
    /** Adds subscribers of a type; they are called at once. */
    subscribe<T extends keyof E>(type: T, ...added: Subscriber<E[T]>[]): void {
      const all = [...(subscribers.get(type) ?? []), ...added];
      subscribers.set(type, all as Subscriber<E[keyof E]>[]);
    },
    /** Registers a collection whose documents hold events. */
    source<S extends HasOutbox, C = never>(parts: SourceParts<E, S, C>) {
      const { deliver, deliverAll, redeliver } = createEventSource(parts, { publish, log });
      const fields = parts.types.map((type) => types[type].field);
      const { collectionName } = parts.collection;
      const sources = collections.get(collectionName)?.sources ?? [];
      sources.push({
        holds: ({ delta }) => fields.some((field) => field !== undefined && field in delta),
        redeliver: (document, event, readAt) => redeliver(document as S, event, readAt),
        allAcknowledgedUntil: (time) => parts.counters?.allAcknowledgedUntil(time),
      });
      const collection = parts.collection as unknown as Collection<HasOutbox>;
      collections.set(collectionName, { collection, sources });
      return { deliver, deliverAll };
    },
    catchUp: (signal?: AbortSignal) => catchUp(outboxes, signal),
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
