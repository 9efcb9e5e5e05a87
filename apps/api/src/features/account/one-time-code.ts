import { createHmac, randomBytes } from 'node:crypto';
import { ACCOUNT_LIMITS } from '@social-feed/contracts';
import type { Model } from 'mongoose';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { AppError } from '../../platform/http/errors.js';
import { DAY, MINUTE, later } from '../../platform/time.js';

export const OTP_RULES = { codeTtl: 10 * MINUTE, tokenTtl: 10 * MINUTE, wrongTriesMax: 5 } as const;

/** What a code, and what is given for it, is made for; another nonce makes both worthless. */
export interface OtpSubject {
  /** As the account has it. */
  email: string;
  nonce: string;
}

export const newNonce = (): string => randomBytes(16).toString('base64url');

/** What follows from a key, a use and a subject, so that it need not be stored. */
export const otpDigest = (key: Buffer, use: string, { email, nonce }: OtpSubject): Buffer =>
  createHmac('sha256', key).update([use, email, nonce].join('\n')).digest();

/**
 * The code of an address and a nonce: six digits, leading zeros included. It follows from the secret key, so it need not
 * be stored and can be sent again.
 */
export const codeOf = (key: Buffer, subject: OtpSubject): string =>
  (otpDigest(key, 'code', subject).readUIntBE(0, 6) % 10 ** ACCOUNT_LIMITS.otpLength)
    .toString()
    .padStart(ACCOUNT_LIMITS.otpLength, '0');

/** The state of a code, beside what it is about. */
interface CodeRecord {
  nonce: string;
  codeExpiresAt: Date;
  wrongTries: number;
  purgeAt: Date;
}

interface CodeWanted<R extends { _id: unknown }> {
  _id: R['_id'];
  about: object;
  fresh?: object;
  now: Date;
}

/**
 * The live code of a record: the one that lives, else a new one. Which it is is decided by the write itself, so that of
 * many that ask at once one makes a code and all send it.
 * @param about what the code is about: one about something else lives no more
 * @param fresh what a new code has besides
 */
export async function liveCode<R extends CodeRecord & { _id: unknown }>(
  codes: Model<R>,
  { _id, about, fresh = {}, now }: CodeWanted<R>,
): Promise<Pick<CodeRecord, 'nonce' | 'codeExpiresAt'>> {
  const made = {
    ...about,
    ...fresh,
    nonce: newNonce(),
    codeExpiresAt: later(now, OTP_RULES.codeTtl),
    wrongTries: 0,
    purgeAt: later(now, DAY),
  };
  const over = [
    { codeExpiresAt: { $lte: now } },
    { wrongTries: { $gte: OTP_RULES.wrongTriesMax } },
    ...Object.entries(about).map(([name, value]) => ({ [name]: { $ne: value as unknown } })),
  ];
  try {
    await codes.updateOne({ _id, $or: over } as never, { $set: made }, { upsert: true });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const live = (await codes.findById(_id).lean()) as CodeRecord | null;
    if (live !== null) return live;
  }
  return made;
}

export const invalidCode = () =>
  new AppError('INVALID_OTP', 'Invalid OTP', { errors: [{ path: 'otp', message: 'Invalid OTP' }] });
