import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerBytes, countFitting, createPageReader } from './paging.js';

const anyEntries = fc.array(fc.record({ text: fc.string({ maxLength: 3000, unit: 'grapheme' }) }), {
  maxLength: 60,
});

describe('countFitting', () => {
  it('ends a page before it exceeds its bytes, and never returns an empty one', () => {
    fc.assert(
      fc.property(anyEntries, fc.integer({ min: 1, max: 500_000 }), (entries, most) => {
        const count = countFitting(entries, most);
        const bytesOf = (upTo: number) =>
          entries.slice(0, upTo).reduce((sum, entry) => sum + answerBytes(entry), 0);
        expect(count).toBeGreaterThanOrEqual(Math.min(1, entries.length));
        if (count > 1) expect(bytesOf(count)).toBeLessThanOrEqual(most);
        if (count < entries.length) expect(bytesOf(count + 1)).toBeGreaterThan(most);
      }),
    );
  });

  it('does not shorten pages of fifty typical posts', () => {
    const usual = Array.from({ length: 50 }, () => ({ description: 'x'.repeat(5000) }));
    expect(countFitting(usual)).toBe(50);
  });
});

describe('createPageReader', () => {
  it('counts a list once, for its first page', async () => {
    let counts = 0;
    const found = (most: number) => Array.from({ length: most }, (_, index) => ({ _id: index }));
    const list = {
      list: 'numbers',
      order: { _id: 1 } as const,
      limit: 2,
      count: () => Promise.resolve((counts += 1) + 40),
      read: (_range: object, most: number) => Promise.resolve({ found: found(most) }),
    };
    const read = createPageReader(Buffer.alloc(32));
    const first = await read({ ...list, cursor: undefined });
    const second = await read({ ...list, cursor: first.nextCursor! });
    const third = await read({ ...list, cursor: second.nextCursor! });
    expect([first.total, second.total, third.total, counts]).toEqual([41, 41, 41, 1]);
  });

  it('continues and counts a list whose cursor holds no number', async () => {
    const uncounted = {
      list: 'numbers',
      order: { _id: 1 } as const,
      limit: 1,
      cursor: undefined,
      read: () => Promise.resolve({ found: [{ _id: 5 }, { _id: 6 }] }),
    };
    const read = createPageReader(Buffer.alloc(32));
    const { nextCursor } = await read(uncounted);
    const ranges: object[] = [];
    const counted = {
      ...uncounted,
      cursor: nextCursor!,
      count: () => Promise.resolve(9),
      read: (range: object) => {
        ranges.push(range);
        return uncounted.read();
      },
    };
    const next = await read(counted);
    expect([next.total, ranges]).toEqual([9, [{ _id: { $gt: 5 } }]]);
  });
});
