import DataLoader from 'dataloader';
import { Types } from 'mongoose';
import type { Logger } from 'pino';
import { STALE_AFTER, type Counted, type Counters, type Owing, type PendingChange } from './counters.js';
import type { Native } from './native.js';

interface DebtsParts<S extends Owing, C extends Counted> {
  /** Whose documents owe. */
  collection: Native<S>;
  /** To whose counters. */
  counters: Counters<C>;
  targetOf: (document: S, change: PendingChange) => Types.ObjectId;
  /** Which changes are for these counters, where the documents owe others as well. */
  isFor?: (change: PendingChange) => boolean;
  /** What a change that a repair found is to the counters. */
  changeOf?: (document: S, change: PendingChange) => Promise<PendingChange>;
  /**
   * What follows once the counters have a change, or are gone: then `after` is `null`.
   * @returns false where the document goes on owing it
   */
  follow?: (after: C | null, document: S, change: PendingChange) => Promise<unknown>;
  /**
   * Told of a change that the counters have, before anything follows, so that it is told again where that fails or the process
   * ends. `document` is at least as new as the change; `after` is missing where many were added at once.
   */
  tell?: (document: S, change: PendingChange, after?: C) => Promise<unknown>;
  now: () => Date;
  log: Logger;
}

const SETTLED_AT_ONCE = 500;
/** Milliseconds for which changes wait for others, so that one command settles many in a busy moment. */
const SETTLED_WITHIN = 50;

type Settler = DataLoader<{ id: Types.ObjectId; op: Types.ObjectId }, true>;

/** The changes that documents of one collection owe to the counters of another. */
export class Debts<S extends Owing, C extends Counted> {
  /** Those that are settled in one turn of the event loop share a command. */
  private readonly settling = this.settler((run) => setImmediate(run));
  private readonly settlingSoon = this.settler((run) => setTimeout(run, SETTLED_WITHIN).unref());

  constructor(private readonly parts: DebtsParts<S, C>) {}

  /**
   * Adds a change, tells of it and takes it off its document. @returns what has the counters, `null` where it is gone
   * @param readAt see `Counters.add`
   * @param soon takes it off a moment later, for which the caller does not wait
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

  /** Pays debts by one command, as far as nothing is to follow. @returns for each whether its counters are there */
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
   * Pays the debts of processes that died, the oldest first. One that fails is left to the next time and holds up no
   * other. @returns whether none is left
   * @throws the reason of a signal that ends it
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

  /** Tells the counters that nobody owes a change that began before a time. */
  allSettledUntil(time: Date): void {
    this.parts.counters.allSettledUntil(time);
  }

  /** When the oldest change began that a document owes; `undefined` where none owes any. */
  async oldest(): Promise<Date | undefined> {
    const [found] = await this.parts.collection
      .find({ 'pending.op': { $exists: true } } as never, { projection: { pending: 1 } })
      .sort({ 'pending.op': 1 })
      .limit(1)
      .toArray();
    return (found as Owing | undefined)?.pending?.[0]?.op.getTimestamp();
  }

  /** Tells of a change. @returns false where that failed, which is left to the repair: what the caller asked for is done */
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

  /** A failure is left to the repair, since what the caller asked for is done. */
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
