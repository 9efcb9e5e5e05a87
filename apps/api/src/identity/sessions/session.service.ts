import { randomUUID } from 'node:crypto';
import type { OwnSession } from '@social-feed/contracts';
import type { Request, Response } from 'express';
import { Types, type Model } from 'mongoose';
import { clientAddress } from '../../platform/http/client-address.js';
import { clearCookie, readCookie, readCookies, setCookie } from '../../platform/http/cookies.js';
import { AppError, authenticationRequired } from '../../platform/http/errors.js';
import type { Exchange } from '../../platform/http/route.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import { identityMismatch } from './authenticate.js';
import { deviceName } from './device-name.js';
import type { NewDevices } from './new-device.js';
import type { SecurityLog } from './security-log.js';
import type { SessionRecord } from './session.model.js';
import { createRenewal } from './session-renewal.js';
import type { DeviceClaims, Tokens } from './tokens.js';
import { later } from '../../platform/time.js';

/** Accounts that know a browser; beyond that the oldest is forgotten. */
const USERS_REMEMBERED = 5;
/** Maximum number of listed sessions; older ones can still be ended all at once. */
const LISTED_MAX = 100;

export interface SessionServiceDeps extends Pick<Platform, 'config' | 'now' | 'log'> {
  sessions: Model<SessionRecord>;
  tokens: Tokens;
  newDevices: Pick<NewDevices, 'tell' | 'isDisowned'>;
  securityLog: Pick<SecurityLog, 'append'>;
}

export interface SignIn extends Exchange {
  userId: Types.ObjectId;
  remember: boolean;
  /** The way of signing in, for the security log. */
  by: string;
  /** Whether the account was just created, so that no browser is new to it. */
  isFirst?: boolean;
  /** Whether the user gave the second factor. */
  byFactor?: boolean;
  /**
   * Throws if the user's credentials are no longer valid. Called after the session is stored. Ending all sessions
   * either happens before that and is seen here, or happens later and ends this session too.
   */
  confirm?: () => Promise<void>;
}

/** A session with the address of its sign-in, which only admins see in full. */
type ListedSession = Omit<OwnSession, 'network'> & { ip: string };

export type SessionService = ReturnType<typeof createSessionService>;

/** Sessions, their cookies, and the known browsers of users. */
export function createSessionService(deps: SessionServiceDeps) {
  const { sessions, tokens, config, newDevices, securityLog, now, log } = deps;
  const { production } = config;
  const { accessTtl, browserTtl, rememberedTtl, absoluteTtl, refreshGrace, knownDeviceTtl } = config.sessions;

  const renew = createRenewal({ sessions, now });

  /** When a session expires if it is not refreshed. */
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

  /** Clears the session cookies; the browser stays known. */
  function clearCookies(res: Response): void {
    for (const name of ['access', 'refresh', 'hint'] as const) clearCookie(res, name, production);
  }

  /** Returns the session ids in the request's cookies, even from expired tokens. */
  function idsOf(req: Request): string[] {
    const claims = [
      ...readCookies(req, 'access', production).map((token) => tokens.readAccess(token, now(), true)),
      ...readCookies(req, 'refresh', production).map((token) => tokens.readRefresh(token, now(), true)),
    ];
    return [...new Set(claims.flatMap((found) => found?.sessionId ?? []))];
  }

  /** Ends the sessions in the request's cookies. */
  async function endOfRequest(req: Request): Promise<void> {
    const ids = idsOf(req);
    if (ids.length === 0) return;
    await sessions.deleteMany({ _id: { $in: ids } });
    await endFormer(ids);
  }

  /** Ends the sessions that these continue, whose tokens are valid for a moment more. */
  const endFormer = (ids: string[]) => sessions.deleteMany({ 'continued.by': { $in: ids } });

  /** Returns the browser's id, new if it has none, and the users who signed in on it. */
  function readDevice(req: Request): DeviceClaims {
    const cookie = readCookie(req, 'device', production);
    const found = cookie === undefined ? null : tokens.readDevice(cookie, now());
    return found ?? { deviceId: randomUUID(), userIds: [] };
  }

  const isKnown = async ({ deviceId, userIds }: DeviceClaims, userId: string) =>
    userIds.includes(userId) && !(await newDevices.isDisowned(userId, deviceId));

  /** Marks the browser as known to the user, by a signed cookie that outlives sessions. */
  function rememberDevice(res: Response, { deviceId, userIds }: DeviceClaims, userId: string): void {
    const issuedAt = now();
    const others = userIds.filter((id) => id !== userId);
    const token = tokens.signDevice(
      { deviceId, userIds: [userId, ...others].slice(0, USERS_REMEMBERED) },
      { issuedAt, expiresAt: later(issuedAt, knownDeviceTtl) },
    );
    setCookie(res, 'device', token, { production, maxAge: knownDeviceTtl });
  }

  /**
   * Returns the session that a refresh token continues. Its counter moves by compare-and-set: of parallel calls one
   * moves it, and the others get the same successor within the grace period. An older token indicates a copy, so
   * the session ends.
   */
  async function rotate(sessionId: string, counter: number, time: Date): Promise<SessionRecord | null> {
    const current = await sessions.findById(sessionId).lean();
    if (current === null || current.expiresAt <= time) return null;
    if (current.continued) return current;
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

    /** Ends the sessions in the request's cookies because their user signs out. */
    async signOut(req: Request): Promise<void> {
      const owners = await sessions.find({ _id: { $in: idsOf(req) } }, { user: 1 }).lean();
      await endOfRequest(req);
      for (const { user } of owners) await securityLog.append({ user, event: 'sign-out' });
    },

    /**
     * Signs a user in: creates a session and its cookies, marks the browser as known, and ends the browser's
     * previous session, so that an attacker cannot plant one.
     * @throws the errors of `confirm`
     */
    async start({
      req,
      res,
      userId,
      remember,
      by,
      isFirst = false,
      byFactor = false,
      confirm,
    }: SignIn): Promise<SessionRecord> {
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
        confirmedAt: time,
        ...(byFactor ? { factorAt: time } : {}),
      };
      await sessions.create([session]);
      try {
        await confirm?.();
        // Last, so that a failed sign-in keeps the browser's current session.
        await endOfRequest(req);
      } catch (error) {
        await sessions.deleteOne({ _id: session._id });
        throw error;
      }
      sendCookies(res, session);
      await securityLog.append({ user: userId, event: isFirst ? 'account-created' : 'sign-in', detail: by });
      if (!isFirst && !(await isKnown(browser, userId.toString()))) await newDevices.tell(session);
      rememberDevice(res, browser, userId.toString());
      return session;
    },

    /**
     * Exchanges the refresh cookie for new cookies.
     * @throws AppError 401 if there is no session to continue, or two different cookies
     */
    async refresh(req: Request, res: Response): Promise<Pick<SessionRecord, 'expiresAt'>> {
      const [token, ...others] = readCookies(req, 'refresh', production);
      if (others.length > 0) throw identityMismatch();
      const claims = token === undefined ? null : tokens.readRefresh(token, now());
      const session = claims === null ? null : await rotate(claims.sessionId, claims.counter, now());
      if (session === null) {
        clearCookies(res);
        throw new AppError('SESSION_EXPIRED', 'Your session has ended. Please sign in again.');
      }
      // The browser has the cookies of the session that continues this one.
      if (session.continued) return { expiresAt: session.continued.expiresAt };
      sendCookies(res, session);
      return session;
    },

    /** Returns the browser's id if this user signed in on it before and did not disown it, else `null`. */
    async knownDeviceId(req: Request, userId: string): Promise<string | null> {
      const browser = readDevice(req);
      return (await isKnown(browser, userId)) ? browser.deviceId : null;
    },

    /** Continues the session of a user who confirmed the identity with new tokens. @throws AppError 401 if it has ended */
    async renewConfirmed(viewer: Viewer, res: Response, by: { byFactor: boolean }): Promise<void> {
      sendCookies(res, await renew(viewer, by));
    },

    /** Records that the user of a session confirmed the identity. @throws AppError 401 if it has ended */
    async noteConfirmed({ id, sessionId }: Viewer, { byFactor }: { byFactor: boolean }): Promise<void> {
      const confirmedAt = now();
      const { matchedCount } = await sessions.updateOne(
        { _id: sessionId, user: id },
        { $set: { confirmedAt, ...(byFactor ? { factorAt: confirmedAt } : {}) } },
      );
      if (matchedCount === 0) throw authenticationRequired();
    },

    /** Whether the viewer's session still exists. */
    isAlive: async ({ id, sessionId }: Pick<Viewer, 'id' | 'sessionId'>): Promise<boolean> =>
      (await sessions.exists({ _id: sessionId, user: id, expiresAt: { $gt: now() } })) !== null,

    /** Returns the user's valid sessions, last used first. */
    async list({ id, sessionId }: Pick<Viewer, 'id' | 'sessionId'>): Promise<ListedSession[]> {
      const found = await sessions
        .find({ user: id, expiresAt: { $gt: now() }, continued: { $exists: false } })
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

    /**
     * @returns the ended session
     * @throws AppError 404 if the user has no such session
     */
    async end(viewer: Viewer, sessionId: string): Promise<Pick<SessionRecord, 'device'>> {
      const ended = await sessions.findOneAndDelete({ _id: sessionId, user: viewer.id }).lean();
      if (ended === null) throw new AppError('NOT_FOUND', 'Session not found');
      await endFormer([sessionId]);
      return ended;
    },

    /** Ends all sessions except the current one, or the one that continues it. @returns how many */
    async endOthers({ id, sessionId }: Viewer): Promise<number> {
      const own = await sessions.findById(sessionId, { continued: 1 }).lean();
      const kept = own?.continued ? [sessionId, own.continued.by] : [sessionId];
      return (await sessions.deleteMany({ user: id, _id: { $nin: kept } })).deletedCount;
    },
  };
}
