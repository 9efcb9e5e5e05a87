import { randomUUID } from 'node:crypto';
import { isDuplicateKey } from '../db/duplicate-key.js';
import type { LeaseRecord } from './lease.model.js';
import type { Native } from '../db/native.js';

/**
 * The right to do a piece of background work, held by one process of all that share the database and lost when it is
 * not renewed in time. It saves double work; what is done under it must be harmless when done twice.
 */
export class Lease {
  private readonly holder = randomUUID();

  constructor(
    private readonly leases: Native<LeaseRecord>,
    private readonly name: string,
    /** milliseconds until a lease that is not renewed ends */
    private readonly lasts: number,
    private readonly now: () => Date,
  ) {}

  /** Takes or renews the lease. @returns whether it is held now */
  async hold(): Promise<boolean> {
    const now = this.now();
    try {
      await this.leases.updateOne(
        { _id: this.name, $or: [{ holder: this.holder }, { until: { $lte: now } }] },
        { $set: { holder: this.holder, until: new Date(now.getTime() + this.lasts) } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Lets go, so that another process need not wait for the end of the lease. */
  async release(): Promise<void> {
    await this.leases.deleteOne({ _id: this.name, holder: this.holder });
  }
}
