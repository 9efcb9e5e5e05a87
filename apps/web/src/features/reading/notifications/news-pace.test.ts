import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterRead, delayOf, FRESH, PAUSE, PAUSE_MAX } from './news-pace';

/** Times at which the list is fetched if news arrives at these times. */
const readsFor = (news: readonly number[]): number[] => {
  let pace = FRESH;
  const reads: number[] = [];
  for (const at of news) {
    // Covered by a fetch that is already scheduled, or ran since.
    if (at <= (reads.at(-1) ?? -1)) continue;
    const read = at + delayOf(pace, at);
    pace = afterRead(pace, read);
    reads.push(read);
  }
  return reads;
};

describe('the fetch pace for news', () => {
  it('fetches the first news immediately', () => {
    expect(readsFor([5])).toEqual([5]);
  });

  it('fetches infrequent news immediately each time', () => {
    expect(readsFor([0, 60_000, 120_000])).toEqual([0, 60_000, 120_000]);
  });

  it('waits a second after a fetch, then up to four under a burst', () => {
    const burst = Array.from({ length: 1500 }, (_, index) => index * 100);
    const reads = readsFor(burst);
    const pauses = reads.slice(1).map((at, index) => at - reads[index]!);
    expect(pauses[0]).toBe(PAUSE);
    expect(pauses.slice(0, 4)).toEqual([1000, 2000, 4000, 4000]);
    expect(pauses.every((pause) => pause <= PAUSE_MAX + 100)).toBe(true);
  });

  it('never fetches twice within a second, and never delays news longer than four', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20_000), { maxLength: 60 }), (gaps) => {
        const news = gaps.map((_gap, index) => gaps.slice(0, index + 1).reduce((sum, gap) => sum + gap, 0));
        const reads = readsFor(news);
        for (const [index, at] of reads.entries())
          if (index > 0) expect(at - reads[index - 1]!).toBeGreaterThanOrEqual(PAUSE);
        for (const at of news) {
          const read = reads.find((each) => each >= at)!;
          expect(read - at).toBeLessThanOrEqual(PAUSE_MAX);
        }
      }),
    );
  });
});
