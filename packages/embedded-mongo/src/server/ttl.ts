import { deleteStatement } from '../run/changes.js';
import type { Engine } from '../run/engine.js';
import { failure } from '../run/log.js';
import type { Collection } from '../store/catalogue.js';
import type { Index } from '../store/index-spec.js';

/** Deletes documents whose date in a TTL index has expired, like MongoDB's background thread. */
export class TtlMonitor {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(private readonly engine: Engine) {}

  /** Runs a pass every `interval` milliseconds; 0 disables them. */
  every(interval: number): void {
    if (interval <= 0) return;
    this.timer = setInterval(() => {
      this.running ??= this.pass()
        .catch(failure(this.engine.log, 'Expired documents could not be deleted'))
        .finally(() => (this.running = undefined));
    }, interval).unref();
  }

  /** Checks all TTL indexes once. */
  private async pass(): Promise<void> {
    for (const collection of this.engine.catalogue.all())
      for (const index of collection.indexes)
        if (index.expireAfterSeconds !== undefined && !index.building) await this.expire(collection, index);
  }

  private async expire(
    { db, name }: Collection,
    { name: hint, paths, spec, expireAfterSeconds = 0 }: Index,
  ): Promise<void> {
    const past = new Date(this.engine.now().getTime() - expireAfterSeconds * 1000);
    // dates only: $lt does not match values of other types
    const expired = { [paths[0]!]: { $lt: past, $gte: new Date(-8.64e15) } };
    // a partial index only has documents that match its filter, and no others expire
    const { partialFilterExpression: partial } = spec;
    const filter = partial ? { $and: [expired, partial] } : expired;
    await deleteStatement(this.engine, db, name, { filter, multi: true, hint }).onItsOwn();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }
}
