import { randomUUID } from 'node:crypto';
import type { OwnSession } from '@social-feed/contracts';
import type { Request, Response } from 'express';
import { Types, type Model } from 'mongoose';
import { clientAddress } from '../../platform/http/client-address.js';
import { clearCookie, readCookie, readCookies, setCookie } from '../../platform/http/cookies.js';
import { AppError } from '../../platform/http/errors.js';
import type { Exchange } from '../../platform/http/route.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import { identityMismatch } from './authenticate.js';
import { deviceName } from './device-name.js';
import type { NewDevices } from './new-device.js';
import type { SessionRecord } from './session.model.js';
import type { DeviceClaims, Tokens } from './tokens.js';

/** Accounts that a browser is known to; past them the oldest is forgotten. */
const USERS_REMEMBERED = 5;
/** Sessions listed at most; older ones can still be ended all at once. */
const LISTED_MAX = 100;

export interface SessionServiceDeps extends Pick<Platform, 'config' | 'now' | 'log'> {
  sessions: Model<SessionRecord>;
  tokens: Tokens;
  newDevices: Pick<NewDevices, 'tell' | 'isDisowned'>;
}

export interface SignIn extends Exchange {
  userId: Types.ObjectId;
  remember: boolean;
  /** Whether the account was made just now, so that no browser is new to it. */
  isFirst?: boolean;
  /**
   * Throws where what the user signed in by holds no more. Called once the session is stored: whatever ends all sessions
   * comes before that and is seen here, or after it and ends this one too.
   */
  confirm?: () => Promise<void>;
}

export type SessionService = ReturnType<typeof createSessionService>;

/** Sessions, their cookies, and the browsers that users signed in on before. */
export function createSessionService({ sessions, tokens, config, newDevices, now, log }: SessionServiceDeps) {
  const { production } = config;
  const { accessTtl, browserTtl, rememberedTtl, absoluteTtl, refreshGrace, knownDeviceTtl } = config.sessions;

  /** When a session ends unless it is refreshed before. */
  const expiryOf = ({ remember, createdAt }: Pick<SessionRecord, 'remember' | 'createdAt'>, from: Date) =>
    new Date(
      Math.min(from.getTime() + (remember ? rememberedTtl : browserTtl), createdAt.getTime() + absoluteTtl),
    );

  function sendCookies(res: Response, session: SessionRecord): void {
    const time = now();
    const ids = { userId: session.user.toString(), sessionId: session._id.toString() };
    const accessEnd = new Date(Math.min(time.getTime() + accessTtl, session.expiresAt.getTime()));
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

  /** Has the browser forget its session; it stays known. */
  function clearCookies(res: Response): void {
    for (const name of ['access', 'refresh', 'hint'] as const) clearCookie(res, name, production);
  }

  /** The sessions that the request's cookies name, even by tokens past their time. */
  function idsOf(req: Request): string[] {
    const claims = [
      ...readCookies(req, 'access', production).map((token) => tokens.readAccess(token, now(), true)),
      ...readCookies(req, 'refresh', production).map((token) => tokens.readRefresh(token, now(), true)),
    ];
    return [...new Set(claims.flatMap((found) => found?.sessionId ?? []))];
  }

  /** Ends the sessions that the request's cookies name. */
  async function endOfRequest(req: Request): Promise<void> {
    const ids = idsOf(req);
    if (ids.length > 0) await sessions.deleteMany({ _id: { $in: ids } });
  }

  /** The browser's id, made here for a new one, and the users who signed in on it. */
  function readDevice(req: Request): DeviceClaims {
    const cookie = readCookie(req, 'device', production);
    const found = cookie === undefined ? null : tokens.readDevice(cookie, now());
    return found ?? { deviceId: randomUUID(), userIds: [] };
  }

  const isKnown = async ({ deviceId, userIds }: DeviceClaims, userId: string) =>
    userIds.includes(userId) && !(await newDevices.isDisowned(userId, deviceId));

  /** Marks the browser as one of the user's, by a signed cookie that outlives sessions. */
  function rememberDevice(res: Response, { deviceId, userIds }: DeviceClaims, userId: string): void {
    const issuedAt = now();
    const others = userIds.filter((id) => id !== userId);
    const token = tokens.signDevice(
      { deviceId, userIds: [userId, ...others].slice(0, USERS_REMEMBERED) },
      { issuedAt, expiresAt: new Date(issuedAt.getTime() + knownDeviceTtl) },
    );
    setCookie(res, 'device', token, { production, maxAge: knownDeviceTtl });
  }

  /**
   * The session that a refresh token goes on with. Its counter moves by compare-and-set: of parallel calls one moves it,
   * the others get the same successor within the grace; an older token means a copy, so the session ends.
   */
  async function rotate(sessionId: string, counter: number, time: Date): Promise<SessionRecord | null> {
    const current = await sessions.findById(sessionId).lean();
    if (current === null || current.expiresAt <= time) return null;
    let latest: SessionRecord | null = current;
    if (counter === current.refreshCounter) {
      const moved = {
        refreshCounter: counter + 1,
        rotatedAt: time,
        lastUsedAt: time,
        expiresAt: expiryOf(current, time),
      };
      const isMine = { _id: current._id, refreshCounter: counter };
      const after = await sessions
        .findOneAndUpdate(isMine, { $set: moved }, { returnDocument: 'after' })
        .lean();
      if (after !== null) return after;
      latest = await sessions.findById(sessionId).lean();
    }
    if (latest === null) return null;
    const age = time.getTime() - latest.rotatedAt.getTime();
    if (counter === latest.refreshCounter - 1 && age <= refreshGrace) return latest;

    await sessions.deleteOne({ _id: latest._id });
    log.warn({ sessionId, userId: latest.user.toString() }, 'a used refresh token came back: session ended');
    return null;
  }

  return {
    clearCookies,
    idsOf,
    endOfRequest,

    /**
     * Signs a user in: a new session, its cookies, the mark of a known browser, and the end of whatever session the
     * browser came with, so that nobody can plant one.
     * @throws what `confirm` throws
     */
    async start({ req, res, userId, remember, isFirst = false, confirm }: SignIn): Promise<SessionRecord> {
      const time = now();
      const browser = readDevice(req);
      const session: SessionRecord = {
        _id: new Types.ObjectId(),
        user: userId,
        refreshCounter: 0,
        rotatedAt: time,
        createdAt: time,
        lastUsedAt: time,
        expiresAt: expiryOf({ remember, createdAt: time }, time),
        remember,
        device: deviceName(req.get('user-agent')),
        ip: clientAddress(req),
        browser: browser.deviceId,
      };
      await sessions.create([session]);
      try {
        await confirm?.();
        // Last, so that a sign-in that fails leaves the browser signed in as it was.
        await endOfRequest(req);
      } catch (error) {
        await sessions.deleteOne({ _id: session._id });
        throw error;
      }
      sendCookies(res, session);
      if (!isFirst && !(await isKnown(browser, userId.toString()))) await newDevices.tell(session);
      rememberDevice(res, browser, userId.toString());
      return session;
    },

    /**
     * Exchanges the refresh cookie for new cookies.
     * @throws AppError 401 where there is no session to go on with, or two different cookies
     */
    async refresh(req: Request, res: Response): Promise<SessionRecord> {
      const [token, ...others] = readCookies(req, 'refresh', production);
      if (others.length > 0) throw identityMismatch();
      const claims = token === undefined ? null : tokens.readRefresh(token, now());
      const session = claims === null ? null : await rotate(claims.sessionId, claims.counter, now());
      if (session === null) {
        clearCookies(res);
        throw new AppError('SESSION_EXPIRED', 'Your session has ended. Please sign in again.');
      }
      sendCookies(res, session);
      return session;
    },

    /** The browser's id where this user signed in on it before and did not disown it, else `null`. */
    async knownDeviceId(req: Request, userId: string): Promise<string | null> {
      const browser = readDevice(req);
      return (await isKnown(browser, userId)) ? browser.deviceId : null;
    },

    /** Whether the session is still there that a viewer came with. */
    isAlive: async ({ id, sessionId }: Pick<Viewer, 'id' | 'sessionId'>): Promise<boolean> =>
      (await sessions.exists({ _id: sessionId, user: id, expiresAt: { $gt: now() } })) !== null,

    /** The user's living sessions, the last used first. */
    async list({ id, sessionId }: Viewer): Promise<OwnSession[]> {
      const found = await sessions
        .find({ user: id, expiresAt: { $gt: now() } })
        .sort({ createdAt: -1 })
        .limit(LISTED_MAX)
        .lean();
      return found
        .sort((a, b) => b.lastUsedAt.getTime() - a.lastUsedAt.getTime())
        .map(({ _id, device, ip, createdAt, lastUsedAt }) => ({
          _id: _id.toString(),
          device,
          ip,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt.toISOString(),
          current: _id.toString() === sessionId,
        }));
    },

    /** @throws AppError 404 where the user has no such session */
    async end(viewer: Viewer, sessionId: string): Promise<void> {
      const { deletedCount } = await sessions.deleteOne({ _id: sessionId, user: viewer.id });
      if (deletedCount === 0) throw new AppError('NOT_FOUND', 'Session not found');
    },

    /** Ends all but the asking session. @returns how many */
    endOthers: async ({ id, sessionId }: Viewer): Promise<number> =>
      (await sessions.deleteMany({ user: id, _id: { $ne: sessionId } })).deletedCount,
  };
}
