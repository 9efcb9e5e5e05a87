import { createHmac, randomBytes } from 'node:crypto';
import { ACCOUNT_LIMITS } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import type { Model } from 'mongoose';
import { unchecked } from '../../platform/db/collection-of.js';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { AppError } from '../../platform/http/errors.js';
import { DAY, MINUTE, later } from '../../platform/time.js';

export const OTP_RULES = { codeTtl: 10 * MINUTE, tokenTtl: 10 * MINUTE, wrongTriesMax: 5 } as const;

/** The subject of a code and of the token it is exchanged for. A new nonce invalidates both. */
export interface OtpSubject {
  /** As stored in the account. */
  email: string;
  nonce: string;
}

export const newNonce = (): string => randomBytes(16).toString('base64url');

/** Derives a value from a key, a purpose and a subject, so that it need not be stored. */
export const otpDigest = (key: Buffer, use: string, { email, nonce }: OtpSubject): Buffer =>
  createHmac('sha256', key).update([use, email, nonce].join('\n')).digest();

/**
 * Returns the code of an address and a nonce: six digits with leading zeros. It is derived from the secret key, so
 * it need not be stored and can be sent again.
 */
export const codeOf = (key: Buffer, subject: OtpSubject): string =>
  (otpDigest(key, 'code', subject).readUIntBE(0, 6) % 10 ** ACCOUNT_LIMITS.otpLength)
    .toString()
    .padStart(ACCOUNT_LIMITS.otpLength, '0');

/** State of a code, without its subject. */
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
 * Returns the live code of a record, which from now on has its whole time again but no new tries, or creates one. The
 * write decides, so that of many parallel requests one creates the code and all send it.
 * @param about subject of the code; a code with another subject is no longer live
 * @param fresh further fields of a new code
 */
export async function liveCode<R extends CodeRecord & { _id: unknown }>(
  codes: Model<R>,
  { _id, about, fresh = {}, now }: CodeWanted<R>,
): Promise<Pick<CodeRecord, 'nonce' | 'codeExpiresAt'>> {
  const times = { codeExpiresAt: later(now, OTP_RULES.codeTtl), purgeAt: later(now, DAY) };
  const made = { ...about, ...fresh, nonce: newNonce(), wrongTries: 0, ...times };
  const over = [
    { codeExpiresAt: { $lte: now } },
    { wrongTries: { $gte: OTP_RULES.wrongTriesMax } },
    ...Object.entries(about).map(([name, value]) => ({ [name]: { $ne: value as unknown } })),
  ];
  try {
    await codes.updateOne(unchecked({ _id, $or: over }), { $set: made }, { upsert: true });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const live = await codes
      .findOneAndUpdate({ _id }, unchecked({ $max: times }), { returnDocument: 'after' })
      .lean();
    if (live !== null) return live;
  }
  return made;
}

export const invalidCode = () =>
  new AppError('INVALID_OTP', t`Invalid OTP`, { errors: [{ path: 'otp', message: t`Invalid OTP` }] });
