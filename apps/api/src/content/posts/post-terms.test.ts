import { EMPTY_POST } from '@social-feed/contracts';
import { expect, it } from 'vitest';
import { POST_TERMS_MAX, postTerms, tagKeys, tagTerm } from './post-terms.js';

const post = (fields: Partial<Parameters<typeof postTerms>[0]>) => postTerms({ ...EMPTY_POST, ...fields });

it('finds a post by its title, tags, place and description, in this order', () => {
  expect(
    post({ title: 'The Old Mill', tags: ['Mill', 'water'], location: 'Ulm', description: 'An old wheel.' }),
  ).toEqual(['the', 'old', 'mill', 'water', 'ulm', 'an', 'wheel']);
});

it('keeps every word of a long description', () => {
  const words = Array.from({ length: 900 }, (_, index) => `w${String(index).padStart(3, '0')}`);
  const terms = post({ description: words.join(' ').slice(0, 5000) });
  expect(terms).toEqual(expect.arrayContaining(['w000', 'w899']));
  expect(terms.length).toBeLessThan(POST_TERMS_MAX);
});

it('keeps the first 3,000 terms of a title, then of a description without spaces', () => {
  const description = Array.from({ length: 5000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join(
    '',
  );
  const terms = post({ title: 'last', description });
  expect(terms).toHaveLength(POST_TERMS_MAX);
  expect(terms[0]).toBe('last');
});

it('compares tags without case, accents and leading signs', () => {
  expect(tagTerm('##Ｂirds ')).toBe('birds');
  expect(tagTerm('#İzmir')).toBe('izmir');
  expect(tagTerm('Straße')).toBe(tagTerm('STRASSE'));
  expect(tagTerm('iPhone15')).toBe('iphone15');
  expect(tagTerm('C++')).toBe('c++');
});

it('finds a post by its own tags, then those in its texts, without duplicates, thirty at most [B1-8]', () => {
  const many = Array.from({ length: 40 }, (_, index) => `#t${index}`).join(' ');
  const found = tagKeys({ title: '#Birds #T1', description: many, tags: ['birds', 'Own'] });
  expect(found).toHaveLength(30);
  expect(found.slice(0, 4)).toEqual(['birds', 'own', 't1', 't0']);
});
