import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBlank, plainText, trimUnseen, visibleText } from './visible-text.js';

const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 10 })
  .map((codes) => String.fromCodePoint(...codes));

describe('visible text', () => {
  it.each([
    ...[
      '',
      ' ',
      '\n\t',
      '\u00a0\u3000\u2028',
      '\u200b',
      '\u2060',
      '\u3164',
      '\u00ad',
      '\u202e',
      '\0',
      '\u115f\u1160',
    ],
    ...[
      '\u2800',
      '\u034f',
      '\u180e',
      '\ufeff',
      '\ufffb',
      '\ufe0f',
      '\u200d\u200c',
      '\ud800',
      '\u{e0041}\u{e007f}',
    ],
    ...[
      '\u{e0100}',
      '\uffa0',
      '\u17b4',
      '\u{1d173}',
      '\u{1d159}',
      '\u2066 \u2069',
      '\u0007\u001b',
      '\uffff',
      '\u061c',
    ],
  ])('is blank if it shows nothing: %j', (text) => expect(isBlank(text)).toBe(true));

  it.each([
    ...[
      'a',
      '.',
      '0',
      '😀',
      '🇩🇪',
      '❤️',
      '1️⃣',
      '👩‍👩‍👧',
      '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
      'می\u200cخواهم',
      '猫',
      '\u0301',
      '\u0600',
      '\ufffc',
    ],
    ...['\u200ba\u200b', 'ㅤa', '─', '´', '\u{f0000}'],
  ])('is not blank if it shows something: %j', (text) => expect(isBlank(text)).toBe(false));

  it('is blank only if every character is blank', () => {
    const unseen = /[\p{White_Space}\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/gu;
    for (let first = 0; first <= 0x10ffff; first += 0x1000) {
      const codes = Array.from({ length: 0x1000 }, (_, index) => first + index);
      const all = String.fromCodePoint(...codes);
      expect(visibleText(all)).not.toMatch(unseen);
      const drawn = all.replace(/[^\p{L}\p{N}\p{P}\p{S}\p{M}]/gu, '').replace(unseen, '');
      expect(visibleText(drawn)).toBe(drawn);
    }
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 5 }), (parts) => {
        expect(isBlank(parts.join(''))).toBe(visibleText(parts.join('')) === '');
        expect(parts.every(isBlank)).toBe(isBlank(parts.join(' ')));
      }),
    );
  });

  it('is trimmed of what shows nothing at its ends, but not inside', () => {
    expect(trimUnseen('\ufeff\u202a a\u200bb 👩‍👩‍👧\u200b\u3000\n')).toBe('a\u200bb 👩‍👩‍👧');
    expect([trimUnseen('\u200b \u2060'), trimUnseen('')]).toEqual(['', '']);
  });

  it('is stored without control characters and lone surrogates, otherwise unchanged', () => {
    expect(plainText('a\0b\u001b[31m\u007f\u009fc\ud800d\ude00')).toBe('ab[31mcd');
    expect(plainText('a\u000bb\u000cc\u0085d\te\r\nf')).toBe('a\nb\nc\nd\te\r\nf');
    fc.assert(
      fc.property(anyText, (text) => {
        const stored = plainText(text);
        expect(plainText(stored)).toBe(stored);
        expect(stored).not.toMatch(/(?![\t\n\r])[\p{Cc}\p{Cs}]/u);
        expect(visibleText(stored)).toBe(visibleText(text));
      }),
    );
    for (const kept of ['👩‍👩‍👧', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'می\u200cخواهم', '\u202ea\u202c', '😀'])
      expect(plainText(kept)).toBe(kept);
  });
});
