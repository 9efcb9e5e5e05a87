import { ACCOUNT_LIMITS, typedCode } from '@social-feed/contracts';

/** Extracts at most six digits from typed or pasted text (A §5), in any script. */
export const otpDigits = (value: string): string =>
  typedCode(value)
    .replace(/[^0-9]/g, '')
    .slice(0, ACCOUNT_LIMITS.otpLength);
