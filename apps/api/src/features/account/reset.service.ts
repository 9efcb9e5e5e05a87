import type { ResetPasswordBody } from '@social-feed/contracts';
import type { Request, Response } from 'express';
import type { AppContext } from '../../context.js';
import { AppError } from '../../platform/http/errors.js';
import { spendForAddress } from '../../platform/http/rate-limit.js';
import { passwordChangedMail } from '../../platform/mail/templates.js';
import { endAccess, evict } from '../sessions/evict.js';
import { equalSecrets, resetTokenOf } from './otp.js';
import { TRY_ADDRESS_BUDGET } from './reset-budgets.js';
import { clearSessionCookies } from '../sessions/session.service.js';

const invalidToken = () =>
  new AppError('INVALID_RESET_TOKEN', 'This password reset is no longer valid. Please request a new OTP.');

/**
 * Sets a new password by a reset token, which works once, for its address and for ten minutes. Every session and
 * personal token of the user ends, nobody is signed in, and the owner is told by mail (security 4, 10, 11).
 * @throws AppError 400 for a token that is wrong, used or old, 429, 503 where too many passwords wait to be hashed
 */
export async function resetPassword(
  ctx: AppContext,
  { email, resetToken, newPassword }: ResetPasswordBody,
  { req, res }: { req: Request; res: Response },
): Promise<void> {
  await spendForAddress(ctx, TRY_ADDRESS_BUDGET, req);
  const { PasswordReset, User } = ctx.models;
  const record = await PasswordReset.findById(email).lean();
  if (!record?.user) throw invalidToken();
  const expected = resetTokenOf(ctx.config.secrets.otp, { email, nonce: record.nonce });
  const unused = { _id: email, nonce: record.nonce, usedAt: null, tokenExpiresAt: { $gt: ctx.now() } };
  if (!equalSecrets(resetToken, expected) || (await PasswordReset.exists(unused)) === null)
    throw invalidToken();

  // Before the token is used up: a full queue must not cost it.
  const passwordHash = await ctx.passwords.hash(newPassword);
  const used = await PasswordReset.updateOne(unused, { $set: { usedAt: ctx.now() } });
  if (used.modifiedCount === 0) throw invalidToken();

  const now = ctx.now();
  // Before, so that a crash in between leaves no old session beside the new password; after, for one begun meanwhile.
  await endAccess(ctx, record.user);
  const user = await User.findOneAndUpdate(
    { _id: record.user, email },
    { $set: { passwordHash, emailVerified: true, updatedAt: now } },
    { lean: true, returnDocument: 'before' },
  );
  if (user === null) throw invalidToken();
  await (user.emailVerified ? endAccess(ctx, record.user) : evict(ctx, record.user));
  clearSessionCookies(ctx, res);
  await ctx.mail.enqueue(
    passwordChangedMail({
      to: email,
      fullName: user.fullName,
      at: now,
      resetUrl: `${ctx.config.webOrigin}/i/account/forgotpassword`,
    }),
  );
}
