import { createHmac, randomBytes } from 'node:crypto';
import { ACCOUNT_LIMITS, type ResetPasswordBody } from '@social-feed/contracts';
import type { Request } from 'express';
import type { Types } from 'mongoose';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { AppError } from '../../platform/http/errors.js';
import { otpMail, passwordChangedMail } from '../../platform/mail/templates.js';
import { equalSecrets } from '../../platform/seal.js';
import type { AccountDeps } from './account-deps.js';
import {
  ASK_ADDRESS_LIMIT,
  CODES_LIMITS,
  consumeReset,
  TRY_ADDRESS_LIMIT,
  WRONG_CODES_LIMITS,
} from './reset-limits.js';

const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;

export const OTP_RULES = { codeTtl: 10 * MINUTE, tokenTtl: 10 * MINUTE, wrongTriesMax: 5 } as const;

/** What a code and its reset token are made for; another nonce makes both worthless. */
interface OtpSubject {
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

const later = (from: Date, milliseconds: number) => new Date(from.getTime() + milliseconds);

/**
 * Sends a code to whoever has an address: the one that lives, else a new one. An address that nobody has takes the same
 * steps, so that neither answer nor time tells.
 * @param email lower case
 * @throws AppError 429
 */
export async function sendCode(deps: AccountDeps, req: Request, email: string): Promise<void> {
  const user = await deps.users.findByEmail(email);
  const asker = { req, email, userId: user?._id.toString() ?? null };
  await consumeReset(deps, asker, ASK_ADDRESS_LIMIT, CODES_LIMITS);
  const { nonce, codeExpiresAt } = await liveCode(deps, email, user?._id ?? null);
  const code = codeOf(deps.config.secrets.otp, { email, nonce });
  const mail = otpMail({ to: email, fullName: user?.fullName ?? 'Nobody', code, goodUntil: codeExpiresAt });
  await deps.mail[user === null ? 'enqueueNothing' : 'enqueue'](mail, codeExpiresAt);
}

/**
 * The live code of an address. Whether one lives is decided by the write itself, so that of many that ask at once one
 * makes a code and all send it.
 */
async function liveCode({ resets, now: clock }: AccountDeps, email: string, user: Types.ObjectId | null) {
  const now = clock();
  const fresh = {
    user,
    nonce: newNonce(),
    codeExpiresAt: later(now, OTP_RULES.codeTtl),
    wrongTries: 0,
    tokenExpiresAt: null,
    usedAt: null,
    purgeAt: later(now, DAY),
  };
  const isOver = [
    { codeExpiresAt: { $lte: now } },
    { wrongTries: { $gte: OTP_RULES.wrongTriesMax } },
    { usedAt: { $ne: null } },
    { user: { $ne: user } },
  ];
  try {
    await resets.updateOne({ _id: email, $or: isOver }, { $set: fresh }, { upsert: true });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const live = await resets.findById(email).lean();
    if (live !== null) return live;
  }
  return fresh;
}

const invalidCode = () =>
  new AppError('INVALID_OTP', 'Invalid OTP', { errors: [{ path: 'otp', message: 'Invalid OTP' }] });

/**
 * Exchanges a code for its reset token, the same one every time. Whether the code is still alive is decided by the write
 * itself: of any number of parallel tries no more than five wrong ones come before a right one.
 * @throws AppError 400 for every kind of wrong, used, old or worn-out code, 429
 */
export async function verifyCode(
  deps: AccountDeps,
  req: Request,
  { email, otp }: { email: string; otp: string },
): Promise<string> {
  const { resets } = deps;
  const key = deps.config.secrets.otp;
  const owner = await deps.users.findByEmail(email);
  const asker = { req, email, userId: owner?._id.toString() ?? null };
  const attempt = await consumeReset(deps, asker, TRY_ADDRESS_LIMIT, WRONG_CODES_LIMITS);
  const record = await resets.findById(email).lean();
  const subject = { email, nonce: record?.nonce ?? newNonce() };
  const fits = equalSecrets(otp, codeOf(key, subject));
  const alive = { _id: email, nonce: subject.nonce, wrongTries: { $lt: OTP_RULES.wrongTriesMax } };

  if (!fits || !record?.user) {
    await resets.updateOne(alive, { $inc: { wrongTries: 1 } });
    throw invalidCode();
  }
  const now = deps.now();
  const good = { ...alive, codeExpiresAt: { $gt: now }, usedAt: null };
  // The token's time begins with the first correct entry and is not drawn out by later ones.
  await resets.updateOne(
    { ...good, tokenExpiresAt: null },
    { $set: { tokenExpiresAt: later(now, OTP_RULES.tokenTtl) } },
  );
  const verified = await resets.exists({ ...good, tokenExpiresAt: { $gt: now } });
  await attempt.refund();
  if (verified === null) throw invalidCode();
  return resetTokenOf(key, subject);
}

const invalidToken = () =>
  new AppError('INVALID_RESET_TOKEN', 'This password reset is no longer valid. Please request a new OTP.');

/**
 * Sets a new password by a reset token, which works once, for its address and for ten minutes. Every session and
 * API token of the user ends, nobody is signed in, and the owner is told by mail.
 * @throws AppError 400 for a token that is wrong, used or old, 429, 503 where too many passwords wait to be hashed
 */
export async function resetPassword(
  { resets, config, users, sessions, oauth, mail, rateLimits, now }: AccountDeps,
  { email, resetToken, newPassword }: ResetPasswordBody,
  req: Request,
): Promise<void> {
  await rateLimits.consumeForAddress(TRY_ADDRESS_LIMIT, req);
  const record = await resets.findById(email).lean();
  if (!record?.user) throw invalidToken();
  const { user: _id, nonce } = record;
  const unused = { _id: email, nonce, usedAt: null, tokenExpiresAt: { $gt: now() } };
  const fits = equalSecrets(resetToken, resetTokenOf(config.secrets.otp, { email, nonce }));
  if (!fits || (await resets.exists(unused)) === null) throw invalidToken();

  // Before the token is used up: a full queue must not cost it.
  const passwordHash = await sessions.passwords.hash(newPassword);
  const used = await resets.updateOne(unused, { $set: { usedAt: now() } });
  if (used.modifiedCount === 0) throw invalidToken();

  const at = now();
  // Before, so that a crash in between leaves no old session beside the new password; after, for one begun meanwhile.
  await sessions.revokeAccess(_id);
  const user = await users.changeIf({ _id, email }, { passwordHash, emailVerified: true, updatedAt: at });
  if (user === null) throw invalidToken();
  await (user.emailVerified ? sessions.revokeAccess(_id) : oauth.evict(_id));
  const resetUrl = `${config.webOrigin}/i/account/forgotpassword`;
  await mail.enqueue(passwordChangedMail({ to: email, fullName: user.fullName, at, how: 'code', resetUrl }));
}
