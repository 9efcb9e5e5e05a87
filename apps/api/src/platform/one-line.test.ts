import { expect, it } from 'vitest';
import { excerpt, oneLine } from './one-line.js';

it('joins lines into one', () => {
  expect(oneLine(' one\r\ntwo\u2028three\u0000 ')).toBe('one two three');
});

it.each([
  ['ten letters', 11, 'ten letters'],
  ['ten letters', 10, 'ten lette…'],
  ['ten letters', 5, 'ten…'],
  ['twenty three letters', 16, 'twenty three…'],
  ['twenty three letters', 13, 'twenty three…'],
  ['a\nb', 3, 'a b'],
  ['🌳🌳🌳', 3, '🌳🌳…'],
])(
  'truncates %j to %i characters without splitting a character, or the last word if half the text remains',
  (text, max, expected) => {
    expect(excerpt(text, max)).toBe(expected);
  },
);
