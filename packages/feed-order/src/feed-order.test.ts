import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkOrder, createPermutation } from './feed-order.js';

const listOf = (seed: number, size: number): number[] => {
  const order = createPermutation(seed, size);
  return Array.from({ length: size }, (_, position) => order.at(position));
};

/** Inverts a permutation, to look up neighbours. */
const inverse = (list: readonly number[]): number[] => {
  const positions = new Array<number>(list.length);
  list.forEach((value, position) => {
    positions[value] = position;
  });
  return positions;
};

/** Upper bound of chi-square in all but one of 10,000 runs (Wilson and Hilferty's approximation). */
const chiSquareBound = (degrees: number): number => {
  const z = 3.72;
  return degrees * (1 - 2 / (9 * degrees) + z * Math.sqrt(2 / (9 * degrees))) ** 3;
};

const chiSquare = (counts: readonly number[], expected: number): number =>
  counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);

describe('the keyed permutation', () => {
  it('contains every number once, at any size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 0, max: 3000 }), (seed, size) => {
        const list = listOf(seed, size);
        expect(new Set(list).size).toBe(size);
        expect(list.every((value) => value >= 0 && value < size)).toBe(true);
      }),
    );
  });

  it('is the same for the same seed and size', () => {
    expect(listOf(417_031, 5000)).toEqual(listOf(417_031, 5000));
  });

  it('stays in range at the largest sizes', () => {
    const order = createPermutation(7, 4_294_967_295);
    const seen = new Set(Array.from({ length: 2000 }, (_, i) => order.at(4_294_967_294 - i)));
    expect(seen.size).toBe(2000);
    expect(Math.max(...seen)).toBeLessThan(4_294_967_295);
    expect([...seen].every(Number.isInteger)).toBe(true);
  });

  it('rejects invalid positions and sizes', () => {
    expect(() => createPermutation(1, -1)).toThrow(RangeError);
    expect(() => createPermutation(1, 2 ** 32)).toThrow(RangeError);
    expect(() => createPermutation(1, 10).at(10)).toThrow(RangeError);
    expect(() => createPermutation(1, 10).at(0.5)).toThrow(RangeError);
    expect(() => createPermutation(1, 0).at(0)).toThrow(RangeError);
  });

  it('can be inverted, at any size [B4-19]', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999 }),
        fc.integer({ min: 1, max: 4_294_967_295 }),
        fc.nat(),
        (seed, size, some) => {
          const order = createPermutation(seed, size);
          const position = some % size;
          expect(order.positionOf(order.at(position))).toBe(position);
          expect(order.at(order.positionOf(position))).toBe(position);
        },
      ),
    );
    expect(() => createPermutation(1, 10).positionOf(10)).toThrow(RangeError);
  });

  it('is not the identity for seed 0', () => {
    const fixed = listOf(0, 5000).filter((value, position) => value === position);
    expect(fixed.length).toBeLessThan(10);
  });

  it.each([64, 1000, 5000])('puts every number at any position equally often, of %i', (size) => {
    const seeds = 4000;
    const buckets = 16;
    const watched = [0, 1, Math.floor(size / 2), size - 1];
    const counts = watched.map(() => new Array<number>(buckets).fill(0));
    for (let seed = 0; seed < seeds; seed += 1) {
      const order = createPermutation(seed, size);
      watched.forEach((position, index) => {
        const bucket = Math.floor((order.at(position) * buckets) / size);
        counts[index]![bucket]! += 1;
      });
    }
    const expected = new Array<number>(buckets).fill(0);
    for (let value = 0; value < size; value += 1) expected[Math.floor((value * buckets) / size)]! += 1;
    for (const count of counts) {
      const statistic = count.reduce((sum, observed, bucket) => {
        const mean = (seeds * expected[bucket]!) / size;
        return sum + (observed - mean) ** 2 / mean;
      }, 0);
      expect(statistic).toBeLessThan(chiSquareBound(buckets - 1));
    }
  });

  it('spreads every range of numbers over all positions, for a single seed', () => {
    const size = 5000;
    const cells = 20;
    for (const seed of [0, 1, 2, 3, 999_999]) {
      const counts = new Array<number>(cells * cells).fill(0);
      listOf(seed, size).forEach((value, position) => {
        counts[Math.floor((value * cells) / size) * cells + Math.floor((position * cells) / size)]! += 1;
      });
      expect(chiSquare(counts, size / cells ** 2)).toBeLessThan(chiSquareBound((cells - 1) ** 2));
    }
  });

  it('keeps neighbours together no more often than chance, between seeds and relative to creation order', () => {
    const size = 5000;
    const seeds = [0, 1, 2, 3, 4, 5, 1000, 65_536, 524_288, 999_998, 999_999];
    const lists = [Array.from({ length: size }, (_, i) => i), ...seeds.map((seed) => listOf(seed, size))];
    let kept = 0;
    let pairs = 0;
    for (const [index, list] of lists.entries()) {
      for (const other of lists.slice(index + 1)) {
        const positions = inverse(other);
        for (let i = 1; i < size; i += 1) {
          if (Math.abs(positions[list[i]!]! - positions[list[i - 1]!]!) === 1) kept += 1;
        }
        pairs += 1;
      }
    }
    // In two unrelated orders, a pair of neighbours stays together with probability 2 in n: a Poisson count of mean
    // 2 per comparison.
    const mean = 2 * pairs;
    expect(Math.abs(kept - mean)).toBeLessThan(4 * Math.sqrt(mean));
  });

  it('reaches nearly all orders of a few numbers equally often', () => {
    const counts = new Map<string, number>();
    const seeds = 24_000;
    for (let seed = 0; seed < seeds; seed += 1) {
      const order = listOf(seed, 4).join();
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    expect(Math.min(...counts.values())).toBeGreaterThan(seeds / 24 / 3);
  });
});

const PAGE = readFileSync(new URL('../../../docs/feed-order.md', import.meta.url), 'utf8');

it('returns the numbers listed in docs/feed-order.md [B4-3]', () => {
  const vectors = JSON.parse(/```json\n([\s\S]*?)```/.exec(PAGE)?.[1] ?? '[]') as {
    seed: number;
    population: number;
    from: number;
    numbers: number[];
  }[];
  expect(vectors.length).toBeGreaterThan(4);
  for (const { seed, population, from, numbers } of vectors) {
    const order = createPermutation(seed, population);
    expect(numbers.map((_number, index) => order.at(from + index))).toEqual(numbers);
  }
});

describe('checkOrder', () => {
  const part = { seed: 4711, population: 2000, from: 20, to: 30 };
  const numbers = listOf(part.seed, part.population).slice(part.from, part.to);

  it('accepts the order of the seed, and counts empty positions', () => {
    expect(checkOrder({ ...part, numbers })).toEqual({ empty: 0, wrong: undefined });
    const some = numbers.filter((_number, index) => index !== 0 && index !== 9);
    expect(checkOrder({ ...part, numbers: some })).toEqual({ empty: 2, wrong: undefined });
    expect(checkOrder({ ...part, numbers: [] })).toEqual({ empty: 10, wrong: undefined });
  });

  it('stops at the end of the order', () => {
    const last = listOf(1, 25).slice(20);
    expect(checkOrder({ seed: 1, population: 25, from: 20, to: 30, numbers: last })).toEqual({
      empty: 0,
      wrong: undefined,
    });
  });

  it.each([
    ['two that changed places', (list: number[]) => [list[1]!, list[0]!, ...list.slice(2)], 1],
    ['one of another page', (list: number[]) => [...list.slice(0, 5), 1_999_999, ...list.slice(6)], 5],
    ['one that came twice', (list: number[]) => [list[0]!, ...list], 1],
    ['one too many', (list: number[]) => [...list, 1_999_999], 10],
  ])('detects %s', (_what, change, wrong) => {
    expect(checkOrder({ ...part, numbers: change(numbers) }).wrong).toBe(wrong);
  });

  it('detects the order of another seed or population', () => {
    expect(checkOrder({ ...part, seed: 4712, numbers }).wrong).toBeDefined();
    expect(checkOrder({ ...part, population: 2500, numbers }).wrong).toBeDefined();
  });
});
