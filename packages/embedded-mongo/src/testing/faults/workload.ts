import { type Collection, MongoClient, MongoServerError } from 'mongodb';
import { createIndex } from '../server.js';

export interface Item {
  _id: number;
  /** Unique. */
  n: number;
  group: number;
  tags: string[];
  value: number;
}

/** A write without a reply. */
type Doubt = 'insert' | 'increment' | 'delete';

/** What the store must hold, derived from the replies alone. */
export class Expected {
  /** Acknowledged documents: id to value. */
  readonly values = new Map<number, number>();
  readonly doubts = new Map<number, Doubt>();
  acknowledged = 0;
  private last = 0;

  newId(): number {
    return ++this.last;
  }
}

const groups = 7;
/** Numbers that several writers insert at the same time: only one may succeed with each. */
const contended = (round: number) => -1 - (round >> 3);

const itemOf = (id: number, n: number): Item => ({
  _id: id,
  n,
  group: id % groups,
  tags: [`t${id % 50}`, 'all', `v0`],
  value: 0,
});

/** Opens a client, and the collection with its indexes. */
export async function connect(port: number): Promise<{ client: MongoClient; items: Collection<Item> }> {
  const client = await MongoClient.connect(`mongodb://127.0.0.1:${port}`, {
    maxPoolSize: 20,
    retryWrites: false,
    retryReads: false,
  });
  const items = client.db('faults').collection<Item>('items');
  await createIndex(items, { n: 1 }, { unique: true });
  await createIndex(items, { tags: 1 });
  await createIndex(items, { group: 1, n: -1 });
  return { client, items };
}

/**
 * One writer: inserts, increments, deletes, and inserts of a number that other writers insert too, until the
 * connection is lost or `stop` returns true. Records every step in `expected` by its reply, or as in doubt.
 */
export async function writeUntil(
  items: Collection<Item>,
  expected: Expected,
  stop: () => boolean,
  acknowledged: () => void,
): Promise<void> {
  const own: number[] = [];
  const insert = async (id: number, n: number) => {
    await items.insertOne(itemOf(id, n));
    expected.values.set(id, 0);
    own.push(id);
  };
  for (let step = 0; !stop(); step++) {
    const old = own[Math.floor(own.length / 2)];
    const kind: Doubt = old === undefined || step % 3 ? 'insert' : step % 9 ? 'increment' : 'delete';
    const id = kind === 'insert' ? expected.newId() : old!;
    try {
      if (kind === 'insert') await insert(id, step % 8 === 1 ? contended(id) : id);
      else if (kind === 'increment') {
        const value = expected.values.get(id)! + 1;
        await items.updateOne({ _id: id }, { $inc: { value: 1 }, $set: { 'tags.2': `v${value}` } });
        expected.values.set(id, value);
      } else {
        await items.deleteOne({ _id: id });
        expected.values.delete(id);
        own.splice(own.indexOf(id), 1);
      }
    } catch (error) {
      // another writer was first
      if (error instanceof MongoServerError && error.code === 11000) continue;
      if (error instanceof MongoServerError) throw error;
      expected.doubts.set(id, kind);
      return;
    }
    expected.acknowledged++;
    acknowledged();
  }
}
