import DataLoader from 'dataloader';
import { Types } from 'mongoose';
import type { Logger } from 'pino';
import { STALE_AFTER, type Counted, type Counters, type Owing, type PendingChange } from './counters.js';
import type { Collection } from './collection-of.js';

interface DebtsParts<S extends Owing, C extends Counted> {
  /** The documents with pending changes. */
  collection: Collection<S>;
  /** The counters they change. */
  counters: Counters<C>;
  targetOf: (document: S, change: PendingChange) => Types.ObjectId;
  /** Selects the changes for these counters, if the documents have pending changes for others as well. */
  isFor?: (change: PendingChange) => boolean;
  /** Maps a change found by the repair to the change to apply. */
  changeOf?: (document: S, change: PendingChange) => Promise<PendingChange>;
  /**
   * Runs after the change is applied. `after` is `null` if the counted document is gone.
   * @returns false to leave the change pending
   */
  follow?: (after: C | null, document: S, change: PendingChange) => Promise<unknown>;
  /**
   * Called after the change is applied and before `follow`. May be called again after a failure or a crash.
   * `document` is at least as new as the change; `after` is missing if many changes were applied together.
   */
  tell?: (document: S, change: PendingChange, after?: C) => Promise<unknown>;
  now: () => Date;
  log: Logger;
}

const SETTLED_AT_ONCE = 500;
/** Milliseconds for which acknowledgements are batched, so that one command acknowledges many under load. */
const SETTLED_WITHIN = 50;

type Settler = DataLoader<{ id: Types.ObjectId; op: Types.ObjectId }, true>;

/** Applies the pending changes of one collection's documents to the counters of another. */
export class Debts<S extends Owing, C extends Counted> {
  /** Acknowledgements in one turn of the event loop share a command. */
  private readonly settling = this.settler((run) => setImmediate(run));
  private readonly settlingSoon = this.settler((run) => setTimeout(run, SETTLED_WITHIN).unref());

  constructor(private readonly parts: DebtsParts<S, C>) {}

  /**
   * Applies a change, calls `tell` and removes the change from its document.
   * @returns the counted document, `null` if it is gone
   * @param readAt see `Counters.add`
   * @param soon removes the change a moment later, without waiting for it
   */
  async pay(
    document: S,
    change: PendingChange,
    { readAt, soon = false }: { readAt?: Date; soon?: boolean } = {},
  ): Promise<C | null> {
    const { counters, targetOf, follow } = this.parts;
    const after = await counters.add(targetOf(document, change), change, readAt);
    const isTold = after === null || (await this.told(document, change, after));
    if (!isTold || (await follow?.(after, document, change)) === false) return after;
    if (soon) void this.settle(document, change, this.settlingSoon);
    else await this.settle(document, change, this.settling);
    return after;
  }

  /**
   * Applies changes in one command if possible.
   * @returns for each whether its counted document exists
   */
  async payAll(debts: readonly { document: S; change: PendingChange }[]): Promise<boolean[]> {
    const { counters, targetOf } = this.parts;
    const changes = debts.map(({ document, change }) => ({ id: targetOf(document, change), change }));
    const there: boolean[] = [];
    if (await counters.addAll(changes)) {
      const told = await Promise.all(debts.map(({ document, change }) => this.told(document, change)));
      const ended = debts.filter((_, index) => told[index]);
      await Promise.all(ended.map(({ document, change }) => this.settle(document, change, this.settling)));
      return debts.map(() => true);
    }
    for (const { document, change } of debts) there.push((await this.pay(document, change)) !== null);
    return there;
  }

  /**
   * Applies pending changes of crashed processes, oldest first. A failed one is retried by the next repair and does
   * not block the others.
   * @returns whether none failed
   * @throws the reason of the signal if it is aborted
   */
  async repair(signal?: AbortSignal): Promise<boolean> {
    const { collection, isFor = () => true, now, log } = this.parts;
    const { changeOf = (_document: S, change: PendingChange) => change } = this.parts;
    const end = new Date(now().getTime() - STALE_AFTER);
    const owing = { 'pending.op': { $lt: Types.ObjectId.createFromTime(Math.floor(end.getTime() / 1000)) } };
    let [settled, failed] = [0, 0];
    for await (const found of collection.find(owing as never).sort({ 'pending.op': 1 })) {
      signal?.throwIfAborted();
      const document = found as S;
      try {
        const readAt = now();
        for (const change of document.pending ?? []) {
          if (change.op.getTimestamp() >= end || !isFor(change)) continue;
          await this.pay(document, await changeOf(document, change), { readAt });
          settled += 1;
        }
      } catch (error) {
        failed += 1;
        log.warn({ err: error }, 'an interrupted change of counters could not be added');
      }
    }
    if (settled > 0) log.info({ settled }, 'interrupted changes of counters were added');
    return failed === 0;
  }

  /** Reports to the counters that no change that started before a time is pending. */
  allSettledUntil(time: Date): void {
    this.parts.counters.allSettledUntil(time);
  }

  /** Returns when the oldest pending change started; `undefined` if there is none. */
  async oldest(): Promise<Date | undefined> {
    const [found] = await this.parts.collection
      .find({ 'pending.op': { $exists: true } } as never, { projection: { pending: 1 } })
      .sort({ 'pending.op': 1 })
      .limit(1)
      .toArray();
    return (found as Owing | undefined)?.pending?.[0]?.op.getTimestamp();
  }

  /**
   * Calls `tell`.
   * @returns false if that failed. The repair retries it, because the caller's own write succeeded.
   */
  private async told(document: S, change: PendingChange, after?: C): Promise<boolean> {
    const { tell, log } = this.parts;
    try {
      await tell?.(document, change, after);
      return true;
    } catch (error) {
      log.warn({ err: error }, 'a change of counters could not be told yet');
      return false;
    }
  }

  /** On failure the repair retries, because the caller's own write succeeded. */
  private async settle(document: S, change: PendingChange, settler: Settler): Promise<void> {
    const { op } = change;
    const isOff = await settler.load({ id: document._id, op }).catch(() => false);
    if (isOff) this.parts.counters.settled(this.parts.targetOf(document, change), op);
  }

  private settler(batchScheduleFn: (run: () => void) => void): Settler {
    return new DataLoader(
      async (all) => {
        await this.parts.collection.updateMany(
          { _id: { $in: all.map(({ id }) => id) } } as never,
          { $pull: { pending: { op: { $in: all.map(({ op }) => op) } } } } as never,
        );
        return all.map(() => true as const);
      },
      { cache: false, maxBatchSize: SETTLED_AT_ONCE, batchScheduleFn },
    );
  }
}
