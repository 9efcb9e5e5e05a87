import { ACCOUNT_LIMITS } from '@social-feed/contracts';

/**
 * Keeps the digits of what was typed or pasted, six at most (A §5); also those of full width, as keyboards of East Asia
 * write them.
 */
export const otpDigits = (value: string): string =>
  value
    .normalize('NFKC')
    .replace(/[^0-9]/g, '')
    .slice(0, ACCOUNT_LIMITS.otpLength);
