import { AppError, authenticationRequired, invalidField } from '../../platform/http/errors.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { passwordChangedMail } from '../../platform/mail/templates.js';
import { HOUR, MINUTE } from '../../platform/time.js';
import { mayTell } from '../users/unproved-mails.js';
import type { UserRecord } from '../users/user.model.js';
import type { AccountDeps } from './account-deps.js';

/** Wrong passwords of a signed-in user: whoever found an open browser must not guess the password by it. */
const OWN_PASSWORD_LIMIT: RateLimit = { name: 'own-password', limit: 10, window: 15 * MINUTE };

/** Checks of the own password, right ones too: each takes its time of a processor. */
const CHECKS_LIMIT: RateLimit = { name: 'own-password-checks', limit: 60, window: HOUR };
/** Changes of the password, each of which is mailed. */
const CHANGES_LIMIT: RateLimit = { name: 'password-changes', limit: 10, window: 24 * HOUR };

/**
 * Checks the own password of a signed-in user, a limited number of times.
 * @param path field of the form that is at fault where it is wrong
 * @throws AppError 400 where it is wrong or absent, 429, 503 where too many passwords wait to be checked
 */
export async function checkOwnPassword(
  { sessions, rateLimits }: AccountDeps,
  { _id, passwordHash }: UserRecord,
  { password, path }: { password: string | undefined; path: string },
): Promise<void> {
  if (password === undefined || password === '') throw invalidField(path, 'Password is required');
  await rateLimits.consumeForAccount(CHECKS_LIMIT, _id.toString());
  const attempt = await rateLimits.consume(OWN_PASSWORD_LIMIT, _id.toString());
  let fits = true;
  try {
    fits = await sessions.passwords.verify(passwordHash, password);
  } finally {
    if (fits) await attempt.refund();
  }
  if (!fits) throw invalidField(path, 'The password is not correct');
}

/** @throws AppError 400 where password or user name do not confirm that the account is to be deleted, 429 */
export async function confirmDeletion(
  deps: AccountDeps,
  viewer: Viewer,
  { password, userName }: { password?: string | undefined; userName?: string | undefined },
): Promise<void> {
  const user = await deps.users.getExisting(viewer.id);
  if (user.passwordHash) return checkOwnPassword(deps, user, { password, path: 'password' });
  if (userName?.toLowerCase() !== user.userNameLower) {
    throw invalidField('userName', 'Type your username to confirm');
  }
}

/**
 * Sets a new password: all other sessions and the API tokens end, and the owner is told by mail.
 * @throws AppError 400 where the current password is wrong, 401 where the session ended meanwhile, 409 where it was changed meanwhile, 429, 503
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
  }
  await rateLimits.consumeForAccount(CHANGES_LIMIT, viewer.id);
  const passwordHash = await sessions.passwords.hash(newPassword);
  const now = deps.now();
  if ((await users.changeIf({ _id, passwordHash: before }, { passwordHash, updatedAt: now })) === null) {
    throw new AppError('CONFLICT', 'The password was changed elsewhere');
  }
  // First of all that follows, since anything else may fail.
  if (await mayTell(rateLimits, user)) await tellOfNewPassword(deps, user, { at: now, how: 'settings' });
  // Looked at afterwards: whoever ends all sessions must not be left with a password that one of them set meanwhile.
  if (!(await sessions.isAlive(viewer))) {
    await users.changeIf({ _id, passwordHash }, { passwordHash: before });
    throw authenticationRequired();
  }
  await sessions.endOthers(viewer);
  await sessions.apiTokens.revokeAll(_id);
}

/** Tells the owner by mail that the password was changed, and by whom else the account is still signed in to. */
export async function tellOfNewPassword(
  { oauth, mail, config: { webOrigin } }: AccountDeps,
  { _id, email, fullName }: UserRecord,
  change: { at: Date; how: 'code' | 'settings' },
): Promise<void> {
  await mail.enqueue(
    passwordChangedMail({
      to: email,
      fullName,
      ...change,
      providers: await oauth.providersOf(_id),
      settingsUrl: `${webOrigin}/settings`,
      resetUrl: `${webOrigin}/i/account/forgotpassword`,
    }),
  );
}
