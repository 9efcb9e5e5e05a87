import { expect, it } from 'vitest';
import { formerTextOf, textsFor } from './post-texts.js';
import type { PostFields } from './posts.js';

const picture = {
  kind: 'image',
  url: 'https://media.example/a.png',
  width: 4,
  height: 3,
  placeholder: '',
} as const;
const post: PostFields = {
  title: 'the title',
  description: 'the text',
  media: [
    { ...picture, alt: 'a cat' },
    { ...picture, alt: 'a dog' },
  ],
  tags: ['one', 'two'],
  location: 'the place',
  contentWarning: 'the warning',
  sensitive: true,
  language: 'en',
};

it('has the texts in which words count: all but the place', () => {
  expect(textsFor('words', post)).toEqual([
    'the title',
    'one',
    'two',
    'the text',
    'the warning',
    'a cat',
    'a dog',
  ]);
});

it('has the texts that search finds, the text last', () => {
  expect(textsFor('search', post)).toEqual(['the title', 'one', 'two', 'the place', 'the text']);
});

it('has the texts with links', () => {
  expect(textsFor('prose', post)).toEqual(['the title', 'the text']);
});

it('takes some of the fields, as comments have them', () => {
  expect(textsFor('words', { description: 'the text' })).toEqual(['the text']);
  expect(textsFor('words', { title: 'the title', contentWarning: undefined, media: [{}] })).toEqual([
    'the title',
    '',
  ]);
});

it('names what an edit keeps as a former text has it', () => {
  expect(formerTextOf(post)).toEqual({ title: 'the title', text: 'the text' });
});
