import type { AppContext } from '../../context.js';
import { AppError, authenticationRequired } from '../../platform/http/errors.js';
import { spend, type Budget } from '../../platform/http/rate-limit.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { renderLetter } from '../../platform/mail/layout.js';
import type { UserRecord } from '../users/user.model.js';
import { endOthers } from './own-sessions.js';

/** Wrong passwords of a signed-in user: whoever found an open browser must not guess the password by it. */
const OWN_PASSWORD_BUDGET: Budget = { name: 'own-password', limit: 10, window: 15 * 60 * 1000 };

const wrongPassword = (path: string, message: string) =>
  new AppError('VALIDATION_FAILED', message, { errors: [{ path, message }] });

/**
 * Checks the own password of a signed-in user, throttled.
 * @param path field of the form that is at fault where it is wrong
 * @throws AppError 400 where it is wrong or absent, 429, 503 where too many passwords wait to be checked
 */
export async function checkOwnPassword(
  ctx: AppContext,
  user: Pick<UserRecord, '_id' | 'passwordHash'>,
  { password, path }: { password: string | undefined; path: string },
): Promise<void> {
  if (password === undefined || password === '') throw wrongPassword(path, 'Password is required');
  const attempt = await spend(ctx, OWN_PASSWORD_BUDGET, user._id.toString());
  let fits: boolean;
  try {
    fits = await ctx.passwords.verify(user.passwordHash, password);
  } catch (error) {
    await attempt.refund();
    throw error;
  }
  if (!fits) throw wrongPassword(path, 'The password is not correct');
  await attempt.refund();
}

/**
 * Sets a new password: all other sessions end and the owner is told by mail.
 * @throws AppError 400 where the current password is wrong, 401 where the session ended meanwhile, 409 where it was changed meanwhile, 429, 503
 */
export async function setOwnPassword(
  ctx: AppContext,
  viewer: Viewer,
  { currentPassword, newPassword }: { currentPassword?: string | undefined; newPassword: string },
): Promise<void> {
  const { User } = ctx.models;
  const user = await User.findById(viewer.id).lean();
  if (user === null) throw new AppError('NOT_FOUND', 'User not found');
  if (user.passwordHash !== undefined) {
    await checkOwnPassword(ctx, user, { password: currentPassword, path: 'currentPassword' });
  }
  const passwordHash = await ctx.passwords.hash(newPassword);
  const now = ctx.now();
  const changed = await User.updateOne(
    { _id: user._id, passwordHash: user.passwordHash ?? { $exists: false } },
    { $set: { passwordHash, updatedAt: now } },
  );
  if (changed.matchedCount === 0) throw new AppError('CONFLICT', 'The password was changed elsewhere');
  // Looked at afterwards: whoever ends all sessions must not be left with a password that one of them set meanwhile.
  if ((await ctx.models.Session.exists({ _id: viewer.sessionId, user: user._id })) === null) {
    const before =
      user.passwordHash === undefined
        ? { $unset: { passwordHash: 1 as const } }
        : { $set: { passwordHash: user.passwordHash } };
    await User.updateOne({ _id: user._id, passwordHash }, before);
    throw authenticationRequired();
  }
  await endOthers(ctx, viewer);
  await ctx.mail.enqueue(changedMail(user, now, `${ctx.config.webOrigin}/i/account/forgotpassword`));
}

const changedMail = ({ email, fullName }: UserRecord, at: Date, resetUrl: string) =>
  renderLetter({
    to: email,
    subject: 'Your password was changed',
    fullName,
    blocks: [
      {
        paragraph: `Your password was changed in the settings of your account on ${at.toISOString().slice(0, 16).replace('T', ', ')} UTC. All other devices were signed out.`,
      },
      { paragraph: `This was not you? Set a new password at once: ${resetUrl}` },
    ],
    footer: 'You get this mail because your password was changed.',
  });
