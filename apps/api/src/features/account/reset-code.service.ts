import type { Request } from 'express';
import type { Types } from 'mongoose';
import type { AppContext } from '../../context.js';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { AppError } from '../../platform/http/errors.js';
import { otpMail } from '../../platform/mail/templates.js';
import { codeOf, equalSecrets, newNonce, resetTokenOf } from './otp.js';
import { spendCode, spendTry } from './reset-budgets.js';

const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;

export const OTP_RULES = { codeTtl: 10 * MINUTE, tokenTtl: 10 * MINUTE, wrongTriesMax: 5 } as const;

const later = (from: Date, milliseconds: number) => new Date(from.getTime() + milliseconds);

/**
 * Sends a code to whoever has an address: the one that lives, else a new one. An address that nobody has takes the same
 * steps, so that neither answer nor time tells.
 * @param email lower case
 * @throws AppError 429
 */
export async function sendCode(ctx: AppContext, req: Request, email: string): Promise<void> {
  const user = await ctx.models.User.findOne({ email }).select({ fullName: 1 }).lean();
  await spendCode(ctx, { req, email, userId: user?._id.toString() ?? null });
  const { nonce, codeExpiresAt } = await liveCode(ctx, email, user?._id ?? null);
  const code = codeOf(ctx.config.secrets.otp, { email, nonce });
  const mail = otpMail({ to: email, fullName: user?.fullName ?? 'Nobody', code, goodUntil: codeExpiresAt });
  await (user === null
    ? ctx.mail.enqueueNothing(mail, codeExpiresAt)
    : ctx.mail.enqueue(mail, codeExpiresAt));
}

/**
 * The live code of an address. Whether one lives is decided by the write itself, so that of many that ask at once one
 * makes a code and all send it.
 */
async function liveCode(ctx: AppContext, email: string, user: Types.ObjectId | null) {
  const { PasswordReset } = ctx.models;
  const now = ctx.now();
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
    await PasswordReset.updateOne({ _id: email, $or: isOver }, { $set: fresh }, { upsert: true });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const live = await PasswordReset.findById(email).lean();
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
  ctx: AppContext,
  req: Request,
  { email, otp }: { email: string; otp: string },
): Promise<string> {
  const { PasswordReset } = ctx.models;
  const key = ctx.config.secrets.otp;
  const owner = await ctx.models.User.exists({ email });
  const attempt = await spendTry(ctx, { req, email, userId: owner?._id.toString() ?? null });
  const record = await PasswordReset.findById(email).lean();
  const subject = { email, nonce: record?.nonce ?? newNonce() };
  const fits = equalSecrets(otp, codeOf(key, subject));
  const alive = { _id: email, nonce: subject.nonce, wrongTries: { $lt: OTP_RULES.wrongTriesMax } };

  if (!fits || !record?.user) {
    await PasswordReset.updateOne(alive, { $inc: { wrongTries: 1 } });
    throw invalidCode();
  }
  const now = ctx.now();
  const good = { ...alive, codeExpiresAt: { $gt: now }, usedAt: null };
  // The token's time begins with the first correct entry and is not drawn out by later ones.
  await PasswordReset.updateOne(
    { ...good, tokenExpiresAt: null },
    { $set: { tokenExpiresAt: later(now, OTP_RULES.tokenTtl) } },
  );
  const verified = await PasswordReset.exists({ ...good, tokenExpiresAt: { $gt: now } });
  await attempt.refund();
  if (verified === null) throw invalidCode();
  return resetTokenOf(key, subject);
}
