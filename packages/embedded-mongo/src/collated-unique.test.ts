import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collationCompare } from './semantics/collation.js';
import { createIndex, startTestServer, type TestServer } from './testing/server.js';

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
    fc.constantFrom('en', 'cs'),
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
