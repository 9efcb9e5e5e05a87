import { describe, expect, it } from 'vitest';
import { SUGGESTED_TAGS } from '@social-feed/contracts';
import { suggestionsFor } from '../../cache/suggested-words';

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
