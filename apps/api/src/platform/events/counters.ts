import { Types } from 'mongoose';
import { LruCache } from '../lru-cache.js';
import { HOUR, SECOND } from '../time.js';
import { unchecked, type Collection } from '../db/collection-of.js';
import type { EventCounters } from './event-source.js';
import { createGroupCommit } from './group-commit.js';
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
/** Maximum events of one document that share a write. */
const SHARED_AT_MOST = 200;
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

/** An event and the document whose counters it changes. */
interface Change {
  id: Types.ObjectId;
  event: StoredEvent;
}

/** The parts, and what this process knows of markers that no catch-up needs. */
interface Counters<T extends Counted> extends CountersParts<T> {
  expired: LruCache<string, string[]>;
  /** No event written before this time is pending; in milliseconds. */
  acknowledgedUntil: number;
}

const shown = <T extends Counted>({ projection }: Counters<T>) => ({
  projection: { ...projection, applied: 1 },
});
const filterOf = <T extends Counted>({ find = withId }: Counters<T>, id: Types.ObjectId) =>
  unchecked(find(id));

function rememberExpired(
  { expired }: Pick<Counters<Counted>, 'expired'>,
  id: Types.ObjectId,
  names: readonly string[],
): void {
  if (names.length === 0) return;
  const key = id.toHexString();
  expired.set(key, [...(expired.get(key) ?? []), ...names]);
}

function takeExpired({ expired }: Pick<Counters<Counted>, 'expired'>, id: Types.ObjectId): string[] {
  const key = id.toHexString();
  const names = expired.get(key) ?? [];
  expired.delete(key);
  return names;
}

/** The write that applies events if no marker of theirs exists, and removes expired markers. */
function write<T extends Counted>(counters: Counters<T>, id: Types.ObjectId, events: readonly StoredEvent[]) {
  const { find = withId, set, unset = () => [], now } = counters;
  const markers = events.map(({ op }) => markerOf(op));
  const removed = [...takeExpired(counters, id), ...unset()];
  return {
    filter: { ...find(id), ...each(markers, { $exists: false }) },
    update: {
      $inc: sumOf(events),
      $set: { ...set, ...each(markers, now()) },
      ...(removed.length === 0 ? {} : { $unset: each(removed, '') }),
    },
  };
}

/** Applies events in one write. @returns the document after it, `null` if it is gone or has a marker of theirs */
async function apply<T extends Counted>(
  counters: Counters<T>,
  id: Types.ObjectId,
  events: readonly StoredEvent[],
): Promise<T | null> {
  const { filter, update } = write(counters, id, events);
  const options = { ...shown(counters), returnDocument: 'after' as const };
  const after = await counters.collection.findOneAndUpdate(unchecked(filter), unchecked(update), options);
  if (after !== null) await removeExpired(counters, id, after);
  return after as T | null;
}

async function applyOne<T extends Counted>(
  counters: Counters<T>,
  id: Types.ObjectId,
  event: StoredEvent,
): Promise<T | null> {
  for (;;) {
    const after = await apply(counters, id, [event]);
    if (after !== null) return after;
    const found = await counters.collection.findOne<T>(filterOf(counters, id), shown(counters));
    // A document without the marker was inserted between the two queries.
    if (found === null || found.applied?.[event.op.toHexString()] !== undefined) return found;
  }
}

/** Applies events of one document. @returns the document after each, `null` if it is gone */
async function applyToOne<T extends Counted>(
  counters: Counters<T>,
  changes: readonly Change[],
): Promise<(T | null)[]> {
  const { id } = changes[0]!;
  const events = changes.map(({ event }) => event);
  const after = events.length === 1 ? null : await apply(counters, id, events);
  if (after !== null) return events.map(() => after);
  const counted: (T | null)[] = [];
  for (const event of events) counted.push(await applyOne(counters, id, event));
  return counted;
}

/** Applies events of several documents. @returns whether all exist and none had a marker */
async function applyToMany<T extends Counted>(
  counters: Counters<T>,
  changes: readonly Change[],
): Promise<boolean> {
  const events = new Map<string, StoredEvent[]>();
  for (const { id, event } of changes) {
    const key = id.toHexString();
    events.set(key, [...(events.get(key) ?? []), event]);
  }
  const writes = Array.from(events, ([id, those]) => ({
    updateOne: unchecked(write(counters, new Types.ObjectId(id), those)),
  }));
  const { matchedCount } = await counters.collection.bulkWrite(writes, { ordered: false });
  return matchedCount === writes.length;
}

/** Removes expired markers of a document: many at once, few with the next write. */
async function removeExpired<T extends Counted>(
  counters: Counters<T>,
  id: Types.ObjectId,
  document: Counted | null,
): Promise<void> {
  const end = counters.now().getTime() - MARKER_LASTS;
  const names = Object.entries(document?.applied ?? {})
    .filter(([name, at]) => at.getTime() < end && timeOf(name) < counters.acknowledgedUntil)
    .map(([name]) => `applied.${name}`);
  if (names.length <= FEW) rememberExpired(counters, id, names);
  else await counters.collection.updateOne(unchecked(withId(id)), unchecked({ $unset: each(names, '') }));
}

/**
 * Creates an idempotent consumer of events: it applies each event to counters exactly once, however often and by
 * however many processes it is delivered. The write that applies an event also stores a marker with the event's ID,
 * and only matches without that marker. Expired markers, which no catch-up needs, are removed by a later write. If a
 * document has many, an extra write removes them, because this process may rarely or never write that document.
 */
export function createCounters<T extends Counted>(parts: CountersParts<T>): EventCounters<T> {
  const counters: Counters<T> = { ...parts, expired: new LruCache(REMEMBERED), acknowledgedUntil: 0 };
  const { collection, now } = counters;
  const addToOne = createGroupCommit(
    (_id, changes: readonly Change[]) => applyToOne(counters, changes),
    SHARED_AT_MOST,
  );
  const addToMany = createGroupCommit(
    (_all, changes: readonly Change[]) => applyToMany(counters, changes),
    SHARED_AT_MOST,
  );

  return {
    /**
     * Applies an event unless it was applied before. Events that arrive while the document is written share the
     * next write, so that a popular document takes as many as arrive.
     * @returns the document after the change, `null` if it is gone
     * @param readAt when a repair read the document with the event; missing right after its write
     */
    async add(id, event, readAt) {
      const since = readAt ?? event.op.getTimestamp();
      if (now().getTime() - since.getTime() > DELIVERY_LASTS_AT_MOST)
        throw new Error('The delivery of an event hung');
      // A repair does not wait for a write that may hang.
      if (readAt !== undefined) return applyOne(counters, id, event);
      const { written, first } = await addToOne(id.toHexString(), { id, event });
      return written[first] ?? null;
    },

    async addAll(changes) {
      const { written } = await addToMany('', ...changes);
      for (const { id } of counters.acknowledgedUntil === 0 ? [] : changes) {
        if (Math.random() * CHECKED_ONE_OF >= 1) continue;
        const found = await collection.findOne<T>(unchecked(withId(id)), { projection: { applied: 1 } });
        await removeExpired(counters, id, found);
      }
      return written;
    },

    /** Reports that an event is no longer pending. */
    acknowledged(id, { op }) {
      if (now().getTime() - op.getTimestamp().getTime() > ACKNOWLEDGED_SOON) return;
      rememberExpired(counters, id, [markerOf(op)]);
    },

    /** Reports that no event written before a time is pending. */
    allAcknowledgedUntil(time) {
      counters.acknowledgedUntil = time.getTime();
    },
  };
}

const withId = (id: Types.ObjectId) => ({ _id: id });
const markerOf = (op: Types.ObjectId) => `applied.${op.toHexString()}`;
const timeOf = (op: string) => new Types.ObjectId(op).getTimestamp().getTime();
const each = (names: readonly string[], value: unknown) =>
  Object.fromEntries(names.map((name) => [name, value]));

/** The sum of the changes of each counter. */
function sumOf(events: readonly StoredEvent[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { delta } of events)
    for (const [field, change] of Object.entries(delta)) sums[field] = (sums[field] ?? 0) + change;
  return sums;
}
