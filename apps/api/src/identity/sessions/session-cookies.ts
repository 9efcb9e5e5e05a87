import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { clearCookie, readCookie, readCookies, setCookie } from '../../platform/http/cookies.js';
import type { Platform } from '../../platform/platform.js';
import { later } from '../../platform/time.js';
import type { SessionRecord } from './session.model.js';
import type { DeviceClaims, Tokens } from './tokens.js';

/** Accounts that know a browser; beyond that the oldest is forgotten. */
const USERS_REMEMBERED = 5;

export interface SessionCookiesDeps extends Pick<Platform, 'config' | 'now'> {
  tokens: Tokens;
}

export function sendCookies(
  { tokens, config, now }: SessionCookiesDeps,
  res: Response,
  session: SessionRecord,
): void {
  const { production } = config;
  const time = now();
  const ids = { userId: session.user.toString(), sessionId: session._id.toString() };
  const accessEnd = new Date(
    Math.min(time.getTime() + config.sessions.accessTtl, session.expiresAt.getTime()),
  );
  const access = tokens.signAccess(ids, { issuedAt: time, expiresAt: accessEnd });
  const refresh = tokens.signRefresh(
    { ...ids, counter: session.refreshCounter },
    { issuedAt: session.rotatedAt, expiresAt: session.expiresAt },
  );
  const lasting = (end: Date) =>
    session.remember ? { production, maxAge: end.getTime() - time.getTime() } : { production };
  setCookie(res, 'access', access, lasting(accessEnd));
  setCookie(res, 'refresh', refresh, lasting(session.expiresAt));
  setCookie(res, 'hint', '1', lasting(session.expiresAt));
}

/** Clears the session cookies; the browser stays known. */
export function clearCookies({ config }: Pick<SessionCookiesDeps, 'config'>, res: Response): void {
  for (const name of ['access', 'refresh', 'hint'] as const) clearCookie(res, name, config.production);
}

/** Returns the session ids in the request's cookies, even from expired tokens. */
export function sessionIdsOf({ tokens, config, now }: SessionCookiesDeps, req: Request): string[] {
  const { production } = config;
  const claims = [
    ...readCookies(req, 'access', production).map((token) => tokens.readAccess(token, now(), true)),
    ...readCookies(req, 'refresh', production).map((token) => tokens.readRefresh(token, now(), true)),
  ];
  return [...new Set(claims.flatMap((found) => found?.sessionId ?? []))];
}

/** Returns the browser's id, new if it has none, and the users who signed in on it. */
export function readDevice({ tokens, config, now }: SessionCookiesDeps, req: Request): DeviceClaims {
  const cookie = readCookie(req, 'device', config.production);
  const found = cookie === undefined ? null : tokens.readDevice(cookie, now());
  return found ?? { deviceId: randomUUID(), userIds: [] };
}

/** Marks the browser as known to the user, by a signed cookie that outlives sessions. */
export function rememberDevice(
  { tokens, config, now }: SessionCookiesDeps,
  res: Response,
  { deviceId, userIds }: DeviceClaims,
  userId: string,
): void {
  const { knownDeviceTtl } = config.sessions;
  const issuedAt = now();
  const others = userIds.filter((id) => id !== userId);
  const token = tokens.signDevice(
    { deviceId, userIds: [userId, ...others].slice(0, USERS_REMEMBERED) },
    { issuedAt, expiresAt: later(issuedAt, knownDeviceTtl) },
  );
  setCookie(res, 'device', token, { production: config.production, maxAge: knownDeviceTtl });
}
