import { randomBytes } from 'node:crypto';
import type { Types } from 'mongoose';
import { AppError, invalidField } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { passwordVoidedMail } from '../../platform/mail/moderation-mails.js';
import type { Platform } from '../../platform/platform.js';
import type { Account } from '../../identity/account/account.feature.js';
import type { Admin } from '../admin/admin.feature.js';
import { noteOf } from '../admin/admin-log.js';
import type { Instance } from '../../community/instance/instance.feature.js';
import { requireRule } from '../../community/instance/require-rule.js';
import type { Sessions } from '../../identity/sessions/sessions.feature.js';
import { refuseUnlessMay, type StaffAct } from '../../community/users/permissions.js';
import type { UserRecord } from '../../community/users/user.model.js';
import type { Users } from '../../community/users/users.feature.js';

export interface ActsDeps extends Pick<Platform, 'config' | 'mail' | 'now'> {
  instance: Pick<Instance, 'settings'>;
  users: Users;
  sessions: Pick<Sessions, 'revokeAccess' | 'passwords' | 'securityLog'>;
  admin: Pick<Admin, 'log' | 'notifier' | 'undoing'>;
  account: Pick<Account, 'deletions'>;
  /** Unlists or lists a user's posts to match the silencing. */
  updateVisibility: (user: Types.ObjectId) => Promise<void>;
}

interface Words {
  message?: string | undefined;
  /** The broken rule, one of the instance's. */
  rule?: string | undefined;
  note?: string | undefined;
}

/** Acts of moderators and admins on users without a report. Each is logged before it is done. */
export function createActs(deps: ActsDeps) {
  const { users, sessions, admin, mail } = deps;

  /** @throws AppError 404, 403 if the viewer may not do this to the user */
  async function find(act: StaffAct, viewer: Viewer, userId: string): Promise<UserRecord> {
    const user = await users.getExisting(userId);
    refuseUnlessMay(act, viewer, user);
    return user;
  }

  /** @throws AppError 400 for a rule that is none */
  async function warn(viewer: Viewer, userId: string, words: Words): Promise<void> {
    const { message = '', rule, note = '' } = words;
    await requireRule(deps.instance, rule);
    const user = await find('warn', viewer, userId);
    await admin.log.append({
      admin: viewer,
      act: 'warn',
      user: user._id,
      note: noteOf(rule, note || message),
    });
    await admin.notifier.notify(user, { kind: 'warn', message, rule });
  }

  /**
   * Does nothing if the user is silenced already, or not silenced.
   * @throws AppError 400 for a rule that is none
   */
  async function silence(viewer: Viewer, userId: string, silenced: boolean, words: Words): Promise<void> {
    const { message = '', rule, note = '' } = words;
    await requireRule(deps.instance, rule);
    const act = silenced ? 'silence' : 'unsilence';
    const user = await find(act, viewer, userId);
    const { _id } = user;
    if (Boolean(user.silencedAt) !== silenced) {
      if (!silenced) await admin.undoing.refuse(viewer, user, 'silence');
      await admin.log.append({ admin: viewer, act, user: _id, note: noteOf(rule, note || message) });
      const silencedAt = silenced ? deps.now() : null;
      // Both are enqueued before, too, for a crash after the write.
      const finishNotice = await admin.notifier.prepare(user, { kind: act, message, rule }, { silencedAt });
      await deps.updateVisibility(_id);
      const changed = await users.changeIf(
        { _id, silencedAt: user.silencedAt ?? undefined },
        { silencedAt: silencedAt ?? undefined },
      );
      await finishNotice(changed !== null);
    }
    // Also if another request was faster, or after a crash.
    await deps.updateVisibility(_id);
  }

  async function endSessions(viewer: Viewer, userId: string): Promise<void> {
    const { _id } = await find('end-sessions', viewer, userId);
    await admin.log.append({ admin: viewer, act: 'end-sessions', user: _id });
    await sessions.revokeAccess(_id);
    await sessions.securityLog.append({ user: _id, event: 'session-ended', detail: 'By an admin' });
  }

  /** @throws AppError 409 if the account has no password */
  async function voidPassword(viewer: Viewer, userId: string): Promise<void> {
    const user = await find('void-password', viewer, userId);
    const { _id, passwordHash } = user;
    if (!passwordHash) throw new AppError('CONFLICT', 'This account has no password');
    await admin.log.append({ admin: viewer, act: 'reset-password', user: _id });
    const unknown = await sessions.passwords.hash(randomBytes(32).toString('base64url'));
    // Before the write, so that no session sets another one; and after it, for a concurrent sign-in.
    await sessions.revokeAccess(_id);
    await users.changeIf({ _id }, { passwordHash: unknown, updatedAt: deps.now() });
    await sessions.revokeAccess(_id);
    await sessions.securityLog.append({ user: _id, event: 'password-removed', detail: 'By an admin' });
    const resetUrl = `${deps.config.webOrigin}/i/account/forgotpassword`;
    await mail.enqueue(passwordVoidedMail({ to: user.email, fullName: user.fullName, resetUrl }));
  }

  /** @throws AppError 400 unless the user name confirms it */
  async function remove(viewer: Viewer, userId: string, userName: string, note: string): Promise<void> {
    const user = await find('delete', viewer, userId);
    if (userName.trim().replace(/^@/, '').toLowerCase() !== user.userNameLower)
      throw invalidField('userName', 'This is not the username of the account');
    const named = [`@${user.userName}`, note].filter((part) => part !== '').join('. ');
    await admin.log.append({ admin: viewer, act: 'delete', user: user._id, note: named });
    await deps.account.deletions.begin(userId.toLowerCase());
  }

  return { warn, silence, endSessions, voidPassword, remove };
}
