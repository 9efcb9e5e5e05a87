import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldedText, unfoldedText } from './fold-text';

/** Invisible content of a line. */
const NOTHING = [
  '',
  ' ',
  '\t',
  '\r',
  '\u00a0',
  '\u00ad',
  '\u034f',
  '\u115f',
  '\u180e',
  '\u200b',
  '\u200d',
  '\u202e',
].concat([
  '\u2060',
  '\u2066',
  '\u2800',
  '\u3000',
  '\u3164',
  '\ufe0f',
  '\ufeff',
  '\uffa0',
  '\u{e0020}',
  '\u0007',
]);
const blankLine = fc.array(fc.constantFrom(...NOTHING), { maxLength: 4 }).map((parts) => parts.join(''));

describe('a text with many blank lines', () => {
  it('folds without blank lines of any invisible characters', () => {
    fc.assert(
      fc.property(fc.array(blankLine, { minLength: 5, maxLength: 300 }), (blank) => {
        expect(foldedText(['start', ...blank, 'end'].join('\n'))).toBe('start\nend');
      }),
    );
  });

  it('has gaps of at most two lines when unfolded', () => {
    fc.assert(
      fc.property(fc.array(blankLine, { minLength: 2, maxLength: 300 }), (blank) => {
        expect(unfoldedText(['start', ...blank, 'end'].join('\n'))).toBe('start\n\n\nend');
      }),
    );
  });

  it('is processed fast enough at the maximum length', () => {
    const long = `${'\n\u200b'.repeat(2500)}x`;
    expect(unfoldedText(long)).toBe('\n\n\n\u200bx');
    expect(foldedText(`x${' '.repeat(5000)}`)).toHaveLength(5001);
  });
});

it('keeps every line with visible content, including joiners inside words', () => {
  const line = fc.constantFrom('a', '·', 'क्‍ष', '👩‍👩‍👧', 'نرم‌افزار', '\u0301x', '　全角', '-');
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 400 }), (lines) => {
      const text = lines.join('\n');
      expect(foldedText(text)).toBe(text);
      expect(unfoldedText(text)).toBe(text);
    }),
  );
});

it('keeps the blank lines of a short text', () => {
  expect(foldedText('One.\n\nTwo.')).toBe('One.\n\nTwo.');
  expect(unfoldedText('One.\n\n\nTwo.')).toBe('One.\n\n\nTwo.');
});
