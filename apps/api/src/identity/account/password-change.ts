import { t } from '@social-feed/contracts/t';
import { AppError, authenticationRequired, invalidField } from '../../platform/http/errors.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { recipient } from '../../platform/mail/layout.js';
import { passwordChangedMail } from '../../platform/mail/account-mails.js';
import { DAY } from '../../platform/time.js';
import { checkOwnPassword } from '../sessions/own-password.js';
import { mayTell } from '../../community/users/unverified-email-limit.js';
import type { UserRecord } from '../../community/users/user.model.js';
import type { AccountDeps } from './account-deps.js';

/** Password changes, because each sends a mail. */
const CHANGES_LIMIT: RateLimit = { name: 'password-changes', limit: 10, window: DAY };

/** @throws AppError 400 if the password or user name does not confirm the deletion, 429 */
export async function confirmDeletion(
  deps: AccountDeps,
  viewer: Viewer,
  { password, userName }: { password?: string | undefined; userName?: string | undefined },
): Promise<void> {
  const user = await deps.users.getExisting(viewer.id);
  if (user.passwordHash) return checkOwnPassword(deps, user, { password, path: 'password' });
  if (userName?.toLowerCase() !== user.userNameLower) {
    throw invalidField('userName', t`Type your username to confirm`);
  }
}

/**
 * Sets a new password, ends all other sessions, API tokens and begun resets, and notifies the owner by mail.
 * @throws AppError 400 if the current password is wrong or the new one is breached, 401 if the session has ended, 403 if a first password
 *   comes without a recent confirmation, 409 if the password has changed, 429, 503
 */
export async function changePassword(
  deps: AccountDeps,
  viewer: Viewer,
  { currentPassword, newPassword }: { currentPassword?: string | undefined; newPassword: string },
): Promise<void> {
  const { users, sessions, rateLimits } = deps;
  const user = await users.getExisting(viewer.id);
  const { _id } = user;
  const before = user.passwordHash ?? undefined;
  if (before !== undefined) {
    await checkOwnPassword(deps, user, { password: currentPassword, path: 'currentPassword' });
  } else {
    // A first password is a new way in, which nothing else in this call confirms.
    await deps.factors.refuseUnconfirmed(viewer, 'always');
  }
  await sessions.breached.refuse(newPassword, 'newPassword');
  await rateLimits.consumeForAccount(CHANGES_LIMIT, viewer.id);
  const passwordHash = await sessions.passwords.hash(newPassword);
  const now = deps.now();
  if ((await users.changeIf({ _id, passwordHash: before }, { passwordHash, updatedAt: now })) === null) {
    throw new AppError('CONFLICT', t`The password was changed elsewhere`);
  }
  // This comes first because later steps may fail.
  if (await mayTell(rateLimits, user)) await tellOfNewPassword(deps, user, { at: now, how: 'settings' });
  // Checked after the write: ending all sessions must also stop a password change in progress.
  if (!(await sessions.isAlive(viewer))) {
    await users.changeIf({ _id, passwordHash }, { passwordHash: before });
    throw authenticationRequired();
  }
  await sessions.securityLog.append({ user: _id, event: 'password-changed' });
  // A reader of the owner's mail may have started a reset.
  await deps.resets.deleteMany({ user: _id });
  await sessions.endOthers(viewer);
  await sessions.apiTokens.revokeAll(_id);
}

/** Notifies the owner by mail that the password has changed, and lists the providers that can still sign in. */
export async function tellOfNewPassword(
  { oauth, mail, config: { webOrigin } }: AccountDeps,
  user: UserRecord,
  change: { at: Date; how: 'code' | 'settings' | 'host' },
): Promise<void> {
  await mail.enqueue(
    passwordChangedMail({
      ...recipient(user),
      ...change,
      providers: await oauth.providersOf(user._id),
      settingsUrl: `${webOrigin}/settings`,
      resetUrl: `${webOrigin}/i/account/forgotpassword`,
    }),
  );
}
