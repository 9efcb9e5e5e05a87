import { Types } from 'mongoose';
import { RecentMap } from '../recent-map.js';
import type { Native } from './native.js';

/**
 * A change of counters that a document owes: written by the same write that changes the document, and taken off once
 * the counters have it (docs/feed.md, Counters).
 */
export interface PendingChange {
  /** Names the change; holds the second in which it began. */
  op: Types.ObjectId;
  delta: Record<string, number>;
}

/** A document that may owe changes of counters. */
export interface Owing {
  _id: Types.ObjectId;
  pending?: PendingChange[];
}

/** The schema of `pending`. */
export const PENDING_FIELD = { type: [{ _id: false, op: 'ObjectId', delta: Object }], default: undefined };

/** The index by which a repair finds documents that owe changes; others are not in it. */
export const PENDING_INDEX = [{ 'pending.op': 1 }, { sparse: true }] as const;

/** A document whose counters equal numbers of other documents. */
export interface Counted {
  _id: Types.ObjectId;
  /** When each change was added whose document may still owe it, by the change's name. */
  applied?: Record<string, Date>;
}

/** A pending change older than this belongs to no living process. Milliseconds. */
export const STALE_AFTER = 30_000;
/** What is settled so soon was never seen by a repair, whose clock may differ. Milliseconds. */
const SETTLED_SOON = 5000;
/** How long a note outlives its change, for repairs that hang, and for how long a change may hang. Milliseconds. */
const NOTE_LASTS = 60 * 60 * 1000;
const HANGS_AT_MOST = NOTE_LASTS / 2;
/** Documents of which this process knows notes that are not needed any more. */
const REMEMBERED = 10_000;
/** Notes of a document that a later write may still take away: where there are more they go at once. */
const FEW = 50;
/** Of so many documents that are written together one is looked at for its notes. */
const LOOKED_AT = 50;

/** A name for a change that begins now. */
export const newOp = (now: Date): Types.ObjectId =>
  new Types.ObjectId(Types.ObjectId.generate(Math.floor(now.getTime() / 1000)));

interface CountersParts<T extends Counted> {
  collection: Native<T>;
  /** Finds the document of an id; it is not found where it is being deleted. */
  find?: (id: Types.ObjectId) => object;
  /** What of the document `add` answers. */
  projection: Record<string, 1>;
  /** Fields that are set with every change. */
  set?: Record<string, unknown>;
  /** Fields that go away with every change. */
  unset?: () => string[];
  now: () => Date;
}

/**
 * Adds changes to the counters of documents, each exactly once whoever adds it and however often: the write that adds
 * also notes the change's name on the document, and adds only where it is not noted. Notes that no repair can ask for
 * any more go away with a later write, or by one of their own where many are left: this process may not have written the
 * document for long, or not at all.
 */
export class Counters<T extends Counted> {
  private readonly needless = new RecentMap<string, string[]>(REMEMBERED);
  private settledUntil = 0;

  constructor(private readonly parts: CountersParts<T>) {}

  /**
   * Adds a change unless it was added before. @returns the document as it is then, `null` where it is gone
   * @param readAt when the document that owes the change was read or written
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
      // One without the note was made between the two looks.
      if (found === null || found.applied?.[op.toHexString()] !== undefined) return found;
    }
  }

  /** Adds changes to several documents. @returns whether all were there and had none of them */
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

  /** Tells that no document owes a change any more. */
  settled(id: Types.ObjectId, op: Types.ObjectId): void {
    if (this.parts.now().getTime() - op.getTimestamp().getTime() > SETTLED_SOON) return;
    this.rememberNeedless(id, [noteOf(op)]);
  }

  /** Tells that no document owes a change that began before a time. */
  allSettledUntil(time: Date): void {
    this.settledUntil = time.getTime();
  }

  /** The write that adds a change where it is not noted; it takes notes away that are not needed any more. */
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

  /** Has the notes of a document go away that no repair can ask for: many at once, few with the next write. */
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
