import { expect, it } from 'vitest';
import { escapeMarkup, excerpt, oneLine } from './text.js';

it('joins lines into one', () => {
  expect(oneLine(' one\r\ntwo\u2028three\u0000 ')).toBe('one two three');
});

it('leaves nothing that turns the text beside a line, and keeps the marks of right to left', () => {
  for (const turn of '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069')
    expect(oneLine(`${turn}one${turn} two${turn}`)).toBe('one two');
  expect(oneLine('שלום!\u200f (C++\u200e)')).toBe('שלום!\u200f (C++\u200e)');
  expect(excerpt('a long \u2068line of text\u2069', 11)).toBe('a long…');
});

it.each([
  ['ten letters', 11, 'ten letters'],
  ['ten letters', 10, 'ten lette…'],
  ['ten letters', 5, 'ten…'],
  ['twenty three letters', 16, 'twenty three…'],
  ['twenty three letters', 13, 'twenty three…'],
  ['a\nb', 3, 'a b'],
  ['🌳🌳🌳', 3, '🌳🌳…'],
  ['🇩🇪🇫🇷🇮🇹🇪🇸', 4, '🇩🇪…'],
  ['🇩🇪🇫🇷🇮🇹🇪🇸', 5, '🇩🇪🇫🇷…'],
  ['👨\u200d👩\u200d👧 family', 4, '👨\u200d👩…'],
  ['Hi 👨\u200d👩\u200d👧👨\u200d👩\u200d👧', 11, 'Hi 👨\u200d👩\u200d👧…'],
  ['e\u0301e\u0301e\u0301', 4, 'e\u0301…'],
  ['👍🏽👍🏽👍🏽', 4, '👍🏽…'],
  ['नमस्ते दुनिया', 5, 'नम…'],
  ['a\u0301\u0301\u0301\u0301', 3, 'a\u0301…'],
])(
  'truncates %j to %i characters without splitting a character, or the last word if half the text remains',
  (text, max, expected) => {
    expect(excerpt(text, max)).toBe(expected);
  },
);

it('escapes every character with a meaning in HTML or XML [B8-8]', () => {
  expect(escapeMarkup(`<b a="1" c='2'>&amp;`)).toBe('&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;');
});

it('removes characters invalid in XML and preserves the rest', () => {
  expect(escapeMarkup('a\u0000b\u0008c\ud800d\uffffe\u009ff')).toBe('abcdef');
  expect(escapeMarkup('a\tb\r\nc 😀 é 漢')).toBe('a\tb\r\nc 😀 é 漢');
});
