import type { Request, Response } from 'express';
import { Types } from 'mongoose';
import type { AppContext } from '../../context.js';
import { clientAddress } from '../../platform/http/client-address.js';
import { clearCookie, readCookie, setCookie } from '../../platform/http/cookies.js';
import { AppError } from '../../platform/http/errors.js';
import { deviceName } from './device-name.js';
import type { SessionRecord } from './session.model.js';

/** When a session ends unless it is refreshed before. */
function expiryOf(ctx: AppContext, session: Pick<SessionRecord, 'remember' | 'createdAt'>, from: Date): Date {
  const { browserTtl, rememberedTtl, absoluteTtl } = ctx.config.sessions;
  const ttl = session.remember ? rememberedTtl : browserTtl;
  return new Date(Math.min(from.getTime() + ttl, session.createdAt.getTime() + absoluteTtl));
}

interface SignIn {
  req: Request;
  res: Response;
  userId: Types.ObjectId;
  remember: boolean;
  /**
   * Throws where what the user signed in by holds no more. Called once the session is stored: whatever ends all sessions
   * comes before that and is seen here, or after it and ends this one too (security 4).
   */
  confirm?: () => Promise<void>;
}

/**
 * Signs a user in: a new session, its cookies, and the end of whatever session the browser came with, so that nobody
 * can plant one (security 5).
 * @throws what `confirm` throws
 */
export async function startSession(
  ctx: AppContext,
  { req, res, userId, remember, confirm }: SignIn,
): Promise<SessionRecord> {
  const now = ctx.now();
  const session: SessionRecord = {
    _id: new Types.ObjectId(),
    user: userId,
    refreshCounter: 0,
    rotatedAt: now,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: expiryOf(ctx, { remember, createdAt: now }, now),
    remember,
    device: deviceName(req.get('user-agent')),
    ip: clientAddress(req),
  };
  await ctx.models.Session.create([session]);
  try {
    await confirm?.();
    // Last, so that a sign-in that fails leaves the browser signed in as it was.
    await endSessionsOfRequest(ctx, req);
  } catch (error) {
    await ctx.models.Session.deleteOne({ _id: session._id });
    throw error;
  }
  sendCookies(ctx, res, session);
  return session;
}

function sendCookies(ctx: AppContext, res: Response, session: SessionRecord): void {
  const { production, sessions } = ctx.config;
  const now = ctx.now();
  const ids = { userId: session.user.toString(), sessionId: session._id.toString() };
  const accessEnd = new Date(Math.min(now.getTime() + sessions.accessTtl, session.expiresAt.getTime()));
  const access = ctx.tokens.signAccess(ids, { issuedAt: now, expiresAt: accessEnd });
  const refresh = ctx.tokens.signRefresh(
    { ...ids, counter: session.refreshCounter },
    { issuedAt: session.rotatedAt, expiresAt: session.expiresAt },
  );
  const lasting = (end: Date) =>
    session.remember ? { production, maxAge: end.getTime() - now.getTime() } : { production };
  setCookie(res, 'access', access, lasting(accessEnd));
  setCookie(res, 'refresh', refresh, lasting(session.expiresAt));
  setCookie(res, 'hint', '1', lasting(session.expiresAt));
}

/** Has the browser forget its session; the known device stays (security 6). */
export function clearSessionCookies(ctx: AppContext, res: Response): void {
  clearCookie(res, 'access', ctx.config.production);
  clearCookie(res, 'refresh', ctx.config.production);
  clearCookie(res, 'hint', ctx.config.production);
}

/** The sessions that the request's cookies name, even by tokens past their time. */
export function sessionIdsOf(ctx: AppContext, req: Request): string[] {
  const { production } = ctx.config;
  const now = ctx.now();
  const access = readCookie(req, 'access', production);
  const refresh = readCookie(req, 'refresh', production);
  const ids = [
    access === undefined ? null : ctx.tokens.readAccess(access, now, true),
    refresh === undefined ? null : ctx.tokens.readRefresh(refresh, now, true),
  ].flatMap((claims) => (claims === null ? [] : [claims.sessionId]));
  return [...new Set(ids)];
}

/** Ends them. */
export async function endSessionsOfRequest(ctx: AppContext, req: Request): Promise<void> {
  const ids = sessionIdsOf(ctx, req);
  if (ids.length > 0) await ctx.models.Session.deleteMany({ _id: { $in: ids } });
}

const sessionEnded = () => new AppError('SESSION_EXPIRED', 'Your session has ended. Please sign in again.');

/**
 * Exchanges the refresh cookie for new cookies. The session's counter moves by compare-and-set: of parallel calls one
 * moves it, the others get the same successor within the grace; an older token means a copy, so the session ends
 * (security 3).
 * @throws AppError 401 where there is no session to go on with
 */
export async function refreshSession(ctx: AppContext, req: Request, res: Response): Promise<SessionRecord> {
  const now = ctx.now();
  const token = readCookie(req, 'refresh', ctx.config.production);
  const claims = token === undefined ? null : ctx.tokens.readRefresh(token, now);
  const session = claims === null ? null : await rotate(ctx, claims.sessionId, claims.counter, now);
  if (session === null) {
    clearSessionCookies(ctx, res);
    throw sessionEnded();
  }
  sendCookies(ctx, res, session);
  return session;
}

async function rotate(
  ctx: AppContext,
  sessionId: string,
  counter: number,
  now: Date,
): Promise<SessionRecord | null> {
  const { Session } = ctx.models;
  const current = await Session.findById(sessionId).lean();
  if (current === null || current.expiresAt <= now) return null;

  if (counter === current.refreshCounter) {
    const moved = await Session.findOneAndUpdate(
      { _id: current._id, refreshCounter: counter },
      {
        $set: {
          refreshCounter: counter + 1,
          rotatedAt: now,
          lastUsedAt: now,
          expiresAt: expiryOf(ctx, current, now),
        },
      },
      { returnDocument: 'after', lean: true },
    );
    if (moved !== null) return moved;
  }
  const latest = counter === current.refreshCounter ? await Session.findById(sessionId).lean() : current;
  if (latest === null) return null;
  const age = now.getTime() - latest.rotatedAt.getTime();
  if (counter === latest.refreshCounter - 1 && age <= ctx.config.sessions.refreshGrace) return latest;

  await Session.deleteOne({ _id: latest._id });
  ctx.log.warn(
    { sessionId, userId: latest.user.toString() },
    'a used refresh token came back: session ended',
  );
  return null;
}
