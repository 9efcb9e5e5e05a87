import { Types } from 'mongoose';
import { LruCache } from '../lru-cache.js';
import { HOUR, SECOND } from '../time.js';
import { unchecked, type Collection } from './collection-of.js';
import type { EventCounters } from './event-source.js';
import type { StoredEvent } from './stored-event.js';

/** A document whose counters equal numbers of other documents. */
export interface Counted {
  _id: Types.ObjectId;
  /** When each event was applied that may still be pending, by its ID. */
  applied?: Record<string, Date>;
}

/** Events acknowledged this soon were never seen by a catch-up, even one with a different clock. Milliseconds. */
const ACKNOWLEDGED_SOON = 5 * SECOND;
/**
 * How long the marker of an applied event is stored, in case a catch-up hangs; also bounds how long a delivery may
 * take. Milliseconds.
 */
const MARKER_LASTS = HOUR;
const DELIVERY_LASTS_AT_MOST = MARKER_LASTS / 2;
/** Maximum documents for which this process remembers expired markers. */
const REMEMBERED = 10_000;
/** Up to this many expired markers wait for the next write of a document; more are removed at once. */
const FEW = 50;
/** One in this many documents of a bulk write is checked for expired markers. */
const CHECKED_ONE_OF = 50;

interface CountersParts<T extends Counted> {
  collection: Collection<T>;
  /** Filter for a document by ID; it must not match a document in deletion. */
  find?: (id: Types.ObjectId) => object;
  /** Fields that `add` returns. */
  projection: Record<string, 1>;
  /** Fields set with every change. */
  set?: Record<string, unknown>;
  /** Fields removed with every change. */
  unset?: () => string[];
  now: () => Date;
}

/**
 * Creates an idempotent consumer of events: it applies each event to counters exactly once, however often and by
 * however many processes it is delivered. The write that applies an event also stores a marker with the event's ID,
 * and only matches without that marker. Expired markers, which no catch-up needs, are removed by a later write. If a
 * document has many, an extra write removes them, because this process may rarely or never write that document.
 */
export function createCounters<T extends Counted>(parts: CountersParts<T>): EventCounters<T> {
  const { collection, find = withId, projection, set, unset = () => [], now } = parts;
  const expired = new LruCache<string, string[]>(REMEMBERED);
  let acknowledgedUntil = 0;

  function rememberExpired(id: Types.ObjectId, names: readonly string[]): void {
    if (names.length === 0) return;
    const key = id.toHexString();
    expired.set(key, [...(expired.get(key) ?? []), ...names]);
  }

  function takeExpired(id: Types.ObjectId): string[] {
    const key = id.toHexString();
    const names = expired.get(key) ?? [];
    expired.delete(key);
    return names;
  }

  /** The write that applies an event if its marker is missing, and removes expired markers. */
  function write(id: Types.ObjectId, { op, delta }: StoredEvent) {
    const marker = markerOf(op);
    const removed = [...takeExpired(id), ...unset()];
    return {
      filter: { ...find(id), [marker]: { $exists: false } },
      update: {
        $inc: delta,
        $set: { ...set, [marker]: now() },
        ...(removed.length === 0 ? {} : { $unset: unsetting(removed) }),
      },
    };
  }

  /** Removes expired markers of a document: many at once, few with the next write. */
  async function removeExpired(id: Types.ObjectId, document: Counted | null): Promise<void> {
    const end = now().getTime() - MARKER_LASTS;
    const names = Object.entries(document?.applied ?? {})
      .filter(([name, at]) => at.getTime() < end && timeOf(name) < acknowledgedUntil)
      .map(([name]) => `applied.${name}`);
    if (names.length <= FEW) rememberExpired(id, names);
    else await collection.updateOne(unchecked(withId(id)), unchecked({ $unset: unsetting(names) }));
  }

  return {
    /**
     * Applies an event unless it was applied before.
     * @returns the document after the change, `null` if it is gone
     * @param readAt when the document with the event was read or written
     */
    async add(id, event, readAt = event.op.getTimestamp()) {
      if (now().getTime() - readAt.getTime() > DELIVERY_LASTS_AT_MOST)
        throw new Error('The delivery of an event hung');
      const shown = { projection: { ...projection, applied: 1 } };
      for (;;) {
        const { filter, update } = write(id, event);
        const options = { ...shown, returnDocument: 'after' as const };
        const after = await collection.findOneAndUpdate(unchecked(filter), unchecked(update), options);
        if (after !== null) {
          await removeExpired(id, after);
          return after as T;
        }
        const found = await collection.findOne<T>(unchecked(find(id)), shown);
        // A document without the marker was inserted between the two queries.
        if (found === null || found.applied?.[event.op.toHexString()] !== undefined) return found;
      }
    },

    async addAll(changes) {
      const { matchedCount } = await collection.bulkWrite(
        changes.map(({ id, event }) => ({ updateOne: unchecked(write(id, event)) })),
        { ordered: false },
      );
      for (const { id } of acknowledgedUntil === 0 ? [] : changes) {
        if (Math.random() * CHECKED_ONE_OF >= 1) continue;
        const found = await collection.findOne<T>(unchecked(withId(id)), { projection: { applied: 1 } });
        await removeExpired(id, found);
      }
      return matchedCount === changes.length;
    },

    /** Reports that an event is no longer pending. */
    acknowledged(id, op) {
      if (now().getTime() - op.getTimestamp().getTime() > ACKNOWLEDGED_SOON) return;
      rememberExpired(id, [markerOf(op)]);
    },

    /** Reports that no event written before a time is pending. */
    allAcknowledgedUntil(time) {
      acknowledgedUntil = time.getTime();
    },
  };
}

const withId = (id: Types.ObjectId) => ({ _id: id });
const markerOf = (op: Types.ObjectId) => `applied.${op.toHexString()}`;
const timeOf = (op: string) => new Types.ObjectId(op).getTimestamp().getTime();
const unsetting = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '']));
