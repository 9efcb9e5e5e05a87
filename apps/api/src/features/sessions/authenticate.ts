import { Types } from 'mongoose';
import type { AppContext } from '../../context.js';
import { native } from '../../platform/db/native.js';
import { readCookie } from '../../platform/http/cookies.js';
import { AppError } from '../../platform/http/errors.js';
import type { Authenticate, Viewer } from '../../platform/http/viewer.js';
import { isApiToken, readApiToken } from '../account/personal-tokens.js';

const BEARER = /^Bearer +([\w.~+/=-]{1,4096})$/i;

/**
 * Who asks, by the access cookie or by a personal API token. Session and user are read on every request, in parallel,
 * so that signing out, a suspension and a lost admin right take effect at once (security 4). A bearer token beside the
 * cookie must not name somebody else; a session's token as bearer is nobody, since those travel in cookies only.
 */
export function createAuthenticate(ctx: AppContext): Authenticate {
  return async (req) => {
    const token = readCookie(req, 'access', ctx.config.production);
    const bearer = BEARER.exec(req.headers.authorization ?? '')?.[1];
    const viewer = token === undefined ? null : await viewerOf(ctx, token);
    if (bearer === undefined) return viewer;
    const named = isApiToken(bearer)
      ? await viewerOfApiToken(ctx, bearer)
      : viewer === null
        ? null
        : await viewerOf(ctx, bearer);
    if (viewer === null) return named;
    // A stale bearer beside a valid cookie is ignored; a valid one of another user is refused (design §4).
    if (named !== null && named.id !== viewer.id) {
      throw new AppError('IDENTITY_MISMATCH', 'The request names two different users');
    }
    return viewer;
  };
}

async function viewerOfApiToken(ctx: AppContext, token: string): Promise<Viewer | null> {
  const record = await readApiToken(ctx, token);
  if (record === null) return null;
  const user = await native(ctx.models.User).findOne(
    { _id: record.user },
    { projection: { userName: 1, isAdmin: 1, suspendedAt: 1 } },
  );
  if (user === null || (user.suspendedAt ?? null) !== null) return null;
  return {
    id: user._id.toHexString(),
    userName: user.userName,
    isAdmin: user.isAdmin,
    sessionId: '',
    tokenExpiresAt: record.expiresAt,
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
