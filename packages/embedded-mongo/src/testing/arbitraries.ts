import { Binary, BSONRegExp, Double, Int32, Long, ObjectId } from 'bson';
import fc from 'fast-check';
import { type Doc, fieldKey } from '../bson/document.js';
import { runs } from './runs.js';

export const number = fc.oneof(
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map((n) => new Int32(n)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((n) => Long.fromBigInt(n)),
  fc.integer({ min: -3, max: 3 }).map((n) => Long.fromNumber(n)),
  fc.double().map((n) => new Double(n)),
  fc.integer({ min: -3, max: 3 }).map((n) => new Double(n)),
);
const text = fc.string({ unit: 'grapheme', maxLength: 4 });
const scalar = fc.oneof(
  number,
  text,
  fc.boolean(),
  fc.constant(null),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes)),
  fc
    .tuple(fc.uint8Array({ maxLength: 3 }), fc.constantFrom(0, 5))
    .map(([bytes, type]) => new Binary(Buffer.from(bytes), type)),
  fc.constantFrom('', 'a', 'b').map((pattern) => new BSONRegExp(pattern, 'i')),
);
const name = fc.constantFrom('a', 'b', 'c', '0', '10', 'constructor', '_bsontype', 'é');
export const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .uniqueArray(fc.tuple(name, tie('value')), { maxLength: 3, selector: ([key]) => key })
      .map((fields) => Object.fromEntries(fields.map(([key, item]) => [fieldKey(key), item]))),
  ),
}));
export const doc = fc
  .uniqueArray(fc.tuple(name, value), { maxLength: 5, selector: ([key]) => key })
  .map((fields): Doc => ({
    _id: new Int32(1),
    ...Object.fromEntries(fields.map(([key, item]) => [fieldKey(key), item])),
  }));

/** A fixed seed makes every run test the same cases. */
export const many = { numRuns: runs(300, 2000), seed: 20261122 };
