import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doc, many } from '../testing/arbitraries.js';
import { decode } from './decode.js';
import { encode } from './encode.js';
import { typeName } from './types.js';

describe('documents', () => {
  it('round-trip byte for byte', () => {
    fc.assert(
      fc.property(doc, (a) => {
        const bytes = encode(a);
        expect(encode(decode(bytes)).equals(bytes)).toBe(true);
      }),
      many,
    );
  });

  it('stay documents if a field has the name of a type marker', () => {
    const field = Buffer.from('\x02_bsontype\0\x06\0\0\0Int32\0', 'latin1');
    const inner = Buffer.concat([Buffer.of(field.length + 5, 0, 0, 0), field, Buffer.of(0)]);
    const outer = Buffer.concat([Buffer.from('\x03a\0', 'latin1'), inner]);
    const doc = decode(Buffer.concat([Buffer.of(outer.length + 5, 0, 0, 0), outer, Buffer.of(0)]));
    expect(typeName(doc['a'])).toBe('object');
  });

  it('are rejected if their bytes are damaged', () => {
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
      many,
    );
  });
});
