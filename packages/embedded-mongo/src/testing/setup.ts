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
