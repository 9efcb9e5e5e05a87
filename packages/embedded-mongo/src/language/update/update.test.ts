import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Doc } from '../../bson/document.js';
import { encode } from '../../bson/encode.js';
import { doc, many, value } from '../../testing/arbitraries.js';
import { compileUpdate } from './update.js';

describe('updates', () => {
  const path = fc.constantFrom(
    'a',
    'b',
    'a.b',
    'a.0',
    'b.1.a',
    'a.$[]',
    'b.$[].a',
    'c.$',
    'c.0',
    'constructor',
  );
  const operator = fc.constantFrom(
    '$set',
    '$unset',
    '$inc',
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

  it('never mutate their input document', () => {
    fc.assert(
      fc.property(doc, update, (before, change) => {
        const bytes = encode(before);
        try {
          compileUpdate(change).apply(before, { isUpsertInsert: false, now: new Date(0), positional: 0 });
        } catch (error) {
          expect(error).toHaveProperty('code', expect.any(Number));
        }
        expect(encode(before).equals(bytes)).toBe(true);
      }),
      many,
    );
  });

  it('never mutate it in a pipeline either', () => {
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
