import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asciiForm, collationCompare, storedCollation } from './collation.js';

const printable = fc.string({
  unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
  maxLength: 4,
});
const languages = 'en de fr es it pt nl ru uk bg'.split(' ');

it.each([1, 2, 3])(
  'strings of printable ASCII have one form exactly where strength %i takes them for the same',
  (strength) => {
    for (const locale of languages) {
      const spec = storedCollation({ locale, strength })!;
      const compare = collationCompare(spec)!;
      const form = asciiForm(spec)!;
      fc.assert(
        fc.property(printable, printable, fc.boolean(), (a, b, swapped) => {
          // strings that differ in case only are rare among random ones
          const other = swapped
            ? a.replace(/[a-z]/i, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()))
            : b;
          expect(form(a) === form(other)).toBe(compare(a, other) === 0);
        }),
      );
      for (let code = 32; code < 127; code++)
        for (let other = 32; other < 127; other++) {
          const [a, b] = [String.fromCharCode(code), String.fromCharCode(other)];
          if ((form(a) === form(b)) !== (compare(a, b) === 0))
            throw new Error(`${locale} ${strength}: ${a} ${b}`);
        }
    }
  },
);

it('other strings, and those of languages with letters of two signs, have no form', () => {
  expect(asciiForm(storedCollation({ locale: 'en', strength: 2 })!)!('é')).toBeUndefined();
  expect(asciiForm(storedCollation({ locale: 'cs', strength: 2 })!)).toBeUndefined();
});

it('what a language changes of the options is not stored', () => {
  expect(() => storedCollation({ locale: 'da' })).toThrow(expect.objectContaining({ code: 238 }) as Error);
  expect(() => storedCollation({ locale: 'fr_CA' })).toThrow(expect.objectContaining({ code: 238 }) as Error);
});
