import type { Collection } from 'mongodb';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startTestServer, type TestServer } from './server.js';

/** The documents of most command tests. */
export interface Item {
  _id: number;
  n?: number;
  list?: unknown[];
  name?: string;
}

/** Inserts documents with long lists, for which `slow` takes some milliseconds each. */
export const insertLong = (items: Collection<Item>) =>
  items.insertMany(
    Array.from({ length: 15 }, (_, _id) => ({ _id, n: 1, list: Array<number>(30_000).fill(1) })),
  );
/** A filter that finds no document. */
export const slow = { $expr: { $eq: [{ $map: { input: '$list', in: { $add: ['$$this', 1] } } }, 0] } };

/** Starts a server for this test file; its database `test` is emptied before each test. */
export function ownServer(): { server: () => TestServer; items: () => Collection<Item> } {
  let started: TestServer;
  beforeAll(async () => {
    started = await startTestServer();
  });
  afterAll(() => started.stop());
  beforeEach(() => started.db.dropDatabase());
  return { server: () => started, items: () => started.db.collection<Item>('items') };
}
