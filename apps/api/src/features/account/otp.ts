import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { ACCOUNT_LIMITS } from '@social-feed/contracts';

/** What a code and its reset token are made for; another nonce makes both worthless. */
export interface OtpSubject {
  /** Lower case. */
  email: string;
  nonce: string;
}

/** A random code of six digits, leading zeros included. */
export const newCode = (): string =>
  randomInt(10 ** ACCOUNT_LIMITS.otpLength)
    .toString()
    .padStart(ACCOUNT_LIMITS.otpLength, '0');

export const newNonce = (): string => randomBytes(16).toString('base64url');

const digest = (key: Buffer, use: string, { email, nonce }: OtpSubject, rest = '') =>
  createHmac('sha256', key).update([use, email, nonce, rest].join('\n')).digest('base64url');

/** A million codes are tried in no time, so only a keyed hash hides one (security 10). */
export const hashCode = (key: Buffer, subject: OtpSubject, code: string): string =>
  digest(key, 'code', subject, code);

/** The reset token of a code: always the same, so that it need not be stored (design §4). */
export const resetTokenOf = (key: Buffer, subject: OtpSubject): string => digest(key, 'reset token', subject);

/** Compares in a time that does not depend on where the two differ. */
export function equalSecrets(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
