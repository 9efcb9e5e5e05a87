import { signInChangedMail } from '../../platform/mail/templates.js';
import { userNotFound } from '../../community/users/user-writes.js';
import type { AdminDeps } from './admin-deps.js';
import type { createAdminLog } from './admin-log.js';

/** For users who lost all their second factors; only for the server command. */
export const createFactorRemoval =
  ({ users, factors, mail, config }: AdminDeps, log: ReturnType<typeof createAdminLog>) =>
  /**
   * Removes the second factors of a user, and notifies the user.
   * @returns how many there were
   * @throws AppError 404 for an unknown user
   */
  async (name: string): Promise<{ userName: string; removed: number }> => {
    const user = await users.findByLogin(name);
    if (user === null) throw userNotFound();
    const { _id, userName, email, fullName } = user;
    await log.append({ admin: null, act: 'remove-factors', user: _id });
    const removed = await factors.removeAll(_id);
    if (removed > 0) {
      const what = 'The host removed the second step of your sign-in, passkeys included.';
      const settingsUrl = `${config.webOrigin}/settings/security`;
      await mail.enqueue(signInChangedMail({ to: email, fullName, what, settingsUrl }));
    }
    return { userName, removed };
  };
