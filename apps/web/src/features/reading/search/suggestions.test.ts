import { describe, expect, it } from 'vitest';
import { SEARCH_LIMITS, SUGGESTED_TAGS } from '@social-feed/contracts';
import { suggestionsFor } from '../../../cache/suggested-words';
import { termOf } from './search-term';

const DEFAULTS = ['trending', 'technology', 'javascript', 'react', 'webdev', 'programming', 'design', 'ui'];

describe('search suggestions (A §2.8, §9)', () => {
  it('are eight by default [A9-26]', () => {
    expect(suggestionsFor('')).toEqual(DEFAULTS);
    expect(suggestionsFor(' # ')).toEqual(DEFAULTS);
  });

  it('come from a pool of 30 different hashtags [A9-26]', () => {
    expect(new Set(SUGGESTED_TAGS).size).toBe(30);
    expect(SUGGESTED_TAGS).toHaveLength(30);
    expect(SUGGESTED_TAGS).toEqual(expect.arrayContaining(DEFAULTS));
  });

  it('contain the typed text anywhere, eight at most [A2.8-1]', () => {
    expect(suggestionsFor('SCRIPT')).toEqual(['javascript']);
    expect(suggestionsFor('#oo')).toEqual(['books', 'cooking', 'food']);
    expect(suggestionsFor('e')).toHaveLength(8);
    for (const tag of suggestionsFor('e')) expect(tag).toContain('e');
    expect(suggestionsFor('zzz')).toEqual([]);
  });
});

it('cuts a long term of an address, but no character in half', () => {
  const cut = (q: string) => termOf(new URLSearchParams({ q }));
  expect(cut('a'.repeat(SEARCH_LIMITS.queryMax + 9))).toBe('a'.repeat(SEARCH_LIMITS.queryMax));
  expect(cut(`${'a'.repeat(SEARCH_LIMITS.queryMax - 1)}😀`)).toBe('a'.repeat(SEARCH_LIMITS.queryMax - 1));
});
