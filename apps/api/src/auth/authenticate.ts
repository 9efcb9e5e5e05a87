import type { Request } from 'express';
import { Types } from 'mongoose';
import type { AppContext } from '../context.js';
import { native } from '../db/native.js';
import { readCookie } from '../http/cookies.js';
import { AppError } from '../http/errors.js';
import type { Authenticate, Viewer } from '../http/viewer.js';

const BEARER = /^Bearer +([\w.~+/=-]{1,4096})$/i;

/**
 * Who asks, by the access cookie. Session and user are read on every request, in parallel, so that signing out, a
 * suspension and a lost admin right take effect at once (security 4). A bearer token beside the cookie must not name
 * somebody else; alone it is nobody, since session tokens travel in cookies only.
 */
export function createAuthenticate(ctx: AppContext): Authenticate {
  return async (req) => {
    const token = readCookie(req, 'access', ctx.config.production);
    const viewer = token === undefined ? null : await viewerOf(ctx, token);
    if (viewer === null) return null;
    await refuseOtherIdentity(ctx, req, viewer);
    return viewer;
  };
}

async function viewerOf(ctx: AppContext, token: string): Promise<Viewer | null> {
  const now = ctx.now();
  const claims = ctx.tokens.readAccess(token, now);
  if (claims === null) return null;
  const [session, user] = await Promise.all([
    native(ctx.models.Session).findOne(
      { _id: new Types.ObjectId(claims.sessionId) },
      { projection: { user: 1, expiresAt: 1 } },
    ),
    native(ctx.models.User).findOne(
      { _id: new Types.ObjectId(claims.userId) },
      { projection: { userName: 1, isAdmin: 1, suspendedAt: 1 } },
    ),
  ]);
  if (session === null || session.expiresAt <= now || session.user.toString() !== claims.userId) return null;
  if (user === null || (user.suspendedAt ?? null) !== null) return null;
  return { id: claims.userId, userName: user.userName, isAdmin: user.isAdmin, sessionId: claims.sessionId };
}

/** A stale bearer beside a valid cookie is ignored; a valid one of another user is refused (design §4). */
async function refuseOtherIdentity(ctx: AppContext, req: Request, viewer: Viewer): Promise<void> {
  const bearer = BEARER.exec(req.headers.authorization ?? '')?.[1];
  if (bearer === undefined) return;
  const other = await viewerOf(ctx, bearer);
  if (other !== null && other.id !== viewer.id) {
    throw new AppError('IDENTITY_MISMATCH', 'The request names two different users');
  }
}
