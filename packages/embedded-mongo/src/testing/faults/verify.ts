import { calculateObjectSize } from 'bson';
import type { Collection, MongoClient } from 'mongodb';
import type { Expected, Item } from './workload.js';

interface Explained {
  executionStats: { totalKeysExamined: number; nReturned: number };
}

/**
 * Compares the store with the acknowledged writes, and its indexes and counters with its documents. Returns
 * messages, or an empty list if all is correct. Resolves writes in doubt.
 */
export async function verify(
  client: MongoClient,
  items: Collection<Item>,
  expected: Expected,
): Promise<string[]> {
  const wrong: string[] = [];
  const found = new Map((await items.find().hint({ $natural: 1 }).toArray()).map((item) => [item._id, item]));
  const { values, doubts } = expected;
  for (const [id, value] of values) {
    const stored = found.get(id);
    const doubt = doubts.get(id);
    if (!stored && doubt !== 'delete') wrong.push(`${id} was acknowledged and is lost`);
    if (!stored) continue;
    if (stored.value !== value && !(doubt === 'increment' && stored.value === value + 1))
      wrong.push(`${id} has ${stored.value} and not ${value}`);
    if (stored.tags[2] !== `v${stored.value}`) wrong.push(`${id} was changed by half`);
  }
  for (const id of found.keys())
    if (!values.has(id) && doubts.get(id) !== 'insert') wrong.push(`${id} was never written, or was deleted`);
  values.clear();
  for (const [id, { value }] of found) values.set(id, value);
  doubts.clear();
  const stored = [...found.values()];
  wrong.push(...(await verifyIndexes(items, stored)));
  const size = stored.reduce((sum, item) => sum + calculateObjectSize(item), 0);
  const told = await items
    .aggregate<{ storageStats: { count: number; size: number } }>([{ $collStats: { storageStats: {} } }])
    .next();
  const kept = told!.storageStats;
  if (kept.count !== stored.length || kept.size !== size)
    wrong.push(`the counters say ${kept.count} documents of ${kept.size} bytes`);
  return wrong;
}

async function verifyIndexes(items: Collection<Item>, found: Item[]): Promise<string[]> {
  const wrong: string[] = [];
  const ids = new Set(found.map(({ _id }) => _id));
  if (new Set(found.map(({ n }) => n)).size !== found.length) wrong.push('a unique value is there twice');
  const keysOf: Record<string, number> = { tags_1: found.reduce((sum, { tags }) => sum + tags.length, 0) };
  for (const { name } of (await items.listIndexes().toArray()) as { name: string }[]) {
    const { executionStats } = (await items.find().hint(name).explain('executionStats')) as Explained;
    const keys = keysOf[name] ?? found.length;
    if (executionStats.totalKeysExamined !== keys)
      wrong.push(`${name} has ${executionStats.totalKeysExamined} entries and not ${keys}`);
    const by = await items.find().hint(name).project<{ _id: number }>({ _id: 1 }).toArray();
    if (by.length !== ids.size || by.some(({ _id }) => !ids.has(_id)))
      wrong.push(`${name} leads to ${by.length} documents of ${ids.size}`);
  }
  for (const { _id, n, tags } of found.filter((_, i) => i % 97 === 0)) {
    const one = await items.findOne({ n });
    const tagged = await items.countDocuments({ tags: tags[2]!, _id });
    if (one?._id !== _id || tagged !== 1) wrong.push(`${_id} is not found by its own values`);
  }
  return wrong;
}
