import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SEEDS } from './feed-order.js';
import { nameOfSeed, seedOfName, WORDS } from './names.js';

const PAGE = readFileSync(new URL('../../../docs/feed-order.md', import.meta.url), 'utf8');

describe('the words', () => {
  it('are three lists of a hundred short ones, none in two lists [B4-8]', () => {
    expect(WORDS.map(({ length }) => length)).toEqual([100, 100, 100]);
    expect(new Set(WORDS.flat()).size).toBe(300);
    for (const word of WORDS.flat()) expect(word).toMatch(/^[a-z]{3,8}$/);
  });

  it('differ from all others of their list in their first four letters [B4-8]', () => {
    for (const words of WORDS) expect(new Set(words.map((word) => word.slice(0, 4))).size).toBe(100);
  });

  it('are those of docs/feed-order.md, in this order [B4-3 B4-8]', () => {
    const lists = [...PAGE.matchAll(/^\d\. ((?:[a-z]+\s+){99}[a-z]+)$/gm)].map(([, list]) =>
      list!.split(/\s+/),
    );
    expect(lists).toEqual(WORDS);
  });
});

describe('the name of a seed', () => {
  it('is one of its own, from which the seed can be read [B4-8]', () => {
    const names = new Set<string>();
    for (let seed = 0; seed < SEEDS; seed += 7) {
      const name = nameOfSeed(seed);
      names.add(name);
      if (seedOfName(name) !== seed) expect.fail(`${name} is not read as ${seed}`);
    }
    expect(names.size).toBe(Math.ceil(SEEDS / 7));
  });

  it('is read in any letter case and with any separators or none [B4-9]', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: SEEDS - 1 }),
        fc.constantFrom('-', ' ', '', '_', ' · ', '.', '+', '%20'),
        (seed, separator) => {
          const name = nameOfSeed(seed).replaceAll('-', separator);
          expect(seedOfName(name.toUpperCase())).toBe(seed);
        },
      ),
    );
  });

  it.each([
    '',
    'amber',
    'amber-otter',
    'amber-otter-lantern-lamp',
    'otter-amber-lantern',
    'ambre-otter-x',
    '7',
  ])('%j names no shuffle [B4-9]', (name) => expect(seedOfName(name)).toBeUndefined());

  it.each([-1, 0.5, SEEDS, NaN])('is refused for %j, which is no seed', (seed) => {
    expect(() => nameOfSeed(seed)).toThrow(RangeError);
  });

  it('is the one in docs/feed-order.md [B4-3 B4-8]', () => {
    const vectors = [...PAGE.matchAll(/^\| +(\d+) \| `([a-z-]+)` +\|$/gm)];
    expect(vectors.length).toBeGreaterThan(3);
    for (const [, seed, name] of vectors) expect(nameOfSeed(Number(seed))).toBe(name);
  });
});
