import { visibleText } from './visible-text.js';

/** Dashes, minus signs, and the long vowel sign that Japanese keyboards have in the place of the hyphen. */
const DASHES = /[\p{Pd}\u02d7\u2043\u2212\u30fc]/gu;

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code));

/** The value of a digit of any script. Unicode gives each script its digits in a row, rising from 0. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  let first = code;
  while (first > 0 && isDigit(first - 1)) first -= 1;
  return String((code - first) % 10);
}

/** Compatible forms made one, digits of all scripts as 0 to 9, and without spaces and invisible characters. */
const legible = (typed: string): string =>
  visibleText(typed.normalize('NFKC')).replace(/(?![0-9])\p{Nd}/gu, asciiDigit);

/**
 * Returns the code that a user typed, dictated or pasted, as it was meant: of a mail, an authenticator app or a list of
 * recovery codes. Spaces, dashes and invisible characters do not count, nor do the script of digits and letter case.
 */
export const typedCode = (typed: string): string => legible(typed).replace(DASHES, '').toLowerCase();

/** Does the same for codes of links, in which letter case and hyphens count. */
export const typedLinkCode = (typed: string): string => legible(typed).replace(DASHES, '-');
