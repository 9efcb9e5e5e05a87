import type { Factor, NewPasskey } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { AppError, authenticationRequired } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { recipient } from '../../platform/mail/layout.js';
import { signInChangedMail } from '../../platform/mail/account-mails.js';
import type { FactorRecord } from '../factors/factor.model.js';
import { presentFactor } from '../factors/factors.feature.js';
import type { UserRecord } from '../../community/users/user.model.js';
import type { SecondStepDeps } from './second-step-deps.js';

/**
 * Returns the user who may add a factor. An unconfirmed address may be a stranger's, whom a factor would keep out for
 * good.
 * @throws AppError 404, 409 while the address is unconfirmed
 */
export async function userToProtect({ users }: SecondStepDeps, viewer: Viewer): Promise<UserRecord> {
  const user = await users.getExisting(viewer.id);
  if (user.confirmEmail === true) {
    throw new AppError(
      'CONFLICT',
      t`Confirm your e-mail address first. You find it in Settings, Account & security.`,
    );
  }
  return user;
}

const tell = ({ mail, config }: SecondStepDeps, user: UserRecord, what: () => string) =>
  mail.enqueue(
    signInChangedMail({ ...recipient(user), what, settingsUrl: `${config.webOrigin}/settings/security` }),
  );

interface Added {
  data: Factor;
  recoveryCodes?: string[];
}

/**
 * Notifies the owner of a new factor, which confirms the session too, and makes recovery codes if there are none.
 * @throws AppError 401 if the session has ended; the factor is removed then
 */
async function afterAdding(
  deps: SecondStepDeps,
  viewer: Viewer,
  user: UserRecord,
  record: FactorRecord,
  what: () => string,
): Promise<Added> {
  const { factors, sessions } = deps;
  await tell(deps, user, what);
  await sessions.securityLog.append({ user: viewer.id, event: 'factor-added', detail: record.name });
  // Checked after the write: an owner who locks others out ends their sessions first.
  if (!(await sessions.isAlive(viewer).catch(() => false))) {
    await factors.remove(viewer.id, record._id.toHexString());
    throw authenticationRequired();
  }
  await sessions.noteConfirmed(viewer, { byFactor: true });
  const data = presentFactor(record);
  if ((await factors.recoveryCodes.count(viewer.id)) > 0) return { data };
  return { data, recoveryCodes: await factors.recoveryCodes.make(viewer.id) };
}

/** @throws AppError 400, 401, 404, 409 */
export async function addPasskey(
  deps: SecondStepDeps,
  viewer: Viewer,
  { name, passkey }: { name: string; passkey: NewPasskey },
): Promise<Added> {
  const user = await userToProtect(deps, viewer);
  const record = await deps.factors.passkeys.add(viewer.id, name, passkey);
  const what = () => t`A passkey, "${name}", was added: it signs in to your account from now on.`;
  return afterAdding(deps, viewer, user, record, what);
}

/** @throws AppError 400, 401, 404, 409 */
export async function addTotp(
  deps: SecondStepDeps,
  viewer: Viewer,
  body: { ticket: string; code: string },
): Promise<Added> {
  const user = await userToProtect(deps, viewer);
  const record = await deps.factors.totp.add(viewer.id, body);
  const what = () => t`An authenticator app was added: signing in asks for its code from now on.`;
  return afterAdding(deps, viewer, user, record, what);
}

/** @throws AppError 404 if the user has no such factor */
export async function removeFactor(deps: SecondStepDeps, viewer: Viewer, factorId: string): Promise<void> {
  const { users, factors, sessions } = deps;
  const user = await users.getExisting(viewer.id);
  const gone = await factors.remove(viewer.id, factorId);
  if (gone === null) throw new AppError('NOT_FOUND', t`There is no such second step`);
  await sessions.securityLog.append({ user: viewer.id, event: 'factor-removed', detail: gone.name });
  const { kind, name } = gone;
  await tell(deps, user, () =>
    kind === 'totp'
      ? t`Your authenticator app was removed: it no longer signs in to your account.`
      : t`Your passkey "${name}" was removed: it no longer signs in to your account.`,
  );
}

/** @throws AppError 409 without a second factor */
export async function makeRecoveryCodes(deps: SecondStepDeps, viewer: Viewer): Promise<string[]> {
  const { users, factors, sessions } = deps;
  const user = await users.getExisting(viewer.id);
  if (!(await factors.has(viewer.id))) {
    throw new AppError('CONFLICT', t`Add a passkey or an authenticator app first`);
  }
  const codes = await factors.recoveryCodes.make(viewer.id);
  await sessions.securityLog.append({ user: viewer.id, event: 'recovery-codes-created' });
  await tell(deps, user, () => t`New recovery codes were made: the former ones no longer work.`);
  return codes;
}
