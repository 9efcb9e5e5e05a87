import type { Collection } from 'mongodb';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startTestServer, type TestServer } from './server.js';

/** The documents that most tests of commands work on. */
export interface Item {
  _id: number;
  n?: number;
  list?: unknown[];
  name?: string;
}

/** A server of the test file's own, its database `test` emptied before each test. */
export function ownServer(): { server: () => TestServer; items: () => Collection<Item> } {
  let started: TestServer;
  beforeAll(async () => {
    started = await startTestServer();
  });
  afterAll(() => started.stop());
  beforeEach(() => started.db.dropDatabase());
  return { server: () => started, items: () => started.db.collection<Item>('items') };
}
