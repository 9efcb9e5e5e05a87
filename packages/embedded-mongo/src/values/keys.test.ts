import { Binary, BSONRegExp, Double, Int32, Long, ObjectId } from 'bson';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldKey } from '../bson/document.js';
import { runs } from '../testing/runs.js';
import { compareValues } from './compare.js';
import { encodeKey, encodeValue, keyLimit, readRecord, recordBytes, successor } from './keys.js';

const numbers = fc.oneof(
  fc.integer().map((value) => new Int32(value)),
  fc.double().map((value) => new Double(value)),
  fc.integer({ min: -5, max: 5 }).map((value) => new Double(value)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => Long.fromBigInt(value)),
  fc.constantFrom(0.1, -0, 2 ** 53, 2 ** 63, NaN, Infinity, -Infinity).map((value) => new Double(value)),
  fc.constantFrom(2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) - 1n).map((value) => Long.fromBigInt(value)),
);
const scalars = fc.oneof(
  numbers,
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '\0', 'a', 'a\0', 'a\0b', 'ab', '\uFFFD', '😀'),
  fc.boolean(),
  fc.constant(null),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes)),
  fc.uint8Array({ maxLength: 5 }).map((bytes) => new Binary(Buffer.from(bytes))),
  fc.constantFrom(new BSONRegExp('a', 'i'), new BSONRegExp('b')),
);
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalars,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'ab', '0').map(fieldKey), tie('value'), { maxKeys: 3 }),
  ),
})).value;

const none = Buffer.alloc(0);
const sign = (order: number): number => Math.sign(order) || 0;

describe('index keys', () => {
  it('sort like their values', () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        expect(sign(encodeValue(a).compare(encodeValue(b)))).toBe(sign(compareValues(a, b)));
      }),
      { numRuns: runs(500, 3000) },
    );
  });

  it('sort like compound values, with ascending and descending fields', () => {
    fc.assert(
      fc.property(scalars, scalars, scalars, scalars, fc.boolean(), fc.boolean(), (a, b, c, d, x, y) => {
        const order = compareValues(a, c) * (x ? -1 : 1) || compareValues(b, d) * (y ? -1 : 1);
        const keys = [encodeKey(none, [a, b], [x, y]), encodeKey(none, [c, d], [x, y])] as const;
        expect(sign(keys[0].compare(keys[1]))).toBe(sign(order));
      }),
      // a string that extends another with NUL
      { numRuns: runs(500, 3000), examples: [[null, '', null, '\0', false, true]] },
    );
  });

  it('truncate long values to the limit of the store, with distinct keys for distinct values', () => {
    const one = encodeKey(none, ['x'.repeat(5000)], [false]);
    const two = encodeKey(none, [`${'x'.repeat(4999)}y`], [false]);
    expect(one.length).toBeLessThan(1970);
    expect(one.subarray(0, keyLimit)).toEqual(two.subarray(0, keyLimit));
    expect(one).not.toEqual(two);
  });

  it('end in the record id', () => {
    for (const id of [1, 255, 256, 2 ** 39]) expect(readRecord(recordBytes(id))).toBe(id);
  });

  it('compute the first key after all keys with a prefix', () => {
    expect(successor(Buffer.from([1, 2, 0xff]))).toEqual(Buffer.from([1, 3]));
  });
});
