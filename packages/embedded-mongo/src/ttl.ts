import type { Collection } from './catalogue.js';
import type { Engine } from './commands/context.js';
import { deleteStatement } from './commands/changes.js';
import { asNumber } from './describe.js';
import type { Doc } from './semantics/types.js';

/** Deletes documents whose date in a TTL index is past, as MongoDB's background thread does. */
export class TtlMonitor {
  /** Milliseconds between two looks; 0 for never. */
  interval = 0;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(private readonly engine: Engine) {}

  every(interval: number): void {
    clearInterval(this.timer);
    this.interval = interval;
    if (interval <= 0) return;
    this.timer = setInterval(() => {
      this.running ??= this.pass()
        .catch(() => undefined)
        .finally(() => (this.running = undefined));
    }, interval).unref();
  }

  /** One look at all TTL indexes, and at the collections that expire by themselves. */
  private async pass(): Promise<void> {
    for (const collection of this.engine.catalogue.all()) {
      const { clusteredIndex, timeseries, expireAfterSeconds } = collection.options;
      const field = timeseries ? String((timeseries as Doc).timeField) : clusteredIndex && '_id';
      const seconds = asNumber(expireAfterSeconds);
      if (field && seconds !== undefined) await this.expire(collection, field as string, seconds);
      for (const { paths, spec, name, building, expireAfterSeconds: after } of collection.indexes)
        if (after !== undefined && !building)
          await this.expire(collection, paths[0]!, after, {
            name,
            partial: spec.partialFilterExpression as Doc,
          });
    }
  }

  private async expire(
    { db, name }: Collection,
    field: string,
    seconds: number,
    index?: { name: string; partial: Doc | undefined },
  ): Promise<void> {
    const past = new Date(this.engine.now().getTime() - seconds * 1000);
    // dates only: $lt does not match values of other types
    const expired = { [field]: { $lt: past, $gte: new Date(-8.64e15) } };
    // a partial index holds only what its filter finds: nothing else expires
    const filter = index?.partial ? { $and: [expired, index.partial] } : expired;
    await deleteStatement(this.engine, db, name, { filter, multi: true, hint: index?.name }).later();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }
}
