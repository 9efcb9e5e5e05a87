import type { Logger } from 'pino';
import type { Lease } from '../../platform/jobs/lease.js';
import type { Native } from '../../platform/db/native.js';
import { STALE_AFTER, type CounterLedger } from './counter-ledger.js';
import type { CounterTarget, IntentRecord } from './intent.model.js';

const BATCH = 100;
const TRIES = 5;

interface Parts {
  intents: Native<IntentRecord>;
  ledger: CounterLedger;
  lease: Lease;
  now: () => Date;
  log: Logger;
}

/** Counts anew what changes that were cut off may have left wrong, and finishes deletions (security 25). */
export class CounterRepair {
  constructor(private readonly parts: Parts) {}

  /**
   * Repairs the targets of all intents that no living change has; nothing where another process is at it.
   * @returns how many intents were settled
   */
  async run(): Promise<number> {
    if (!(await this.parts.lease.hold())) return 0;
    let settled = 0;
    try {
      const stale = await this.parts.intents
        .find({ at: { $lt: this.cutoff() } }, { sort: { at: 1 }, limit: BATCH })
        .toArray();
      for (const intent of stale) {
        if (await this.settle(intent)) settled += 1;
      }
    } finally {
      await this.parts.lease.release();
    }
    if (settled > 0) this.parts.log.info({ settled }, 'counters of interrupted changes were counted anew');
    return settled;
  }

  private cutoff(): Date {
    return new Date(this.parts.now().getTime() - STALE_AFTER);
  }

  private async settle(intent: IntentRecord): Promise<boolean> {
    for (const target of intent.targets) {
      if (!(await this.recount(target))) return false;
    }
    await this.parts.intents.deleteOne({ _id: intent._id });
    return true;
  }

  /**
   * Sets a document's counters to what there is. Sound because a change that counts documents before and adds after us
   * has its intent there all the while, and one that adds between changes the version.
   * @returns false where changes under way never left a quiet moment; the next run tries again
   */
  private async recount({ kind, id }: CounterTarget): Promise<boolean> {
    const { collection, count, clean } = this.parts.ledger.definitions[kind];
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const before = await collection.findOne({ _id: id }, { projection: { counterVersion: 1 } });
      if (before === null) {
        await clean(id);
        return true;
      }
      const counters = await count(id);
      if (await this.isChanging(id)) continue;
      const written = await collection.updateOne(
        { _id: id, counterVersion: before.counterVersion },
        { $set: counters, $inc: { counterVersion: 1 } },
      );
      if (written.matchedCount === 1) return true;
    }
    return false;
  }

  private async isChanging(id: CounterTarget['id']): Promise<boolean> {
    const young = await this.parts.intents.findOne(
      { 'targets.id': id, at: { $gte: this.cutoff() } },
      { projection: { _id: 1 } },
    );
    return young !== null;
  }
}
