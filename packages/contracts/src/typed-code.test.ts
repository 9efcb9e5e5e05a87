import { describe, expect, it } from 'vitest';
import { otpField } from './password-reset.js';
import { typedCode, typedLinkCode } from './typed-code.js';

/** The zero of scripts whose digits are in use, and of some that begin at an unusual code point. */
const ZEROS = [
  0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xe50, 0xf20, 0x1040, 0x17e0, 0x1810, 0xff10, 0x104a0, 0x1d7ce,
  0x1d7d8, 0x1e950,
];
const digitsOf = (zero: number, code: string) =>
  Array.from(code, (digit) => String.fromCodePoint(zero + Number(digit))).join('');

const SPACES = [
  ' ',
  '\t',
  '\n',
  '\u00a0',
  '\u2007',
  '\u202f',
  '\u3000',
  '\u200b',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u200e',
  '\u202a',
];
const HYPHENS = [
  '-',
  '\u2010',
  '\u2011',
  '\u2012',
  '\u2013',
  '\u2014',
  '\u2015',
  '\u2212',
  '\ufe63',
  '\uff0d',
  '\u30fc',
  '\uff70',
  '\u301c',
];

describe('a typed code', () => {
  it('has the same digits in every script [B21-64]', () => {
    for (const zero of ZEROS) {
      expect(typedCode(digitsOf(zero, '0123456789')), zero.toString(16)).toBe('0123456789');
      expect(otpField.parse(` ${digitsOf(zero, '020')} ${digitsOf(zero, '110')}\n`)).toBe('020110');
    }
  });

  it('gives each decimal digit of Unicode its value [B21-64]', () => {
    const counts = new Map<string, number>();
    for (let code = 0; code <= 0x10_ffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const character = String.fromCodePoint(code);
      if (!/\p{Nd}/u.test(character)) continue;
      const value = typedCode(character);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    // As many zeros as ones, and nothing but the ten values.
    expect([...counts.keys()].sort()).toEqual(Array.from('0123456789'));
    expect(new Set(counts.values()).size).toBe(1);
  });

  it('counts no spaces, dashes, invisible characters and letter case [B21-64]', () => {
    for (const between of [...SPACES, ...HYPHENS])
      for (const code of ['020110', 'abcde23456']) {
        const typed = `${between}${code.slice(0, 3).toUpperCase()}${between}${code.slice(3)}${between}`;
        expect(typedCode(typed), JSON.stringify(between)).toBe(code);
        expect(typedCode(typedCode(typed))).toBe(code);
      }
    expect(typedCode('ＡＢＣＤＥ－２３４５６')).toBe('abcde23456');
  });

  it('stays wrong if it is wrong', () => {
    for (const typed of ['12a456', '12345', '1234567', '12.3456', '½23456', '一二三四五六'])
      expect(otpField.safeParse(typed).success, typed).toBe(false);
  });
});

it('the code of a link keeps letter case and hyphens [B21-64]', () => {
  expect(typedLinkCode('\u200bAb_c-9 \n')).toBe('Ab_c-9');
  expect(typedLinkCode('Ａｂ＿ｃ\u2010９')).toBe('Ab_c-9');
});
