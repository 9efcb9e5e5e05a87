import { Int32 } from 'bson';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileProjection } from '../language/project/projection.js';
import { compilePick } from '../language/project/raw-fields.js';
import { doc, runs } from '../testing/arbitraries.js';
import { decode } from './decode.js';
import { encode } from './encode.js';
import { typeName } from './types.js';

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
