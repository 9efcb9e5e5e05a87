import { Int32 } from 'bson';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Doc } from '../bson/document.js';
import { doc, many, number, value } from '../testing/arbitraries.js';
import { compareValues } from './compare.js';
import { compileSort } from './sort.js';

describe('the order of values', () => {
  it('is antisymmetric', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(Math.sign(compareValues(a, b)) + Math.sign(compareValues(b, a))).toBe(0);
      }),
      many,
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
      many,
    );
  });

  it('is transitive among numbers, including equal ones', () => {
    fc.assert(
      fc.property(number, number, number, (a, b, c) => {
        if (compareValues(a, b) === 0) expect(compareValues(a, c)).toBe(compareValues(b, c));
      }),
      many,
    );
  });

  it('makes every value equal to itself', () => {
    fc.assert(
      fc.property(value, (a) => {
        expect(compareValues(a, a)).toBe(0);
      }),
      many,
    );
  });

  it('orders strings as their UTF-8 bytes', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 4 });
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(Math.sign(compareValues(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
      // A character beyond U+FFFF sorts behind U+FFFD, though its first code unit is smaller.
      { ...many, examples: [['\uFFFD', '😀']] },
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
          // parallel arrays and ambiguous names throw
          expect(error).toHaveProperty('code', expect.any(Number));
        }
      }),
    );
  });
});
