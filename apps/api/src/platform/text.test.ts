import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeMarkup, excerpt, isolated, oneLine } from './text.js';

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

/** Characters that decide or change directions, and line breaks. */
const turning = fc.array(
  fc.constantFrom(
    ...Array.from('aא٣1 (.\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\n\r'),
  ),
);

describe('isolated', () => {
  it('begins and ends an isolate in each line', () => {
    expect(isolated('שלום (1)')).toBe('\u2068שלום (1)\u2069');
    expect(isolated('one\n\ntwo')).toBe('\u2068one\u2069\n\n\u2068two\u2069');
    expect(isolated('')).toBe('');
  });

  it('closes isolates of a text at the end of their line, and none from outside', () => {
    expect(isolated('a\u2067b\nc\u2069d')).toBe('\u2068a\u2067b\u2069\u2069\n\u2068cd\u2069');
    expect(isolated('\u2068a\u2069')).toBe('\u2068\u2068a\u2069\u2069');
  });

  it('keeps a text as it is, and lets no control in it reach beyond it', () => {
    fc.assert(
      fc.property(turning, (signs) => {
        const text = signs.join('');
        const told = isolated(text);
        const without = (of: string) => of.replaceAll(/[\u2066-\u2069]/gu, '');
        expect(without(told)).toBe(without(text));
        for (const line of told.split(/[\n\r]/).filter((each) => each !== '')) {
          const depths: number[] = [];
          for (const sign of line)
            depths.push(
              (depths.at(-1) ?? 0) + (sign === '\u2069' ? -1 : /[\u2066-\u2068]/u.test(sign) ? 1 : 0),
            );
          // the first isolate is open to the end of the line
          expect(line.startsWith('\u2068')).toBe(true);
          expect(depths.findIndex((depth) => depth < 1)).toBe(depths.length - 1);
        }
      }),
    );
  });
});
