import fc from 'fast-check';
import { Double, Long } from 'bson';
import type { Document } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeValue } from './keys.js';
import { compileSort } from './semantics/sort.js';
import { decode } from './semantics/document.js';
import { encode } from './semantics/encode.js';
import { createIndex, startTestServer, type TestServer } from './testing/server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const scalar = fc.oneof(
  fc.integer({ min: 0, max: 4 }),
  fc.constantFrom<unknown>(
    '',
    'a',
    'ab',
    'b',
    'A',
    'Ä',
    null,
    true,
    new Date(0),
    new Double(1.5),
    Long.fromNumber(2),
    NaN,
  ),
);
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.record({ x: scalar, y: scalar }, { requiredKeys: [] }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.record({ x: scalar, y: scalar }, { requiredKeys: [] }), { maxLength: 3 }),
  },
);
const document = fc.record({ a: value, b: scalar, c: value }, { requiredKeys: [] });
const paths = ['a', 'b', 'c', 'a.x', 'a.y', 'c.x', 'a.0'];
const path = fc.constantFrom(...paths);
const condition = fc.oneof(
  scalar.map((v): unknown => v),
  fc
    .tuple(fc.constantFrom('$gt', '$gte', '$lt', '$lte', '$ne', '$eq'), scalar)
    .map(([op, v]) => ({ [op]: v })),
  fc.tuple(scalar, scalar).map(([low, high]) => ({ $gte: low, $lt: high })),
  fc.array(scalar, { maxLength: 3 }).map((list) => ({ $in: list })),
  fc.array(scalar, { minLength: 1, maxLength: 2 }).map((list) => ({ $all: list })),
  fc.boolean().map((exists) => ({ $exists: exists })),
  fc.constantFrom({ $regex: '^a' }, { $regex: '^ab?' }, { $not: { $gt: 1 } }, { $size: 2 }),
  fc.array(scalar, { maxLength: 2 }).map((list): unknown => list),
  fc.constant({ $elemMatch: { x: { $gte: 1 }, y: 2 } }),
  fc.tuple(scalar, scalar).map(([low, high]) => ({ $elemMatch: { $gte: low, $lt: high } })),
  fc.array(scalar, { maxLength: 2 }).map((list) => ({ $elemMatch: { $in: list, $ne: 1 } })),
  fc.constantFrom({ $elemMatch: { $elemMatch: { $gt: 1 } } }, { $elemMatch: { $gt: 1, $exists: true } }),
);
const leaf = fc.dictionary(path, condition, { minKeys: 1, maxKeys: 3 });
const filter = fc.oneof(
  { weight: 3, arbitrary: leaf },
  {
    weight: 1,
    arbitrary: fc
      .tuple(leaf, fc.array(leaf, { minLength: 1, maxLength: 2 }))
      .map(([own, $or]) => ({ ...own, $or })),
  },
  { weight: 1, arbitrary: fc.array(leaf, { minLength: 1, maxLength: 3 }).map(($and) => ({ $and })) },
) as fc.Arbitrary<Document>;
const direction = fc.constantFrom<1 | -1>(1, -1);
const keys = fc.dictionary(path, direction, { minKeys: 1, maxKeys: 3 });
const index = fc.tuple(
  keys,
  fc.constantFrom(
    {},
    {},
    { sparse: true },
    { collation: { locale: 'en', strength: 2 } },
    { partialFilterExpression: { b: { $gt: 1 } } },
    { partialFilterExpression: { a: { $exists: true } } },
  ),
);

const collated = fc.option(fc.constant({ locale: 'en', strength: 2 }), { nil: undefined, freq: 1 });

const runs = Number(process.env.PLAN_RUNS ?? 40);

describe('plans by index', () => {
  it('find what a scan finds, in the order that was asked for', async () => {
    let round = 0;
    const property = fc.asyncProperty(
      fc.array(document, { minLength: 1, maxLength: 25 }),
      fc.array(index, { minLength: 1, maxLength: 3 }),
      fc.array(fc.tuple(filter, fc.option(keys, { nil: undefined }), collated), {
        minLength: 5,
        maxLength: 12,
      }),
      async (documents, indexes, queries) => {
        const name = `c${round++}`;
        const c = server.db.collection(name);
        const made = await Promise.all(
          indexes.map(([key, options], i) =>
            createIndex(c, key, { ...options, name: `i${i}` }).catch(() => undefined),
          ),
        );
        if (made.every((one) => one === undefined)) return;
        for (const [i, doc] of documents.entries())
          await c.insertOne({ ...doc, _id: i as never }).catch(() => undefined);
        // indexes see changes, too
        await c.updateMany({ b: 1 }, { $set: { b: 3 } }).catch(() => undefined);
        await c.deleteMany({ b: 'ab' });
        for (const [query, sort, collation] of queries) {
          const find = (hint?: Document | string) => {
            const cursor = c.find(query, { promoteValues: false });
            if (sort) cursor.sort(sort);
            if (collation) cursor.collation(collation);
            if (hint !== undefined) cursor.hint(hint);
            return cursor.toArray();
          };
          // two arrays cannot be sorted by together: MongoDB refuses that by index or not
          const expected = await find({ $natural: 1 }).catch(() => undefined);
          if (!expected) continue;
          const complete = made.filter(
            (one, i) =>
              one !== undefined && Object.keys(indexes[i]![1]).every((option) => option === 'collation'),
          );
          for (const hint of [undefined, ...complete]) {
            const found = await find(hint);
            const ids = (docs: Document[]) => docs.map(({ _id }) => Number(_id)).sort((x, y) => x - y);
            const shown = JSON.stringify({ query, sort, collation, hint, indexes });
            expect(ids(found), shown).toEqual(ids(expected));
            expect(
              await c.countDocuments(query, {
                ...(collation && { collation }),
                ...(hint !== undefined && { hint }),
              }),
              shown,
            ).toBe(expected.length);
            // strings that a collation takes for the same have different bytes
            if (!sort || collation) continue;
            const { key } = compileSort(decode(encode(sort)));
            const places = (docs: Document[]) =>
              docs.map((doc) => encodeValue(key(decode(encode(doc)))).toString('hex'));
            expect(places(found), shown).toEqual(places(expected));
          }
        }
        await c.drop();
      },
    );
    await fc.assert(property, { numRuns: runs });
  }, 600_000);
});
