import type { Engine } from './commands/context.js';
import { deleteStatement } from './commands/changes.js';

/** Deletes documents whose date in a TTL index is past, as MongoDB's background thread does. */
export class TtlMonitor {
  private readonly timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(
    private readonly engine: Engine,
    interval: number,
  ) {
    if (interval <= 0) return;
    this.timer = setInterval(() => {
      this.running ??= this.pass()
        .catch(() => undefined)
        .finally(() => (this.running = undefined));
    }, interval).unref();
  }

  /** One look at all TTL indexes. */
  private async pass(): Promise<void> {
    const { catalogue, now } = this.engine;
    for (const collection of catalogue.all())
      for (const index of collection.indexes) {
        if (index.expireAfterSeconds === undefined || index.building) continue;
        const past = new Date(now().getTime() - index.expireAfterSeconds * 1000);
        const { db, name } = collection;
        // dates only: $lt does not match values of other types
        const filter = { [index.paths[0]!]: { $lt: past, $gte: new Date(-8.64e15) } };
        const hint = index.partial ? undefined : index.name;
        await deleteStatement(this.engine, db, name, { filter, multi: true, hint }).later();
      }
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }
}
