import {
  Binary,
  BSONRegExp,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareValues } from './compare.js';
import { decode, fieldKey, UNDEFINED } from './document.js';
import { encode } from './encode.js';
import { compilePick } from './raw-fields.js';
import { compileProjection } from './project.js';
import { compileSort } from './sort.js';
import { compileUpdate } from './update.js';
import { typeName } from './types-of.js';
import type { Doc } from './types.js';

const number = fc.oneof(
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map((n) => new Int32(n)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((n) => Long.fromBigInt(n)),
  fc.integer({ min: -3, max: 3 }).map((n) => Long.fromNumber(n)),
  fc.double().map((n) => new Double(n)),
  fc.integer({ min: -3, max: 3 }).map((n) => new Double(n)),
  fc
    .tuple(fc.bigInt({ min: -(10n ** 33n), max: 10n ** 33n }), fc.integer({ min: -40, max: 40 }))
    .map(([digits, power]) => Decimal128.fromString(`${digits}E${power}`)),
  fc.constantFrom(
    ...['NaN', 'Infinity', '-Infinity', '1', '1.0', '-0', '0.1'].map((s) => Decimal128.fromString(s)),
  ),
);
const text = fc.string({ unit: 'grapheme', maxLength: 4 });
const scalar = fc.oneof(
  number,
  text,
  fc.boolean(),
  fc.constantFrom<unknown>(null, UNDEFINED, new MinKey(), new MaxKey()),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes)),
  fc
    .tuple(fc.uint8Array({ maxLength: 3 }), fc.constantFrom(0, 5))
    .map(([bytes, type]) => new Binary(Buffer.from(bytes), type)),
  fc.tuple(fc.nat(0xffffffff), fc.nat(3)).map(([t, i]) => new Timestamp({ t, i })),
  fc.constantFrom('', 'a', 'b').map((pattern) => new BSONRegExp(pattern, 'i')),
);
const name = fc.constantFrom('a', 'b', 'c', '0', '10', 'constructor', '_bsontype', 'é');
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .uniqueArray(fc.tuple(name, tie('value')), { maxLength: 3, selector: ([key]) => key })
      .map((fields) => Object.fromEntries(fields.map(([key, item]) => [fieldKey(key), item]))),
  ),
}));
const doc = fc
  .uniqueArray(fc.tuple(name, value), { maxLength: 5, selector: ([key]) => key })
  .map((fields): Doc => ({
    _id: new Int32(1),
    ...Object.fromEntries(fields.map(([key, item]) => [fieldKey(key), item])),
  }));

const runs = { numRuns: 2000 };

describe('the order of values', () => {
  it('is antisymmetric', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(Math.sign(compareValues(a, b)) + Math.sign(compareValues(b, a))).toBe(0);
      }),
      runs,
    );
  });

  it('is transitive', () => {
    fc.assert(
      fc.property(value, value, value, (...three) => {
        const [a, b, c] = three.sort(compareValues);
        expect(compareValues(a, b)).toBeLessThanOrEqual(0);
        expect(compareValues(b, c)).toBeLessThanOrEqual(0);
        expect(compareValues(a, c)).toBeLessThanOrEqual(0);
      }),
      runs,
    );
  });

  it('is transitive among numbers, also where they are equal', () => {
    fc.assert(
      fc.property(number, number, number, (a, b, c) => {
        if (compareValues(a, b) === 0) expect(compareValues(a, c)).toBe(compareValues(b, c));
      }),
      runs,
    );
  });

  it('makes every value equal to itself', () => {
    fc.assert(
      fc.property(value, (a) => {
        expect(compareValues(a, a)).toBe(0);
      }),
      runs,
    );
  });

  it('orders strings as their UTF-8 bytes', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 4 });
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(Math.sign(compareValues(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
      runs,
    );
  });

  it('gives sorts a total order of documents', () => {
    const { key, compareKeys } = compileSort({ b: new Int32(1), 'a.0': new Int32(-1), 'a.b': new Int32(1) });
    const sort = (a: Doc, b: Doc) => compareKeys(key(a), key(b));
    const total = (a: Doc, b: Doc, c: Doc) => {
      const [x, y, z] = [a, b, c].sort(sort) as [Doc, Doc, Doc];
      return sort(x, y) <= 0 && sort(y, z) <= 0 && sort(x, z) <= 0;
    };
    fc.assert(
      fc.property(doc, doc, doc, (a, b, c) => {
        try {
          expect(total(a, b, c)).toBe(true);
        } catch (error) {
          // parallel arrays and ambiguous names are refused
          expect(error).toHaveProperty('code', expect.any(Number));
        }
      }),
    );
  });
});

describe('documents', () => {
  it('survive encoding and decoding byte by byte', () => {
    fc.assert(
      fc.property(doc, (a) => {
        const bytes = encode(a);
        expect(encode(decode(bytes)).equals(bytes)).toBe(true);
      }),
      runs,
    );
  });

  it('stay documents with a field that is called as the mark of a type', () => {
    const field = Buffer.from('\x02_bsontype\0\x06\0\0\0Int32\0', 'latin1');
    const inner = Buffer.concat([Buffer.of(field.length + 5, 0, 0, 0), field, Buffer.of(0)]);
    const outer = Buffer.concat([Buffer.from('\x03a\0', 'latin1'), inner]);
    const doc = decode(Buffer.concat([Buffer.of(outer.length + 5, 0, 0, 0), outer, Buffer.of(0)]));
    expect(typeName(doc['a'])).toBe('object');
  });

  it('are refused, not misread, when bytes are damaged', () => {
    fc.assert(
      fc.property(doc, fc.nat(), fc.nat(255), (a, at, byte) => {
        const bytes = encode(a);
        bytes[at % bytes.length] = byte;
        try {
          decode(bytes);
        } catch (error) {
          expect(error).toHaveProperty('code', expect.any(Number));
        }
      }),
      runs,
    );
  });
});

describe('updates', () => {
  const path = fc.constantFrom('a', 'b', 'a.b', 'a.0', 'b.1.a', 'a.$[]', 'b.$[e].a', 'c.0', 'constructor');
  const operator = fc.constantFrom(
    '$set',
    '$unset',
    '$inc',
    '$mul',
    '$min',
    '$max',
    '$push',
    '$addToSet',
    '$pull',
    '$pop',
    '$rename',
    '$bit',
  );
  const update = fc
    .array(fc.tuple(operator, path, value), { minLength: 1, maxLength: 3 })
    .map((parts) =>
      Object.fromEntries(parts.map(([op, at, operand]): [string, Doc] => [op, { [at]: operand }])),
    );

  it('never change the document that they are applied to', () => {
    fc.assert(
      fc.property(doc, update, (before, change) => {
        const bytes = encode(before);
        try {
          const arrayFilters = JSON.stringify(change).includes('$[e]') ? [{ e: { $exists: true } }] : [];
          compileUpdate(change, { arrayFilters }).apply(before, {
            isUpsertInsert: false,
            now: new Date(0),
            positional: 0,
          });
        } catch (error) {
          expect(error).toHaveProperty('code', expect.any(Number));
        }
        expect(encode(before).equals(bytes)).toBe(true);
      }),
      runs,
    );
  });

  it('by pipeline neither', () => {
    const fields = fc.dictionary(
      fc.constantFrom('a', 'a.b', 'b', 'c.a'),
      fc.constantFrom('$a', '$b.c', { $literal: 1 }, ['$a', '$c']),
    );
    fc.assert(
      fc.property(doc, fields, (before, spec) => {
        const bytes = encode(before);
        try {
          compileUpdate([{ $set: spec }, { $unset: 'b' }]).apply(before, {
            isUpsertInsert: false,
            now: new Date(0),
          });
        } catch (error) {
          expect(error).toHaveProperty('code', expect.any(Number));
        }
        expect(encode(before).equals(bytes)).toBe(true);
      }),
    );
  });
});

describe('a projection that only names fields', () => {
  it('copies the very bytes that decoding, projecting and encoding gives', () => {
    const spec = fc.record(
      {
        _id: fc.constantFrom(new Int32(0), true),
        a: fc.constant(new Int32(1)),
        b: fc.constant(true),
        é: fc.constant(true),
      },
      { requiredKeys: ['a'] },
    );
    fc.assert(
      fc.property(doc, spec, (stored, fields) => {
        const bytes = encode(stored);
        expect(compilePick(fields)!(bytes)).toEqual(encode(compileProjection(fields)(decode(bytes))));
      }),
      runs,
    );
  });

  it('is left to the projections in general where it says more', () => {
    const one = new Int32(1);
    for (const spec of [
      { 'a.b': one },
      { a: new Int32(0) },
      { a: '$b' },
      { a: { b: one } },
      { _id: new Int32(0) },
    ])
      expect(compilePick(spec)).toBeUndefined();
  });
});
