import fc from 'fast-check';
import { expect, it } from 'vitest';
import { collationCompare, placeOf, storedCollation } from './collation.js';

const signs = Array.from('aAbBcChHsSzZ0059 -_.äÄéßæŒıİñçŁжЁяΣς中文가あアｱａＡﬁ٣²٠⁰\u0301\u00ad\0😀');
const text = fc.array(fc.constantFrom(...signs), { maxLength: 5 }).map((list) => list.join(''));
const collation = fc.record({
  locale: fc.constantFrom('en', 'de', 'cs', 'sv', 'ru', 'en_US_POSIX'),
  strength: fc.constantFrom(1, 2, 3),
  numericOrdering: fc.boolean(),
  caseFirst: fc.constantFrom('off', 'upper', 'lower'),
});

it('strings that a collation takes for the same have the same place', () => {
  // what looks alike is seldom the same among random strings: written in other ways, it often is
  const ways = [
    (s: string) => s.normalize('NFD'),
    (s: string) => s.normalize('NFKC').toUpperCase(),
    (s: string) => s.normalize('NFD').replace(/\p{M}/gu, ''),
    (s: string) => `\u00ad${s}\u0000`,
  ];
  fc.assert(
    fc.property(collation, text, text, fc.constantFrom(...ways), (spec, a, b, way) => {
      const compare = collationCompare(spec)!;
      for (const other of [b, way(a)])
        if (compare(a, other) === 0) expect(placeOf(spec, a)).toBe(placeOf(spec, other));
    }),
    { numRuns: 2000 },
  );
});

it.each(['en', 'cs', 'sv', 'ru'])('few strings of other letters have the same place in %s', (locale) => {
  const places = new Map<string, string>();
  for (const a of 'abcdeghnsuzåöčжщя')
    for (const b of 'aeiouéж')
      for (const c of 'nmscčж') {
        const word = a + b + c + a;
        places.set(word.normalize('NFD').replace(/\p{M}/gu, ''), placeOf({ locale, strength: 1 }, word));
      }
  expect(new Set(places.values()).size).toBeGreaterThan(0.9 * places.size);
});

it('what a language changes of the options is not stored', () => {
  expect(() => storedCollation({ locale: 'da' })).toThrow(expect.objectContaining({ code: 238 }) as Error);
  expect(() => storedCollation({ locale: 'fr_CA' })).toThrow(expect.objectContaining({ code: 238 }) as Error);
});
