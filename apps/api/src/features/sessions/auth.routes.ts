import * as contracts from '@social-feed/contracts';
import express, { type Router } from 'express';
import type { AppContext } from '../../context.js';
import { authenticationRequired } from '../../platform/http/errors.js';
import { route } from '../../platform/http/route.js';
import { presentCurrentUser } from '../users/user.presenter.js';
import { logIn, register, type SignedIn } from './auth.service.js';
import { clearSessionCookies, endSessionsOfRequest, refreshSession } from './session.service.js';

const presentSignedIn = ({
  user,
  session,
}: {
  user: SignedIn['user'];
  session: Pick<SignedIn['session'], 'expiresAt'>;
}) => ({ user: presentCurrentUser(user), sessionExpiry: session.expiresAt.toISOString() });

/** Accounts and sessions (A §7.1). Session tokens travel in cookies only (security 1). */
export function authRoutes(ctx: AppContext): Router {
  const router = express.Router();

  route(ctx, router, contracts.register, async ({ body, req, res }) => ({
    message: 'Account created successfully',
    ...presentSignedIn(await register(ctx, body, { req, res })),
  }));

  route(ctx, router, contracts.login, async ({ body, req, res }) => ({
    message: 'Login successful',
    ...presentSignedIn(await logIn(ctx, body, { req, res })),
  }));

  route(ctx, router, contracts.logout, async ({ req, res }) => {
    // In this order: a browser that lost its cookies could not try again.
    await endSessionsOfRequest(ctx, req);
    clearSessionCookies(ctx, res);
    return { message: 'Logged out' };
  });

  route(ctx, router, contracts.refresh, async ({ req, res }) => {
    const session = await refreshSession(ctx, req, res);
    return { message: 'Session refreshed', sessionExpiry: session.expiresAt.toISOString() };
  });

  route(ctx, router, contracts.me, async ({ viewer }) => {
    const user = await ctx.models.User.findById(viewer.id).lean();
    const { expiresAt } = viewer;
    if (user === null || expiresAt === undefined) throw authenticationRequired();
    return presentSignedIn({ user, session: { expiresAt } });
  });

  return router;
}
