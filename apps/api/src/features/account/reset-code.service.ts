import type { Request } from 'express';
import type { AppContext } from '../../context.js';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { AppError } from '../../platform/http/errors.js';
import { spend, spendForAddress, type Budget } from '../../platform/http/rate-limit.js';
import { otpMail } from '../../platform/mail/templates.js';
import { equalSecrets, hashCode, newCode, newNonce, resetTokenOf } from './otp.js';
import type { PasswordResetRecord } from './reset.model.js';

const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;

export const OTP_RULES = { codeTtl: 10 * MINUTE, tokenTtl: 10 * MINUTE, wrongTriesMax: 5 } as const;
/** Codes for one address in a day (security 10). */
export const CODES_BUDGET: Budget = { name: 'otp-codes', limit: 10, window: DAY };
/** Wrong codes for one address in a day, over all its codes (security 10). */
export const WRONG_CODES_BUDGET: Budget = { name: 'otp-wrong', limit: 25, window: DAY };
/** Codes asked for, and codes and tokens tried, from one caller's address. */
export const ASK_ADDRESS_BUDGET: Budget = { name: 'otp-ask-address', limit: 60, window: 60 * MINUTE };
export const TRY_ADDRESS_BUDGET: Budget = { name: 'otp-try-address', limit: 100, window: 15 * MINUTE };

const later = (from: Date, milliseconds: number) => new Date(from.getTime() + milliseconds);

/**
 * Makes a new code for an address, which voids the former, and sends it to whoever has the address. An address that
 * nobody has takes the same steps, so that neither answer nor time tells (security 9).
 * @param email lower case
 * @throws AppError 429
 */
export async function sendCode(ctx: AppContext, req: Request, email: string): Promise<void> {
  await spendForAddress(ctx, ASK_ADDRESS_BUDGET, req);
  await spend(ctx, CODES_BUDGET, email);
  const user = await ctx.models.User.findOne({ email }).select({ fullName: 1 }).lean();

  const now = ctx.now();
  const code = newCode();
  const nonce = newNonce();
  const codeExpiresAt = later(now, OTP_RULES.codeTtl);
  await storeCode(ctx, {
    _id: email,
    user: user?._id ?? null,
    nonce,
    codeHash: hashCode(ctx.config.secrets.otp, { email, nonce }, code),
    codeExpiresAt,
    wrongTries: 0,
    tokenExpiresAt: null,
    usedAt: null,
    purgeAt: later(now, DAY),
  });
  const mail = otpMail({ to: email, fullName: user?.fullName ?? 'Nobody', code, goodUntil: codeExpiresAt });
  await (user === null
    ? ctx.mail.enqueueNothing(mail, codeExpiresAt)
    : ctx.mail.enqueue(mail, codeExpiresAt));
}

async function storeCode(ctx: AppContext, { _id, ...fields }: PasswordResetRecord): Promise<void> {
  const run = () => ctx.models.PasswordReset.updateOne({ _id }, { $set: fields }, { upsert: true });
  try {
    await run();
  } catch (error) {
    // Two first codes at once: one inserts, the other finds the document the second time.
    if (!isDuplicateKey(error)) throw error;
    await run();
  }
}

const invalidCode = () =>
  new AppError('INVALID_OTP', 'Invalid OTP', { errors: [{ path: 'otp', message: 'Invalid OTP' }] });

/**
 * Exchanges a code for its reset token, the same one every time (design §4). Whether the code is still alive is
 * decided by the write itself: of any number of parallel tries no more than five wrong ones come before a right one.
 * @throws AppError 400 for every kind of wrong, used, old or worn-out code, 429
 */
export async function verifyCode(
  ctx: AppContext,
  req: Request,
  { email, otp }: { email: string; otp: string },
): Promise<string> {
  const attempt = await spendForAddress(ctx, TRY_ADDRESS_BUDGET, req);
  // Before the code is looked at, so that no number of parallel tries passes the day's limit; given back below.
  const guess = await spend(ctx, WRONG_CODES_BUDGET, email);
  const { PasswordReset } = ctx.models;
  const key = ctx.config.secrets.otp;
  const record = await PasswordReset.findById(email).lean();
  const subject = { email, nonce: record?.nonce ?? newNonce() };
  const fits = equalSecrets(hashCode(key, subject, otp), record?.codeHash ?? hashCode(key, subject, ''));
  const alive = { _id: email, nonce: subject.nonce, wrongTries: { $lt: OTP_RULES.wrongTriesMax } };

  if (!fits || record?.user === null) {
    await PasswordReset.updateOne(alive, { $inc: { wrongTries: 1 } });
    throw invalidCode();
  }
  await guess.refund();
  const now = ctx.now();
  const good = { ...alive, codeExpiresAt: { $gt: now }, usedAt: null };
  // The token's time begins with the first correct entry and is not drawn out by later ones.
  await PasswordReset.updateOne(
    { ...good, tokenExpiresAt: null },
    { $set: { tokenExpiresAt: later(now, OTP_RULES.tokenTtl) } },
  );
  const verified = await PasswordReset.exists({ ...good, tokenExpiresAt: { $gt: now } });
  if (verified === null) throw invalidCode();
  await attempt.refund();
  return resetTokenOf(key, subject);
}
