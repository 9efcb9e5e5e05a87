import { firstLocale, LOCALES, wantedLocales } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import type { Request } from 'express';
import { Types, type Model } from 'mongoose';
import { canonicalAddress, clientAddress } from '../../platform/http/client-address.js';
import { readCookies } from '../../platform/http/cookies.js';
import { AppError, authenticationRequired } from '../../platform/http/errors.js';
import type { Exchange } from '../../platform/http/route.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import type { Users } from '../../community/users/users.feature.js';
import { identityMismatch } from './authenticate.js';
import { deviceName } from './device-name.js';
import type { NewDevices } from './new-device.js';
import type { SecurityLog } from './security-log.js';
import {
  clearCookies,
  readDevice,
  rememberDevice,
  sendCookies,
  sessionIdsOf,
  type SessionCookiesDeps,
} from './session-cookies.js';
import type { SessionRecord } from './session.model.js';
import type { DeviceClaims } from './tokens.js';

export interface SessionServiceDeps extends SessionCookiesDeps, Pick<Platform, 'log'> {
  sessions: Model<SessionRecord>;
  users: Pick<Users, 'changeIf'>;
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

/** The language of the page or browser; none if it names none that the app has. */
export const seenLocaleOf = ({ headers }: Pick<Request, 'headers'>): { seenLocale?: string } => {
  const seenLocale = firstLocale(wantedLocales(headers), LOCALES);
  return seenLocale === undefined ? {} : { seenLocale };
};

/** When a session expires if it is not refreshed. */
function expiryOf(
  { config }: SessionServiceDeps,
  { remember, createdAt }: Pick<SessionRecord, 'remember' | 'createdAt'>,
  from: Date,
): Date {
  const { browserTtl, rememberedTtl, absoluteTtl } = config.sessions;
  const lasts = remember ? rememberedTtl : browserTtl;
  return new Date(Math.min(from.getTime() + lasts, createdAt.getTime() + absoluteTtl));
}

/** Ends the sessions in the request's cookies. */
async function endOfRequest(deps: SessionServiceDeps, req: Request): Promise<void> {
  const ids = sessionIdsOf(deps, req);
  if (ids.length === 0) return;
  await deps.sessions.deleteMany({ _id: { $in: ids } });
  await endFormer(deps, ids);
}

/** Ends the sessions that these continue, whose tokens are valid for a moment more. */
export const endFormer = ({ sessions }: SessionServiceDeps, ids: string[]) =>
  sessions.deleteMany({ 'continued.by': { $in: ids } });

const isKnown = async (
  { newDevices }: SessionServiceDeps,
  { deviceId, userIds }: DeviceClaims,
  userId: string,
) => userIds.includes(userId) && !(await newDevices.isDisowned(userId, deviceId));

/** Returns the browser's id if this user signed in on it before and did not disown it, else `null`. */
export async function knownDeviceId(
  deps: SessionServiceDeps,
  req: Request,
  userId: string,
): Promise<string | null> {
  const browser = readDevice(deps, req);
  return (await isKnown(deps, browser, userId)) ? browser.deviceId : null;
}

/** Ends the sessions in the request's cookies because their user signs out. */
export async function signOut(deps: SessionServiceDeps, req: Request): Promise<void> {
  const owners = await deps.sessions.find({ _id: { $in: sessionIdsOf(deps, req) } }, { user: 1 }).lean();
  await endOfRequest(deps, req);
  for (const { user } of owners) await deps.securityLog.append({ user, event: 'sign-out' });
}

/**
 * Signs a user in: creates a session and its cookies, marks the browser as known, and ends the browser's previous
 * session, so that an attacker cannot plant one.
 * @throws the errors of `confirm`
 */
export async function startSession(
  deps: SessionServiceDeps,
  { req, res, userId, remember, by, isFirst = false, byFactor = false, confirm }: SignIn,
): Promise<SessionRecord> {
  const { sessions, newDevices, securityLog } = deps;
  const time = deps.now();
  const browser = readDevice(deps, req);
  const session: SessionRecord = {
    _id: new Types.ObjectId(),
    user: userId,
    refreshCounter: 0,
    rotatedAt: time,
    createdAt: time,
    lastUsedAt: time,
    expiresAt: expiryOf(deps, { remember, createdAt: time }, time),
    remember,
    device: deviceName(req.get('user-agent')),
    ip: canonicalAddress(clientAddress(req)),
    browser: browser.deviceId,
    confirmedAt: time,
    ...(byFactor ? { factorAt: time } : {}),
  };
  await sessions.create([session]);
  try {
    await confirm?.();
    // Last, so that a failed sign-in keeps the browser's current session.
    await endOfRequest(deps, req);
  } catch (error) {
    await sessions.deleteOne({ _id: session._id });
    throw error;
  }
  sendCookies(deps, res, session);
  // Before the mail about a new device, which is in this language without a choice.
  const seen = seenLocaleOf(req);
  if (seen.seenLocale !== undefined) await deps.users.changeIf({ _id: userId }, seen);
  await securityLog.append({ user: userId, event: isFirst ? 'account-created' : 'sign-in', detail: by });
  if (!isFirst && !(await isKnown(deps, browser, userId.toString()))) await newDevices.tell(session);
  rememberDevice(deps, res, browser, userId.toString());
  return session;
}

/**
 * Returns the session that a refresh token continues. Its counter moves by compare-and-set: of parallel calls one
 * moves it, and the others get the same successor within the grace period. An older token indicates a copy, so the
 * session ends.
 */
async function rotate(
  deps: SessionServiceDeps,
  sessionId: string,
  counter: number,
): Promise<SessionRecord | null> {
  const { sessions, log } = deps;
  const time = deps.now();
  const current = await sessions.findById(sessionId).lean();
  if (current === null || current.expiresAt <= time) return null;
  if (current.continued) return current;
  let latest: SessionRecord | null = current;
  if (counter === current.refreshCounter) {
    const moved = {
      refreshCounter: counter + 1,
      rotatedAt: time,
      lastUsedAt: time,
      expiresAt: expiryOf(deps, current, time),
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
  if (counter === latest.refreshCounter - 1 && age <= deps.config.sessions.refreshGrace) return latest;

  await sessions.deleteOne({ _id: latest._id });
  log.warn({ sessionId, userId: latest.user.toString() }, 'a used refresh token came back: session ended');
  return null;
}

/**
 * Exchanges the refresh cookie for new cookies.
 * @throws AppError 401 if there is no session to continue, or two different cookies
 */
export async function refreshSession(
  deps: SessionServiceDeps,
  { req, res }: Exchange,
): Promise<Pick<SessionRecord, 'expiresAt'>> {
  const [token, ...others] = readCookies(req, 'refresh', deps.config.production);
  if (others.length > 0) throw identityMismatch();
  const claims = token === undefined ? null : deps.tokens.readRefresh(token, deps.now());
  const session = claims === null ? null : await rotate(deps, claims.sessionId, claims.counter);
  if (session === null) {
    clearCookies(deps, res);
    throw new AppError('SESSION_EXPIRED', t`Your session has ended. Please sign in again.`);
  }
  // The browser has the cookies of the session that continues this one.
  if (session.continued) return { expiresAt: session.continued.expiresAt };
  sendCookies(deps, res, session);
  return session;
}

/** Records that the user of a session confirmed the identity. @throws AppError 401 if it has ended */
export async function noteConfirmed(
  { sessions, now }: SessionServiceDeps,
  { id, sessionId }: Viewer,
  { byFactor }: { byFactor: boolean },
): Promise<void> {
  const confirmedAt = now();
  const { matchedCount } = await sessions.updateOne(
    { _id: sessionId, user: id },
    { $set: { confirmedAt, ...(byFactor ? { factorAt: confirmedAt } : {}) } },
  );
  if (matchedCount === 0) throw authenticationRequired();
}

/** Whether the viewer's session still exists. */
export const isSessionAlive = async (
  { sessions, now }: Pick<SessionServiceDeps, 'sessions' | 'now'>,
  { id, sessionId }: Pick<Viewer, 'id' | 'sessionId'>,
): Promise<boolean> =>
  (await sessions.exists({ _id: sessionId, user: id, expiresAt: { $gt: now() } })) !== null;

/** Counts users whose sessions were used since a time. Sessions note their use every 15 minutes. */
export async function countActiveSince({ sessions }: SessionServiceDeps, time: Date): Promise<number> {
  const [found] = await sessions.aggregate<{ count: number }>([
    { $match: { lastUsedAt: { $gte: time } } },
    { $group: { _id: '$user' } },
    { $group: { _id: null, count: { $sum: 1 } } },
  ]);
  return found?.count ?? 0;
}
