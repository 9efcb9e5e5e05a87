import { ACCOUNT_LIMITS } from '@social-feed/contracts';

/**
 * Extracts at most six digits from typed or pasted text (A §5), including the full-width digits of East Asian
 * keyboards.
 */
export const otpDigits = (value: string): string =>
  value
    .normalize('NFKC')
    .replace(/[^0-9]/g, '')
    .slice(0, ACCOUNT_LIMITS.otpLength);
