import DataLoader from 'dataloader';
import type { Types } from 'mongoose';
import type { Logger } from 'pino';
import { opsBefore, STALE_AFTER, type PendingChange } from './counters.js';
import type { Native } from './native.js';

/** A document that may owe changes of counters. */
export interface Owing {
  _id: Types.ObjectId;
  pending?: PendingChange[];
}

interface Settled {
  id: Types.ObjectId;
  op: Types.ObjectId;
}

const AT_ONCE = 500;

/** The index by which a repair finds documents that owe changes; others are not in it. */
export const PENDING_INDEX = [{ 'pending.op': 1 }, { sparse: true }] as const;

/** The schema of `pending`. */
export const PENDING_FIELD = { type: [{ _id: false, op: 'ObjectId', delta: Object }], default: undefined };

/** The changes of counters that the documents of a collection owe. */
export class PendingChanges<T extends Owing> {
  private readonly settled = new DataLoader<Settled, boolean>((all) => this.takeOff(all), {
    cache: false,
    maxBatchSize: AT_ONCE,
    batchScheduleFn: (run) => setImmediate(run),
  });

  constructor(private readonly collection: Native<T>) {}

  /**
   * Takes a change off its document once the counters have it; changes that are settled in one turn of the event loop
   * share a command. A failure is left to the repair, since what the caller asked for is done.
   * @returns whether it is off
   */
  settle(id: Types.ObjectId, op: Types.ObjectId): Promise<boolean> {
    return this.settled.load({ id, op }).catch(() => false);
  }

  /** Documents that owe changes of processes which died, the oldest first. */
  stale(now: Date): AsyncIterable<T> {
    const before = opsBefore(new Date(now.getTime() - STALE_AFTER));
    return this.collection
      .find({ 'pending.op': { $lt: before } } as never)
      .sort({ 'pending.op': 1 }) as unknown as AsyncIterable<T>;
  }

  /** When the oldest change began that a document owes; `undefined` where none owes any. */
  async oldest(): Promise<Date | undefined> {
    const [found] = await this.collection
      .find({ 'pending.op': { $exists: true } } as never, { projection: { pending: 1 } })
      .sort({ 'pending.op': 1 })
      .limit(1)
      .toArray();
    return found?.['pending']?.[0]?.op.getTimestamp();
  }

  private async takeOff(all: readonly Settled[]): Promise<boolean[]> {
    await this.collection.updateMany(
      { _id: { $in: all.map(({ id }) => id) } } as never,
      { $pull: { pending: { op: { $in: all.map(({ op }) => op) } } } } as never,
    );
    return all.map(() => true);
  }
}

/**
 * Adds the changes of processes that died. One that fails is left to the next time and holds up no other.
 * @param add adds a change to the counters; answers false where it removed the document that owed it
 * @returns whether none is left
 */
export async function repairPending<T extends Owing>(
  pending: PendingChanges<T>,
  add: (document: T, change: PendingChange, readAt: Date) => Promise<boolean>,
  { now, log }: { now: () => Date; log: Logger },
): Promise<boolean> {
  let settled = 0;
  let failed = 0;
  for await (const document of pending.stale(now())) {
    try {
      const readAt = now();
      for (const change of staleChanges(document, readAt)) {
        if (!(await add(document, change, readAt))) break;
        await pending.settle(document._id, change.op);
      }
      settled += 1;
    } catch (error) {
      failed += 1;
      log.warn({ err: error }, 'an interrupted change of counters could not be added');
    }
  }
  if (settled > 0) log.info({ settled }, 'interrupted changes of counters were added');
  return failed === 0;
}

/** The changes of a document that no living process adds any more. */
const staleChanges = ({ pending = [] }: Owing, now: Date): PendingChange[] =>
  pending.filter(({ op }) => op.getTimestamp().getTime() < now.getTime() - STALE_AFTER);
