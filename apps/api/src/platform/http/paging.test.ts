import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerBytes, countFitting } from './paging.js';

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
