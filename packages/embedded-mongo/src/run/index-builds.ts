import { ServerError } from '../bson/errors.js';
import type { Row } from '../plan/scan.js';
import type { Collection } from '../store/catalogue.js';
import type { Index } from '../store/index-spec.js';
import { unpaused } from '../values/pace.js';
import type { Engine } from './engine.js';
import { rowsOf, select } from './selection.js';

const aborted = (what: string) => new ServerError(276, `Index build failed: ${what} was dropped meanwhile`);

/** Fills indexes from existing documents, one slice per transaction. */
async function fill(
  { storage, catalogue, records, scanner, now }: Engine,
  collection: Collection,
  indexes: Index[],
) {
  const check = () => {
    if (!indexes.every((index) => collection.indexes.includes(index))) throw aborted('the index');
  };
  const enter = async (ids: number[]) =>
    storage.writeEach(ids, (id) => {
      check();
      const row = scanner.read(collection, id);
      if (row) for (const index of indexes) records.fill(collection, index, id, row.doc);
    });
  let batch: number[] = [];
  const all = select({ sort: { $natural: 1 }, now: now() });
  for await (const { id } of unpaused<Row>(rowsOf(scanner, collection, all))) {
    if (batch.push(id) < 1000) continue;
    await enter(batch);
    batch = [];
  }
  await enter(batch);
  await storage.write(() => {
    check();
    for (const index of indexes) index.building = false;
    catalogue.save(collection);
  });
}

/** Fills new indexes; removes them on failure. */
export async function build(engine: Engine, collection: Collection, indexes: Index[]): Promise<void> {
  try {
    await fill(engine, collection, indexes);
  } catch (error) {
    const { storage, catalogue } = engine;
    await storage.write(() => {
      if (!collection.dropped) indexes.forEach((index) => catalogue.dropIndex(collection, index));
    });
    void catalogue.sweep();
    throw collection.dropped ? aborted('the collection') : error;
  }
}
