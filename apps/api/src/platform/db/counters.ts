import { Types } from 'mongoose';
import { LruCache } from '../lru-cache.js';
import { HOUR } from '../time.js';
import type { Collection } from './collection-of.js';

/**
 * A pending change of counters. The write that changes a document also adds it there; it is removed once it is
 * applied to the counters (docs/feed.md, Counters).
 */
export interface PendingChange {
  /** Identifies the change; contains the second in which it started. */
  op: Types.ObjectId;
  delta: Record<string, number>;
}

/** A document that may have pending counter changes. */
export interface Owing {
  _id: Types.ObjectId;
  pending?: PendingChange[];
}

/** The schema of `pending`. */
export const PENDING_FIELD = { type: [{ _id: false, op: 'ObjectId', delta: Object }], default: undefined };

/** Sparse index by which a repair finds documents with pending changes. */
export const PENDING_INDEX = [{ 'pending.op': 1 }, { sparse: true }] as const;

/** A document whose counters equal numbers of other documents. */
export interface Counted {
  _id: Types.ObjectId;
  /** When each change was applied whose document may still hold it as pending, by the change's ID. */
  applied?: Record<string, Date>;
}

/** No live process works on a pending change older than this. Milliseconds. */
export const STALE_AFTER = 30_000;
/** Changes acknowledged this soon were never seen by a repair, even one with a different clock. Milliseconds. */
const SETTLED_SOON = 5000;
/**
 * How long a marker of an applied change is stored, in case a repair hangs; also bounds how long a change may take.
 * Milliseconds.
 */
const NOTE_LASTS = HOUR;
const HANGS_AT_MOST = NOTE_LASTS / 2;
/** Maximum documents for which this process remembers obsolete markers. */
const REMEMBERED = 10_000;
/** Up to this many obsolete markers wait for the next write of a document; more are removed at once. */
const FEW = 50;
/** One in this many documents of a bulk write is checked for obsolete markers. */
const LOOKED_AT = 50;

/** Creates the ID of a change that starts now. */
export const newOp = (now: Date): Types.ObjectId =>
  new Types.ObjectId(Types.ObjectId.generate(Math.floor(now.getTime() / 1000)));

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
 * Applies changes to counters, each exactly once, however often and by however many processes it is added. The
 * write that applies a change also stores a marker with the change's ID, and only matches without that marker.
 * Obsolete markers, which no repair needs, are removed by a later write. If a document has many, an extra write
 * removes them, because this process may rarely or never write that document.
 */
export class Counters<T extends Counted> {
  private readonly needless = new LruCache<string, string[]>(REMEMBERED);
  private settledUntil = 0;

  constructor(private readonly parts: CountersParts<T>) {}

  /**
   * Applies a change unless it was applied before.
   * @returns the document after the change, `null` if it is gone
   * @param readAt when the document with the pending change was read or written
   */
  async add(
    id: Types.ObjectId,
    { op, delta }: PendingChange,
    readAt: Date = op.getTimestamp(),
  ): Promise<T | null> {
    const { collection, find = withId, projection, now } = this.parts;
    if (now().getTime() - readAt.getTime() > HANGS_AT_MOST) throw new Error('A change of counters hung');
    const wanted = { projection: { ...projection, applied: 1 } };
    for (;;) {
      const { filter, update } = this.write(id, { op, delta });
      const after = (await collection.findOneAndUpdate(filter as never, update as never, {
        ...wanted,
        returnDocument: 'after',
      })) as T | null;
      if (after !== null) {
        await this.takeEnded(id, after);
        return after;
      }
      const found = (await collection.findOne(find(id) as never, wanted)) as T | null;
      // A document without the marker was inserted between the two queries.
      if (found === null || found.applied?.[op.toHexString()] !== undefined) return found;
    }
  }

  /**
   * Applies changes to several documents.
   * @returns whether all documents exist and none had its change already
   */
  async addAll(changes: readonly { id: Types.ObjectId; change: PendingChange }[]): Promise<boolean> {
    const { collection } = this.parts;
    const { matchedCount } = await collection.bulkWrite(
      changes.map(({ id, change }) => ({ updateOne: this.write(id, change) as never })),
      { ordered: false },
    );
    for (const { id } of this.settledUntil === 0 ? [] : changes) {
      if (Math.random() * LOOKED_AT >= 1) continue;
      const found = await collection.findOne(withId(id) as never, { projection: { applied: 1 } });
      await this.takeEnded(id, found);
    }
    return matchedCount === changes.length;
  }

  /** Reports that a change is no longer pending on any document. */
  settled(id: Types.ObjectId, op: Types.ObjectId): void {
    if (this.parts.now().getTime() - op.getTimestamp().getTime() > SETTLED_SOON) return;
    this.rememberNeedless(id, [noteOf(op)]);
  }

  /** Reports that no change that started before a time is pending. */
  allSettledUntil(time: Date): void {
    this.settledUntil = time.getTime();
  }

  /** The write that applies a change if its marker is missing, and removes obsolete markers. */
  private write(id: Types.ObjectId, { op, delta }: PendingChange) {
    const { find = withId, set, unset = () => [], now } = this.parts;
    const note = noteOf(op);
    const needless = [...this.takeNeedless(id), ...unset()];
    return {
      filter: { ...find(id), [note]: { $exists: false } },
      update: {
        $inc: delta,
        $set: { ...set, [note]: now() },
        ...(needless.length === 0 ? {} : { $unset: unsetting(needless) }),
      },
    };
  }

  /** Removes obsolete markers of a document: many at once, few with the next write. */
  private async takeEnded(id: Types.ObjectId, document: Counted | null): Promise<void> {
    const end = this.parts.now().getTime() - NOTE_LASTS;
    const ended = Object.entries(document?.applied ?? {})
      .filter(([name, at]) => at.getTime() < end && timeOf(name) < this.settledUntil)
      .map(([name]) => `applied.${name}`);
    if (ended.length <= FEW) this.rememberNeedless(id, ended);
    else await this.parts.collection.updateOne(withId(id) as never, { $unset: unsetting(ended) } as never);
  }

  private takeNeedless(id: Types.ObjectId): string[] {
    const key = id.toHexString();
    const names = this.needless.get(key) ?? [];
    this.needless.delete(key);
    return names;
  }

  private rememberNeedless(id: Types.ObjectId, names: readonly string[]): void {
    if (names.length === 0) return;
    const key = id.toHexString();
    this.needless.set(key, [...(this.needless.get(key) ?? []), ...names]);
  }
}

const withId = (id: Types.ObjectId) => ({ _id: id });
const noteOf = (op: Types.ObjectId) => `applied.${op.toHexString()}`;
const timeOf = (op: string) => new Types.ObjectId(op).getTimestamp().getTime();
const unsetting = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '']));
