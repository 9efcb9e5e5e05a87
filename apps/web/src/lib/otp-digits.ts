import { ACCOUNT_LIMITS } from '@social-feed/contracts';

/** The value of a digit of any script. Each script has its ten in a row, from a code point that ends in 0 or 6. */
const asciiDigit = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0;
  const last = code & 15;
  return String(last - (/\p{Nd}/u.test(String.fromCodePoint(code - last)) ? 0 : 6));
};

/** Extracts at most six digits from typed or pasted text (A §5), whatever the script of the keyboard. */
export const otpDigits = (value: string): string =>
  value
    .normalize('NFKC')
    .replace(/\P{Nd}/gu, '')
    .replace(/[^0-9]/gu, asciiDigit)
    .slice(0, ACCOUNT_LIMITS.otpLength);
