import DataLoader from 'dataloader';
import type { Types } from 'mongoose';
import type { Logger } from 'pino';
import { unchecked, type Collection } from '../db/collection-of.js';
import type { HasOutbox, StoredEvent } from './stored-event.js';

/** What the outbox needs of the counters that its events change. */
export interface EventCounters<C> {
  /** Applies an event once. @returns the counted document, `null` if it is gone */
  add(id: Types.ObjectId, event: StoredEvent, readAt?: Date): Promise<C | null>;
  /** Applies events to several documents. @returns whether all exist and none had its event already */
  addAll(changes: readonly { id: Types.ObjectId; event: StoredEvent }[]): Promise<boolean>;
  acknowledged(id: Types.ObjectId, event: StoredEvent): void;
  allAcknowledgedUntil(time: Date): void;
}

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

const ACKNOWLEDGED_AT_ONCE = 500;
/** Milliseconds for which acknowledgements are batched, so that one command acknowledges many under load. */
const LATER = 50;

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

interface SourceDeps<E> {
  publish: <T extends keyof E>(type: T, payload: E[T]) => Promise<unknown>;
  log: Logger;
}

/** Delivers the events of one or several types on a collection. */
export function createEventSource<E, S extends HasOutbox, C>(
  { collection, counters, targetOf = ({ _id }) => _id, finish, ...parts }: SourceParts<E, S, C>,
  { publish, log }: SourceDeps<E>,
) {
  const payloads = Object.entries(parts.payloads ?? {}) as [
    keyof E,
    NonNullable<Payloads<E, S, C>[keyof E]>,
  ][];
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
    if (isDone) counters?.acknowledged(targetOf(document, event), event);
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

  /**
   * Delivers an event that the catch-up found. @returns false if the event stays pending
   * @throws if a subscriber failed
   */
  async function redeliver(document: S, event: StoredEvent, readAt: Date): Promise<boolean> {
    const toCount = (await parts.countedEvent?.(document, event)) ?? event;
    const { isNotified, isDelivered } = await process(document, toCount, readAt);
    if (!isNotified) throw new Error('A subscriber of an event failed');
    if (isDelivered) await acknowledge({ document, event }, acknowledging);
    return isDelivered;
  }

  return { deliver, deliverAll, redeliver };
}
