import { PAGE } from '@social-feed/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageWindow } from './offsets.js';

const sent = (page: number, limit: number, isFirstLoad: boolean) => pageWindow({ page, limit, isFirstLoad });
const unsent = (page: number, limit: number) => pageWindow({ page, limit, isFirstLoad: undefined });

describe('offsets with isFirstLoad sent', () => {
  it('shows 20 posts first and pages of 10 after them, without gaps or repeats', () => {
    expect(sent(1, 20, true)).toMatchObject({ offset: 0, limit: 20, nextPage: 2 });
    expect(sent(2, 10, false)).toMatchObject({ offset: 20, limit: 10, nextPage: 3 });
    expect(sent(3, 10, false)).toMatchObject({ offset: 30, limit: 10, nextPage: 4 });
  });

  it('shows 20 posts first for any limit, because page 2 starts at 20', () => {
    expect(sent(1, 10, true)).toMatchObject({ offset: 0, limit: 20, nextPage: 2 });
    expect(sent(1, 10, false)).toMatchObject({ offset: 0, limit: 20, nextPage: 2 });
    expect(sent(1, 50, false).limit).toBe(20);
  });

  it('uses the limit on later pages', () => {
    expect(sent(4, 15, false)).toMatchObject({ offset: 50, limit: 15, nextPage: 5 });
  });
});

describe('offsets without isFirstLoad', () => {
  it('counts pages by the limit', () => {
    expect(unsent(1, 10)).toMatchObject({ offset: 0, limit: 10, nextPage: 2 });
    expect(unsent(7, 10)).toMatchObject({ offset: 60, limit: 10, nextPage: 8 });
    expect(unsent(1, 20)).toMatchObject({ offset: 0, limit: 20, nextPage: 2 });
  });
});

it('covers each position once for a caller who follows nextPage with any limit [B29-1]', () => {
  const limits = fc.integer({ min: 1, max: PAGE.limitMax });
  const sends = fc.constantFrom<boolean | 'as specified' | undefined>(undefined, true, false, 'as specified');
  fc.assert(
    fc.property(limits, sends, fc.nat(300), (limit, send, posts) => {
      const seen: number[] = [];
      for (let page = 1, isMore = true; isMore;) {
        const isFirstLoad = send === 'as specified' ? page === 1 : send;
        const window = pageWindow({ page, limit, isFirstLoad });
        const end = window.offset + window.limit;
        for (let position = window.offset; position < Math.min(end, posts); position += 1)
          seen.push(position);
        expect(window.nextEnd).toBe(end + limit);
        isMore = end < posts;
        page = window.nextPage;
      }
      expect(seen).toEqual(Array.from({ length: posts }, (_, position) => position));
    }),
  );
});
