import * as contracts from '@social-feed/contracts';
import { Router } from 'express';
import type { AppContext } from '../../context.js';
import { AppError } from '../../platform/http/errors.js';
import { createConcurrencyLimit } from '../../platform/http/concurrency.js';
import { route } from '../../platform/http/route.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { checkOwnPassword, setOwnPassword } from './change-password.js';
import { sendExport } from './data-export.js';
import { issueTicket } from '../oauth/connect.js';
import { disconnect, readSignInMethods } from '../oauth/disconnect.js';
import { endOthers, endOwnSession, listOwnSessions } from './own-sessions.js';
import { createToken, listTokens, revokeToken } from './personal-tokens.js';
import { clearSessionCookies } from '../sessions/session.service.js';

/** Files of any size that are sent as slowly as their reader reads. */
const EXPORTS_AT_ONCE = 16;
const EXPORTS_AT_ONCE_PER_USER = 1;

/** Security and privacy settings (design §4, Settings): all for signed-in browsers only. */
export function settingsRoutes(ctx: AppContext): Router {
  const router = Router();

  route(ctx, router, contracts.listSessions, async ({ viewer }) => ({
    data: await listOwnSessions(ctx, viewer),
  }));
  route(ctx, router, contracts.endOtherSessions, async ({ viewer }) => ({
    message: 'Other sessions signed out',
    data: { ended: await endOthers(ctx, viewer) },
  }));
  route(ctx, router, contracts.endSession, async ({ params, viewer, res }) => {
    await endOwnSession(ctx, viewer, params.sessionId);
    if (params.sessionId.toLowerCase() === viewer.sessionId) clearSessionCookies(ctx, res);
    return { message: 'Session signed out' };
  });
  route(ctx, router, contracts.changePassword, async ({ body, viewer }) => {
    await setOwnPassword(ctx, viewer, body);
    return { message: 'Password changed' };
  });
  route(ctx, router, contracts.listApiTokens, async ({ viewer }) => ({
    data: await listTokens(ctx, viewer),
  }));
  route(ctx, router, contracts.createApiToken, async ({ body, viewer }) => ({
    message: 'Token created',
    ...(await createToken(ctx, viewer, body)),
  }));
  route(ctx, router, contracts.revokeApiToken, async ({ params, viewer }) => {
    await revokeToken(ctx, viewer, params.tokenId);
    return { message: 'Token revoked' };
  });
  route(ctx, router, contracts.listConnections, async ({ viewer, req }) => ({
    data: await readSignInMethods(ctx, viewer, req),
  }));
  route(ctx, router, contracts.beginConnection, ({ params, viewer }) => ({
    data: { ticket: issueTicket(ctx, viewer, params.provider) },
  }));
  route(ctx, router, contracts.removeConnection, async ({ params, viewer }) => {
    await disconnect(ctx, viewer, params.provider);
    return { message: 'Account disconnected' };
  });
  const exports = createConcurrencyLimit(EXPORTS_AT_ONCE, EXPORTS_AT_ONCE_PER_USER);
  route(ctx, router, contracts.exportData, async ({ viewer, res }) => {
    await sendExport(ctx, exports, viewer, res);
    return {};
  });
  route(ctx, router, contracts.deleteAccount, async ({ body, viewer, res }) => {
    await confirmDeletion(ctx, viewer, body);
    await ctx.accountDeletions.begin(viewer.id);
    clearSessionCookies(ctx, res);
    return { message: 'Your account was deleted' };
  });
  return router;
}

/** @throws AppError 400 where password or user name do not confirm it, 429 */
async function confirmDeletion(
  ctx: AppContext,
  viewer: Viewer,
  { password, userName }: { password?: string | undefined; userName?: string | undefined },
): Promise<void> {
  const user = await ctx.models.User.findById(viewer.id).lean();
  if (user === null) throw new AppError('NOT_FOUND', 'User not found');
  if (user.passwordHash !== undefined) {
    await checkOwnPassword(ctx, user, { password, path: 'password' });
    return;
  }
  if (userName?.toLowerCase() === user.userNameLower) return;
  const message = 'Type your username to confirm';
  throw new AppError('VALIDATION_FAILED', message, { errors: [{ path: 'userName', message }] });
}
