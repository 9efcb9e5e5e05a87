import * as contracts from '@social-feed/contracts';
import type { Types } from 'mongoose';
import { createConcurrencyLimit } from '../../platform/http/concurrency.js';
import type { Mount } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import { accountDeletedMail } from '../../platform/mail/account-mails.js';
import { recipient } from '../../platform/mail/layout.js';
import { presentCurrentUser } from '../../community/users/user.presenter.js';
import type { SignedUp } from '../../community/events.js';
import type { UserRecord } from '../../community/users/user.model.js';
import { createAccountDeletions } from './account-deletions.js';
import type { AccountDeps } from './account-deps.js';
import { sendExport } from './data-export.js';
import { beginEmailChange, confirmEmail, readOwnEmail, sendFirstCode, sendOwnCode } from './email-change.js';
import { emailProofModel, passwordResetModel } from '../sessions/code.models.js';
import { undoEmailChange } from './email-undo.js';
import { changePassword, confirmDeletion, tellOfNewPassword } from './password-change.js';
import { resetPassword, sendCode, verifyCode } from './reset.service.js';

/** Exports can be of any size and take as long as a slow client needs. */
const EXPORTS_AT_ONCE = 16;
const EXPORTS_AT_ONCE_PER_USER = 1;

/**
 * Account endpoints: reset and change the password, change the e-mail address, export the data, delete the account.
 */
export function createAccount(given: Omit<AccountDeps, 'resets' | 'proofs'> & Pick<Platform, 'connection'>) {
  const { users, sessions, oauth } = given;
  const resets = passwordResetModel(given.connection);
  const proofs = emailProofModel(given.connection);
  const own = { exportOf: (user: Types.ObjectId) => ({ formerEmails: users.formerEmails.exportOf(user) }) };
  const owners = [...given.owners, sessions, oauth, own];
  const deps: AccountDeps = { ...given, resets, proofs, owners };
  const deletions = createAccountDeletions({
    ...deps,
    removeUser: async (user) => {
      await users.remove(user);
      await oauth.evict(user);
      await resets.deleteMany({ user });
    },
  });

  return {
    deletions,
    /** Ends a change of the user's address that waits for its code. */
    dropAddressChange: async (user: Types.ObjectId): Promise<void> => {
      await proofs.deleteOne({ _id: user });
    },
    /** Tells a user by mail that the host set a new password. */
    tellOfHostsPassword: (user: UserRecord) => tellOfNewPassword(deps, user, { at: deps.now(), how: 'host' }),
    /**
     * Deletes an account after an admin's decision, and tells its owner by mail at a confirmed address. May be called again.
     * @param contact how to reach the host; may be empty
     */
    async deleteByAdmin(userId: Types.ObjectId, contact: string): Promise<void> {
      const user = await deps.users.get(userId);
      // before the deletion, which removes the address
      if (user !== null && user.confirmEmail !== true)
        await deps.mail.enqueue(accountDeletedMail({ ...recipient(user), contact }), {
          id: `deleted-${userId.toHexString()}`,
        });
      await deletions.begin(userId.toHexString());
    },
    /** Sends a confirmation code to the address of a new user. */
    welcome: (user: SignedUp) => sendFirstCode(deps, user),
    routes(mount: Mount): void {
      mount(contracts.forgotPassword, async ({ body, req }) => {
        await sendCode(deps, req, body.email);
        return { message: 'OTP sent to your email address' };
      });
      mount(contracts.resendOtp, async ({ body, req }) => {
        await sendCode(deps, req, body.email);
        return { message: 'New OTP sent to your email' };
      });
      mount(contracts.verifyOtp, async ({ body, req }) => ({
        message: 'OTP verified',
        resetToken: await verifyCode(deps, req, body),
      }));
      mount(contracts.resetPassword, async ({ body, req, res }) => {
        await resetPassword(deps, body, req);
        sessions.clearCookies(res);
        return { message: 'Password reset successful' };
      });
      mount(contracts.changePassword, async ({ body, viewer }) => {
        await changePassword(deps, viewer, body);
        return { message: 'Password changed' };
      });
      mount(contracts.getOwnEmail, async ({ viewer }) => ({ data: await readOwnEmail(deps, viewer) }));
      mount(contracts.sendEmailCode, async ({ viewer }) => ({
        message: 'Code sent to your email address',
        data: await sendOwnCode(deps, viewer),
      }));
      mount(contracts.changeEmail, async ({ body, viewer }) => ({
        message: 'Code sent to the new email address',
        data: await beginEmailChange(deps, viewer, body),
      }));
      mount(contracts.confirmEmail, async ({ body, viewer }) => ({
        message: 'Email confirmed',
        user: presentCurrentUser(await confirmEmail(deps, viewer, body.otp), users.picture),
      }));
      mount(contracts.undoEmailChange, async ({ body, req }) => {
        await undoEmailChange(deps, req, body.token);
        return { message: 'Your former email address is back' };
      });
      const slots = createConcurrencyLimit(EXPORTS_AT_ONCE, EXPORTS_AT_ONCE_PER_USER);
      mount(contracts.exportData, ({ viewer, res }) => sendExport(deps, slots, viewer, res));
      mount(contracts.deleteAccount, async ({ body, viewer, res }) => {
        await confirmDeletion(deps, viewer, body);
        await deletions.begin(viewer.id);
        sessions.clearCookies(res);
        return { message: 'Your account was deleted' };
      });
    },
  };
}
