import { rmSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { temporaryDirectory } from '../testing/server.js';
import { ownServer } from '../testing/setup.js';
import { Storage } from './lmdb.js';

const { server, items } = ownServer();
const flush = vi.spyOn(Storage.prototype, 'flush');
afterEach(() => {
  vi.useRealTimers();
  flush.mockReset();
});

describe('a write', () => {
  it('is acknowledged after its commit, and on disk within 100 ms', async () => {
    const directory = temporaryDirectory();
    const storage = new Storage(directory);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    flush.mockClear();
    await storage.write(() => storage.docs.putSync(Buffer.from('key'), Buffer.from('value')));
    expect(flush).not.toHaveBeenCalled();
    vi.advanceTimersByTime(100);
    expect(flush).toHaveBeenCalledTimes(1);
    await storage.close();
    rmSync(directory, { recursive: true });
  });

  it.each([{ w: 'majority' }, { journal: true }, { w: 1, journal: true }] as const)(
    'is on disk when it is acknowledged with %j',
    async (writeConcern) => {
      let flushed = false;
      flush.mockClear();
      flush.mockImplementation(async () => {
        await new Promise((resolve) => setImmediate(resolve));
        flushed = true;
      });
      await items().insertOne({ _id: 1 }, { writeConcern });
      expect(flushed).toBe(true);
      expect(await items().countDocuments()).toBe(1);
    },
  );

  it('reports a disk failure to the client that waits for the flush', async () => {
    // fail every flush, since one of earlier writes may run first
    flush.mockRejectedValue(new Error('Input/output error'));
    await expect(items().insertOne({ _id: 1 }, { writeConcern: { journal: true } })).rejects.toMatchObject({
      code: 1,
    });
  });
});

describe('counters', () => {
  it('are correct after a rollback and after a restart', async () => {
    const count = () => items().estimatedDocumentCount();
    await items().insertMany([{ _id: 1 }, { _id: 2 }]);
    await Promise.allSettled([
      items().insertOne({ _id: 3 }),
      items().findOneAndUpdate({ n: 5 }, { $setOnInsert: { _id: 1 } }, { upsert: true }),
      items().deleteOne({ _id: 2 }),
      items().findOneAndUpdate({ n: 6 }, { $setOnInsert: { _id: 1 } }, { upsert: true }),
      items().insertOne({ _id: 4 }),
    ]);
    expect(await count()).toBe(3);
    await server().restart();
    expect(await count()).toBe(3);
    expect(await items().countDocuments({ _id: { $gte: 0 } })).toBe(3);
  });
});
