import { describe, expect, it } from 'vitest';
import { pageWindow } from './offsets.js';

const sent = (page: number, limit: number, isFirstLoad: boolean) => pageWindow({ page, limit, isFirstLoad });
const unsent = (page: number, limit: number) => pageWindow({ page, limit, isFirstLoad: undefined });

describe('offsets with isFirstLoad sent', () => {
  it('shows 20 posts first and pages of 10 after them, without gaps or repeats', () => {
    expect(sent(1, 20, true)).toEqual({ offset: 0, limit: 20, nextPage: 2 });
    expect(sent(2, 10, false)).toEqual({ offset: 20, limit: 10, nextPage: 3 });
    expect(sent(3, 10, false)).toEqual({ offset: 30, limit: 10, nextPage: 4 });
  });

  it('shows 20 posts first for any limit, because page 2 starts at 20', () => {
    expect(sent(1, 10, true)).toEqual({ offset: 0, limit: 20, nextPage: 2 });
    expect(sent(1, 10, false)).toEqual({ offset: 0, limit: 20, nextPage: 2 });
    expect(sent(1, 50, false).limit).toBe(20);
  });

  it('uses the limit on later pages', () => {
    expect(sent(4, 15, false)).toEqual({ offset: 50, limit: 15, nextPage: 5 });
  });
});

describe('offsets without isFirstLoad', () => {
  it('counts pages by the limit', () => {
    expect(unsent(1, 10)).toEqual({ offset: 0, limit: 10, nextPage: 2 });
    expect(unsent(7, 10)).toEqual({ offset: 60, limit: 10, nextPage: 8 });
  });

  it('returns page 3 as the next page of 10 after a first page of 20', () => {
    const first = unsent(1, 20);
    expect(first.nextPage).toBe(3);
    expect(unsent(first.nextPage, 10).offset).toBe(20);
  });

  it.each([1, 5, 7])('continues with pages of %i for a client with that limit', (limit) => {
    expect(unsent(1, limit).nextPage).toBe(2);
    expect(unsent(2, limit)).toEqual({ offset: limit, limit, nextPage: 3 });
  });

  it.each([10, 15, 20, 25, 30, 50])('skips nothing after pages of %i', (limit) => {
    for (let page = 1; page < 8; page += 1) {
      const { offset, nextPage } = unsent(page, limit);
      const next = unsent(nextPage, 10).offset;
      expect(next).toBeLessThanOrEqual(offset + limit);
      expect(offset + limit - next).toBeLessThan(10);
    }
  });
});
