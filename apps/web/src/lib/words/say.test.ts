import { expect, it } from 'vitest';
import { plural, select, t } from '@lingui/core/macro';
import { say } from './say';

it('puts values into a text', () => {
  const name = 'Ada {0} <0>';
  expect(t`Hello ${name}, ${1 + 1}`).toBe('Hello Ada {0} <0>, 2');
  expect(t`Don't "quote" \`this\``).toBe('Don\'t "quote" `this`');
});

it.each([
  [0, 'No posts of 1234'],
  [1, '1 post of 1234'],
  [1200, '1200 posts of 1234'],
])('chooses by number: %d', (count, text) => {
  const all = 1234;
  expect(
    plural(count, { 0: `No posts of ${all}`, one: `# post of ${all}`, other: `# posts of ${all}` }),
  ).toBe(text);
});

it('chooses by word, and an unknown one gets the last case', () => {
  const say = (kind: string) => select(kind, { post: 'a post', other: 'something' });
  expect(say('post')).toBe('a post');
  expect(say('clip')).toBe('something');
});

it('keeps a number sign outside of plurals, and groups digits where the text says so', () => {
  const tag = 'sea';
  expect(t`#${tag} has # in it`).toBe('#sea has # in it');
  expect(say([['n', 'number'], ' posts'], { n: 1200 })).toBe('1,200 posts');
});
