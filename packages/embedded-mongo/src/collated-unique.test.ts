import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Catalogue } from './catalogue.js';
import { startServer } from './index.js';
import { collationCompare } from './semantics/collation.js';
import { Storage } from './storage.js';
import { createIndex, startTestServer, temporaryDirectory, type TestServer } from './testing/server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('a unique index takes and refuses what comparing with every other value does', async () => {
  const text = fc.constantFrom('', 'a', 'A', 'ä', 'Ä', 'ａ', 'e', 'é', 'ab', 'Ab', 'aB', 'ß', 'ss', 'я', 'Я');
  const write = fc.record({
    _id: fc.integer({ min: 0, max: 3 }),
    s: fc.oneof(text, fc.array(text, { maxLength: 2 })),
  });
  let round = 0;
  const property = fc.asyncProperty(
    fc.constantFrom(1, 2, 3),
    fc.constantFrom('en', 'cs', 'en_US_POSIX'),
    fc.array(write, { minLength: 4, maxLength: 12 }),
    async (strength, locale, writes) => {
      const c = server.db.collection<{ _id: number; s: unknown }>(`unique${round++}`);
      await createIndex(c, { s: 1 }, { unique: true, collation: { locale, strength } });
      const compare = collationCompare({ locale, strength })!;
      const kept = new Map<number, string | string[]>();
      // an empty list is a value of its own
      const values = (s: string | string[]) => (Array.isArray(s) ? (s.length ? s : [null]) : [s]);
      const same = (a: string | null, b: string | null) =>
        a === null || b === null ? a === b : compare(a, b) === 0;
      for (const { _id, s } of writes) {
        const taken = [...kept].some(
          ([id, other]) => id !== _id && values(other).some((a) => values(s).some((b) => same(a, b))),
        );
        const done = await c.replaceOne({ _id }, { s }, { upsert: true }).then(
          () => true,
          (error: unknown) => (error as { code?: number }).code !== 11000,
        );
        expect(done, JSON.stringify({ strength, locale, writes, _id, s })).toBe(!taken);
        if (done) kept.set(_id, s);
      }
      await c.drop();
    },
  );
  await fc.assert(property, { numRuns: 40 });
}, 120_000);

it('makes the keys of collations anew after another version of ICU made them', async () => {
  const directory = temporaryDirectory();
  const insert = async (s: string) => {
    const running = await startServer({ dbPath: directory, port: 0, ttlInterval: 0 });
    const client = await MongoClient.connect(`mongodb://127.0.0.1:${running.port}/`);
    const c = client.db('test').collection('c');
    await createIndex(c, { s: 1 }, { unique: true, collation: { locale: 'cs', strength: 1 } });
    const done = await c.insertOne({ s }).catch((error: unknown) => error);
    await client.close();
    await running.close();
    return done;
  };
  await insert('č');
  const storage = new Storage(directory);
  const catalogue = new Catalogue(storage);
  const collection = catalogue.get('test.c')!;
  await storage.clear(storage.entries, { start: Buffer.from([0]), end: Buffer.from([255]) });
  await storage.write(() => {
    collection.indexes[1]!.keys = '2, ICU 57.1';
    catalogue.save(collection);
  });
  await storage.close();
  expect(await insert('Č')).toMatchObject({ code: 11000 });
  expect(await insert('d')).toHaveProperty('insertedId');
  rmSync(directory, { recursive: true, force: true });
});
