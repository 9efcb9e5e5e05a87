import { expect, it } from 'vitest';
import { muteChoices } from './mute-choices';

const of = (title: string, description = '', tags: string[] = []) =>
  muteChoices({ title, description, tags });

it('are the tags, then the longest words of the title, then of the text [B15-2]', () => {
  expect(of('The quiet harbour', 'Fishermen mend their nets #Bergen', ['sea', 'Bergen'])).toEqual([
    ...['#sea', '#Bergen', 'harbour', 'quiet', 'Fishermen', 'their'],
  ]);
});

it('leave out words of addresses and mentions, numbers, and what a tag already is', () => {
  expect(
    of('Harbour 20261126', 'https://example.org/lighthouse by @fishermen, HARBOUR', ['harbour']),
  ).toEqual(['#harbour']);
});

it('find words in scripts without spaces, and keep the spelling of others', () => {
  expect(of('東京の天気')).toEqual(expect.arrayContaining(['東京', '天気']));
  expect(of('Die Straße')).toEqual(['Straße']);
});

it('are at most 6 tags and 8 words', () => {
  const numbers = Array.from({ length: 20 }, (_unused, index) => String.fromCharCode(97 + index).repeat(6));
  expect(
    of(
      numbers.join(' '),
      '',
      numbers.map((word) => `tag${word}`),
    ),
  ).toHaveLength(14);
});
