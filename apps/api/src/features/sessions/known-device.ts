import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type { AppContext } from '../../context.js';
import { readCookie, setCookie } from '../../platform/http/cookies.js';

/** More accounts than this on one browser and the oldest is forgotten. */
const USERS_REMEMBERED = 5;

function readDevice(ctx: AppContext, req: Request) {
  const cookie = readCookie(req, 'device', ctx.config.production);
  return cookie === undefined ? null : ctx.tokens.readDevice(cookie, ctx.now());
}

/** The browser's id where this user signed in on it before, else `null`. */
export function knownDeviceId(ctx: AppContext, req: Request, userId: string): string | null {
  const device = readDevice(ctx, req);
  return device?.userIds.includes(userId) === true ? device.deviceId : null;
}

/** Marks the browser as one of the user's, by a signed cookie that outlives sessions (security 6). */
export function rememberDevice(ctx: AppContext, req: Request, res: Response, userId: string): void {
  const { production, sessions } = ctx.config;
  const issuedAt = ctx.now();
  const before = readDevice(ctx, req);
  const token = ctx.tokens.signDevice(
    {
      deviceId: before?.deviceId ?? randomUUID(),
      userIds: [userId, ...(before?.userIds ?? []).filter((id) => id !== userId)].slice(0, USERS_REMEMBERED),
    },
    { issuedAt, expiresAt: new Date(issuedAt.getTime() + sessions.knownDeviceTtl) },
  );
  setCookie(res, 'device', token, { production, maxAge: sessions.knownDeviceTtl });
}
