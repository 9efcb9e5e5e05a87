import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ACCOUNT_LIMITS } from '@social-feed/contracts';

/** What a code and its reset token are made for; another nonce makes both worthless. */
export interface OtpSubject {
  /** Lower case. */
  email: string;
  nonce: string;
}

export const newNonce = (): string => randomBytes(16).toString('base64url');

const digest = (key: Buffer, use: string, { email, nonce }: OtpSubject) =>
  createHmac('sha256', key).update([use, email, nonce].join('\n')).digest();

/**
 * The code of an address and a nonce: six digits, leading zeros included. It follows from the secret key, so it need not
 * be stored and can be sent again.
 */
export const codeOf = (key: Buffer, subject: OtpSubject): string =>
  (digest(key, 'code', subject).readUIntBE(0, 6) % 10 ** ACCOUNT_LIMITS.otpLength)
    .toString()
    .padStart(ACCOUNT_LIMITS.otpLength, '0');

/** The reset token of a code: always the same, so that it need not be stored. */
export const resetTokenOf = (key: Buffer, subject: OtpSubject): string =>
  digest(key, 'reset token', subject).toString('base64url');

/** Compares in a time that does not depend on where the two differ. */
export function equalSecrets(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
