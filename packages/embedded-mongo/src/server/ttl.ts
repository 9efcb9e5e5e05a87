import { deleteStatement } from '../run/changes.js';
import type { Engine } from '../run/engine.js';
import { failure } from '../run/log.js';
import type { Collection } from '../store/catalogue.js';
import type { Index } from '../store/index-spec.js';

/** Deletes documents whose date in a TTL index is past, as MongoDB's background thread does. */
export class TtlMonitor {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(private readonly engine: Engine) {}

  /** Looks every so many milliseconds; 0 for never. */
  every(interval: number): void {
    if (interval <= 0) return;
    this.timer = setInterval(() => {
      this.running ??= this.pass()
        .catch(failure(this.engine.log, 'Expired documents could not be deleted'))
        .finally(() => (this.running = undefined));
    }, interval).unref();
  }

  /** One look at all TTL indexes. */
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
    // a partial index holds only what its filter finds: nothing else expires
    const { partialFilterExpression: partial } = spec;
    const filter = partial ? { $and: [expired, partial] } : expired;
    await deleteStatement(this.engine, db, name, { filter, multi: true, hint }).onItsOwn();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }
}
