import { canonicalEmail, type ResetPasswordBody } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import type { Request } from 'express';
import { AppError } from '../../platform/http/errors.js';
import { recipient } from '../../platform/mail/layout.js';
import { otpMail } from '../../platform/mail/account-mails.js';
import { equalSecrets } from '../../platform/seal.js';
import { later } from '../../platform/time.js';
import { CONFIRMED, type UserRecord } from '../../community/users/user.model.js';
import type { AccountDeps } from './account-deps.js';
import { tellOfNewPassword } from './password-change.js';
import {
  codeOf,
  invalidCode,
  liveCode,
  newNonce,
  OTP_RULES,
  otpDigest,
  type OtpSubject,
} from './one-time-code.js';
import {
  ASK_ADDRESS_LIMIT,
  CODES_LIMITS,
  consumeReset,
  TRY_ADDRESS_LIMIT,
  WRONG_CODES_LIMITS,
} from './reset-limits.js';

/** Returns the reset token of a code. It is always the same, so it need not be stored. */
export const resetTokenOf = (key: Buffer, subject: OtpSubject): string =>
  otpDigest(key, 'reset token', subject).toString('base64url');

/** The spelling under which codes of an address are stored. */
const keptAs = (owner: Pick<UserRecord, 'email'> | null, typed: string): string =>
  owner?.email ?? canonicalEmail(typed);

/**
 * Sends the live code of an address, or a new one. An unknown address takes the same steps, so that neither
 * response nor timing reveals it.
 * @param typed any spelling of the address
 * @throws AppError 429
 */
export async function sendCode(deps: AccountDeps, req: Request, typed: string): Promise<void> {
  const user = await deps.users.findByEmail(typed);
  const email = keptAs(user, typed);
  const asker = { req, email, owner: user };
  await consumeReset(deps, asker, ASK_ADDRESS_LIMIT, CODES_LIMITS);
  const { nonce, codeExpiresAt } = await liveCode(deps.resets, {
    _id: email,
    about: { user: user?._id ?? null },
    fresh: { tokenExpiresAt: null },
    now: deps.now(),
  });
  const code = codeOf(deps.config.secrets.otp, { email, nonce });
  const mail = otpMail({
    ...recipient({ ...(user ?? { fullName: 'Nobody' }), email }),
    code,
    goodUntil: codeExpiresAt,
  });
  if (user === null) await deps.mail.enqueueNothing(mail);
  else await deps.mail.enqueue(mail, { expiresAt: codeExpiresAt });
}

/**
 * Exchanges a code for its reset token, which is the same every time. The write itself checks that the code is
 * still valid, so that parallel requests get at most five wrong attempts.
 * @throws AppError 400 for a wrong, used, expired or locked code, 429
 */
export async function verifyCode(
  deps: AccountDeps,
  req: Request,
  { email: typed, otp }: { email: string; otp: string },
): Promise<string> {
  const { resets } = deps;
  const key = deps.config.secrets.otp;
  const owner = await deps.users.findByEmail(typed);
  const email = keptAs(owner, typed);
  const asker = { req, email, owner };
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
  const good = { ...alive, codeExpiresAt: { $gt: now } };
  // The token's lifetime starts with a correct entry, and no entry extends it. A code that was sent again outlives it.
  await resets.updateOne(
    { ...good, tokenExpiresAt: { $not: { $gt: now } } },
    { $set: { tokenExpiresAt: later(now, OTP_RULES.tokenTtl) } },
  );
  const verified = await resets.exists({ ...good, tokenExpiresAt: { $gt: now } });
  await attempt.refund();
  if (verified === null) throw invalidCode();
  return resetTokenOf(key, subject);
}

const invalidToken = () =>
  new AppError('INVALID_RESET_TOKEN', t`This password reset is no longer valid. Please request a new OTP.`);

/**
 * Sets a new password by a reset token, which works once, for its address, for ten minutes. Ends all sessions and
 * API tokens of the user, signs no one in, and notifies the owner by mail.
 * @throws AppError 400 for a wrong, used or expired token or a breached password, 429, 503 if too many passwords are queued for hashing
 */
export async function resetPassword(
  deps: AccountDeps,
  { email: typed, resetToken, newPassword }: ResetPasswordBody,
  req: Request,
): Promise<void> {
  const { resets, config, users, sessions, oauth, rateLimits, now } = deps;
  await rateLimits.consumeForAddress(TRY_ADDRESS_LIMIT, req);
  const email = keptAs(await users.findByEmail(typed), typed);
  const record = await resets.findById(email).lean();
  if (!record?.user) throw invalidToken();
  const { user: _id, nonce } = record;
  const unused = { _id: email, nonce, tokenExpiresAt: { $gt: now() } };
  const fits = equalSecrets(resetToken, resetTokenOf(config.secrets.otp, { email, nonce }));
  if (!fits || (await resets.exists(unused)) === null) throw invalidToken();

  // Before the token is used up, so that a refused password or a full queue does not waste it.
  await sessions.breached.refuse(newPassword, 'newPassword');
  const passwordHash = await sessions.passwords.hash(newPassword);
  if ((await resets.findOneAndDelete(unused)) === null) throw invalidToken();

  const at = now();
  // Before the write, so that a crash leaves no old session next to the new password; and after it, for a
  // concurrent sign-in.
  await sessions.revokeAccess(_id);
  const user = await users.changeIf({ _id, email }, { passwordHash, ...CONFIRMED, updatedAt: at });
  if (user === null) throw invalidToken();
  await sessions.securityLog.append({ user: _id, event: 'password-reset' });
  await (user.emailVerified ? sessions.revokeAccess(_id) : oauth.evict(_id));
  await tellOfNewPassword(deps, user, { at, how: 'code' });
}
