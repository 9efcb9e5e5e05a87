import { describe, expect, it } from 'vitest';

import { distinctBelow, randomFor } from './random.js';

describe('randomFor', () => {
  it('gives the same stream for the same key, and different ones for other keys', () => {
    const take = (seed: number, kind: string, index: number): number[] => {
      const random = randomFor(seed, kind, index);
      return Array.from({ length: 5 }, () => random.next());
    };
    expect(take(1, 'post', 7)).toEqual(take(1, 'post', 7));
    const streams = [take(1, 'post', 7), take(2, 'post', 7), take(1, 'comment', 7), take(1, 'post', 8)];
    streams.push(take(1, 'post', 7 + 2 ** 32));
    expect(new Set(streams.map((stream) => stream.join())).size).toBe(streams.length);
  });

  it('is evenly distributed over adjacent indexes', () => {
    const bins = new Array<number>(20).fill(0);
    for (let k = 0; k < 20_000; k += 1) {
      const bin = Math.floor(randomFor(3, 'spread', k).next() * 20);
      bins[bin] = bins[bin]! + 1;
    }
    const chi = bins.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    // The 99.9 % point of chi-square with 19 degrees of freedom.
    expect(chi).toBeLessThan(43.8);
  });

  it('samples without repetition, and throws when picking from an empty list', () => {
    const random = randomFor(1, 'sample', 0);
    const list = Array.from({ length: 30 }, (_, k) => k);
    expect(new Set(random.sample(list, 30)).size).toBe(30);
    expect(random.sample(list, 99)).toHaveLength(30);
    expect(() => random.pick([])).toThrow(RangeError);
  });
});

describe('distinctBelow', () => {
  it('never repeats, never returns the exception, and stops when no numbers are left', () => {
    for (let k = 0; k < 200; k += 1) {
      const found = distinctBelow(randomFor(1, 'distinct', k), 12, 50, k % 12);
      expect(found).toHaveLength(11);
      expect(new Set(found).size).toBe(11);
      expect(found).not.toContain(k % 12);
      expect(Math.max(...found)).toBeLessThan(12);
    }
  });
});
