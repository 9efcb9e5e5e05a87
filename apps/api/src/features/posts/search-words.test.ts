import { tagKey } from '@social-feed/contracts/words';
import { describe, expect, it } from 'vitest';
import { searchWords, splitWords, tagKeys, wordsFilter } from './search-words.js';

const post = (fields: Partial<Parameters<typeof searchWords>[0]>) =>
  searchWords({ title: '', description: '', location: '', tags: [], ...fields });

describe('the words of a post', () => {
  it('are those of title, tags, place and description, each once, lower case', () => {
    expect(
      post({ title: 'The Old Mill', tags: ['Mill', 'water'], location: 'Ulm', description: 'An old wheel.' }),
    ).toEqual(['old', 'mill', 'water', 'ulm', 'an', 'wheel']);
  });

  it('are at most sixteen, the title first', () => {
    const words = post({
      title: 'first',
      description: Array.from({ length: 50 }, (_, i) => `w${i}`).join(' '),
    });
    expect(words).toHaveLength(16);
    expect(words[0]).toBe('first');
  });

  it('are found in scripts without spaces and with marks', () => {
    expect(splitWords('今日は天気がいい')).toContain('天気');
    expect(splitWords('नमस्ते दुनिया')).toEqual(['नमस्ते', 'दुनिया']);
    expect(splitWords('Crème brûlée')).toEqual(['crème', 'brûlée']);
  });
});

describe('a query', () => {
  it('without a word finds nothing', () => {
    expect(wordsFilter('...')).toBeNull();
    expect(wordsFilter('the')).toBeNull();
  });

  it('is ranges of at most five words', () => {
    expect(wordsFilter('a b c d e f g')?.$and).toHaveLength(5);
    expect(wordsFilter('Sea')?.$and).toEqual([
      { searchWords: { $elemMatch: { $gte: 'sea', $lt: 'sea\u{10ffff}' } } },
    ]);
  });
});

it('compares tags without case and leading signs', () => {
  expect(tagKey('##Ｂirds ')).toBe('birds');
});

it('finds a post by its own tags before those of its texts, each once, thirty at most', () => {
  const many = Array.from({ length: 40 }, (_, index) => `#t${index}`).join(' ');
  const found = tagKeys({ title: '#Birds #T1', description: many, tags: ['birds', 'Own'] });
  expect(found).toHaveLength(30);
  expect(found.slice(0, 4)).toEqual(['birds', 'own', 't1', 't0']);
});
