import * as contracts from '@social-feed/contracts';
import { Router } from 'express';
import { createConcurrencyLimit } from '../../platform/http/concurrency.js';
import type { Http } from '../../platform/http/http.js';
import { route } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import { createAccountDeletions } from './account-deletions.js';
import type { AccountDeps } from './account-deps.js';
import { sendExport } from './data-export.js';
import { changePassword, confirmDeletion } from './password-change.js';
import { passwordResetModel } from './reset.model.js';
import { resetPassword, sendCode, verifyCode } from './reset.service.js';

/** Files of any size that are sent as slowly as their reader reads. */
const EXPORTS_AT_ONCE = 16;
const EXPORTS_AT_ONCE_PER_USER = 1;

export type Account = ReturnType<typeof createAccount>;

/** What users do with their account: reset and change the password, take their data along, delete everything. */
export function createAccount(given: Omit<AccountDeps, 'resets'> & Pick<Platform, 'connection'>) {
  const { users, sessions, oauth } = given;
  const resets = passwordResetModel(given.connection);
  const deps: AccountDeps = { ...given, resets, owners: () => [...given.owners(), sessions, oauth] };
  const deletions = createAccountDeletions({
    ...given,
    removeUser: async (user) => {
      await users.remove(user);
      await oauth.evict(user);
      await resets.deleteMany({ user });
    },
  });

  return {
    deletions,
    routes(http: Http): Router {
      const router = Router();
      route(http, router, contracts.forgotPassword, async ({ body, req }) => {
        await sendCode(deps, req, body.email);
        return { message: 'OTP sent to your email address' };
      });
      route(http, router, contracts.resendOtp, async ({ body, req }) => {
        await sendCode(deps, req, body.email);
        return { message: 'New OTP sent to your email' };
      });
      route(http, router, contracts.verifyOtp, async ({ body, req }) => ({
        message: 'OTP verified',
        resetToken: await verifyCode(deps, req, body),
      }));
      route(http, router, contracts.resetPassword, async ({ body, req, res }) => {
        await resetPassword(deps, body, req);
        sessions.clearCookies(res);
        return { message: 'Password reset successful' };
      });
      route(http, router, contracts.changePassword, async ({ body, viewer }) => {
        await changePassword(deps, viewer, body);
        return { message: 'Password changed' };
      });
      const places = createConcurrencyLimit(EXPORTS_AT_ONCE, EXPORTS_AT_ONCE_PER_USER);
      route(http, router, contracts.exportData, async ({ viewer, res }) => {
        await sendExport(deps, places, viewer, res);
        return {};
      });
      route(http, router, contracts.deleteAccount, async ({ body, viewer, res }) => {
        await confirmDeletion(deps, viewer, body);
        await deletions.begin(viewer.id);
        sessions.clearCookies(res);
        return { message: 'Your account was deleted' };
      });
      return router;
    },
  };
}
