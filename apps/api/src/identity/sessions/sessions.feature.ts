import * as contracts from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import type { Request, Response } from 'express';
import { Types } from 'mongoose';
import { networkOf } from '../../platform/http/client-address.js';
import { authenticationRequired } from '../../platform/http/errors.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Mount } from '../../platform/http/route.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import { HOUR } from '../../platform/time.js';
import { recipient } from '../../platform/mail/layout.js';
import { signInChangedMail } from '../../platform/mail/account-mails.js';
import { presentCurrentUser } from '../../community/users/user.presenter.js';
import type { EventOutbox } from '../../community/events.js';
import type { Factors } from '../factors/factors.feature.js';
import type { Instance } from '../../community/instance/instance.feature.js';
import type { Registration } from '../../community/registration/registration.feature.js';
import { mayTell } from '../../community/users/unverified-email-limit.js';
import type { Users } from '../../community/users/users.feature.js';
import { createApiTokens, type ApiTokens } from './api-tokens.js';
import { createAppealTickets } from './appeal-tickets.js';
import { apply, logIn, register, type AuthServiceDeps, type SignedIn } from './auth.service.js';
import { createAuthenticate } from './authenticate.js';
import { createBreachedPasswords } from './breached-passwords.js';
import { passwordResetModel } from './code.models.js';
import { createNewDevices, type NewDevices } from './new-device.js';
import { createPasswordHasher } from './password-hasher.js';
import { sessionModel } from './session.model.js';
import { createSecurityLog, type SecurityLog } from './security-log.js';
import { clearCookies, sendCookies, sessionIdsOf } from './session-cookies.js';
import { renewSession } from './session-renewal.js';
import {
  countActiveSince,
  isSessionAlive,
  knownDeviceId,
  noteConfirmed,
  refreshSession,
  signOut,
  startSession,
  type SignIn,
} from './session.service.js';
import { endOtherSessions, endSession, listSessions } from './own-sessions.js';
import { createTokens } from './tokens.js';
import { usersAt } from './users-at.js';

/** Personal API tokens created, including revoked ones. */
const TOKENS_LIMIT: RateLimit = { name: 'api-tokens', limit: 60, window: HOUR };

export interface SessionsDeps extends Pick<
  Platform,
  'connection' | 'inTurn' | 'config' | 'mail' | 'rateLimits' | 'readPage' | 'now' | 'log'
> {
  users: Users;
  instance: Pick<Instance, 'settings'>;
  factors: Pick<Factors, 'has' | 'askFor' | 'removeSince'>;
  registration: Pick<Registration, 'admit' | 'applications'>;
  outbox: Pick<EventOutbox, 'publish'>;
}

interface Parts extends AuthServiceDeps, Pick<Platform, 'mail'> {
  newDevices: NewDevices;
  securityLog: SecurityLog;
  apiTokens: ApiTokens;
}

type StartedSession = Pick<SignedIn, 'user'> & { session: { expiresAt: Date } };

const presentSignedIn = ({ users }: Parts, { user, session }: StartedSession) => ({
  user: presentCurrentUser(user, users.picture),
  sessionExpiry: session.expiresAt.toISOString(),
});

/** Mails the owner of an account about a new token. */
async function mailNewToken(deps: Parts, viewer: Viewer, name: string): Promise<void> {
  const { users, mail, config, rateLimits } = deps;
  const user = await users.getExisting(viewer.id);
  if (!(await mayTell(rateLimits, user))) return;
  const what = () =>
    t`An API token, "${name}", was made: a program that has it can use your account from now on.`;
  const settingsUrl = `${config.webOrigin}/settings/security`;
  await mail.enqueue(signInChangedMail({ ...recipient(user), what, settingsUrl }));
}

function mountSessions(deps: Parts, mount: Mount): void {
  const { users, newDevices, apiTokens, securityLog } = deps;
  mount(contracts.register, async ({ body, req, res }) => ({
    message: t`Account created successfully`,
    ...presentSignedIn(deps, await register(deps, body, { req, res })),
  }));
  mount(contracts.applyForAccount, async ({ body, req }) => {
    await apply(deps, body, req);
    return { message: t`Your application is with the moderators. You get a mail when they have decided.` };
  });
  mount(contracts.login, async ({ body, req, res }) => ({
    message: t`Login successful`,
    ...presentSignedIn(deps, await logIn(deps, body, { req, res })),
  }));
  mount(contracts.logout, async ({ req, res }) => {
    // This order matters: a browser without cookies could not retry.
    await signOut(deps, req);
    clearCookies(deps, res);
    return { message: 'Logged out' };
  });
  mount(contracts.refresh, async ({ req, res }) => {
    const { expiresAt } = await refreshSession(deps, { req, res });
    return { message: 'Session refreshed', sessionExpiry: expiresAt.toISOString() };
  });
  mount(contracts.me, async ({ viewer: { id, expiresAt } }) => {
    const user = await users.get(id);
    if (user === null || expiresAt === undefined) throw authenticationRequired();
    return {
      ...presentSignedIn(deps, { user, session: { expiresAt } }),
      ...(user.confirmEmail === true ? { confirmEmail: true as const } : {}),
      ...(user.welcome === true ? { welcome: true as const } : {}),
    };
  });
  mount(contracts.endWelcome, async ({ viewer }) => {
    await users.changeIf({ _id: new Types.ObjectId(viewer.id) }, { welcome: undefined });
    return { message: 'Welcome dismissed' };
  });
  mount(contracts.listSessions, async ({ viewer }) => ({
    data: (await listSessions(deps, viewer)).map(({ ip, ...session }) => ({
      ...session,
      network: networkOf(ip),
    })),
  }));
  mount(contracts.endOtherSessions, async ({ viewer }) => {
    const ended = await endOtherSessions(deps, viewer);
    const event = 'other-sessions-ended';
    if (ended > 0) await securityLog.append({ user: viewer.id, event, count: ended });
    return { message: 'Other sessions signed out', data: { ended } };
  });
  mount(contracts.endSession, async ({ params, viewer, res }) => {
    const { device } = await endSession(deps, viewer, params.sessionId);
    await securityLog.append({ user: viewer.id, event: 'session-ended', detail: device });
    if (params.sessionId.toLowerCase() === viewer.sessionId) clearCookies(deps, res);
    return { message: 'Session signed out' };
  });
  mount(contracts.disownSession, async ({ body, req }) => {
    const user = await newDevices.disown(req, body.token);
    await securityLog.append({ user, event: 'device-disowned' });
    return { message: 'That device is signed out' };
  });
  mount(contracts.listApiTokens, async ({ viewer }) => ({ data: await apiTokens.list(viewer) }));
  mount(contracts.createApiToken, { perAccount: TOKENS_LIMIT }, async ({ body, viewer }) => {
    const created = await apiTokens.create(viewer, body);
    await securityLog.append({ user: viewer.id, event: 'token-created', detail: body.name });
    await mailNewToken(deps, viewer, body.name);
    return { message: 'Token created', ...created };
  });
  mount(contracts.revokeApiToken, async ({ params, viewer }) => {
    const { name } = await apiTokens.revoke(viewer, params.tokenId);
    await securityLog.append({ user: viewer.id, event: 'token-revoked', detail: name });
    return { message: 'Token revoked' };
  });
  mount(contracts.listSecurityLog, ({ query, viewer }) => securityLog.list(viewer.id, query));
  mount(contracts.listSecurityLogOf, { adminsOnly: true }, async ({ query: { userId, ...page } }) => {
    await users.getExisting(userId);
    return securityLog.list(userId, page);
  });
}

export type Sessions = ReturnType<typeof createSessions>;

/** Sign-up, sign-in and sign-out, sessions, and API tokens. Session tokens travel in cookies only. */
export function createSessions(given: SessionsDeps) {
  const { connection, config, now } = given;
  const model = sessionModel(connection);
  const resets = passwordResetModel(connection);
  const apiTokens = createApiTokens({
    ...given,
    isAlive: (viewer) => isSessionAlive({ sessions: model, now }, viewer),
  });
  const newDevices = createNewDevices({ ...given, sessions: model, apiTokens });
  const tokens = createTokens(config.secrets);
  const passwords = createPasswordHasher(config.argon2);
  const breached = createBreachedPasswords(config);
  const securityLog = createSecurityLog(given);
  const appealTickets = createAppealTickets(given);
  const deps = {
    ...given,
    sessions: model,
    tokens,
    newDevices,
    passwords,
    breached,
    securityLog,
    appealTickets,
    apiTokens,
  };

  return {
    start: (signIn: SignIn) => startSession(deps, signIn),
    isAlive: (viewer: Pick<Viewer, 'id' | 'sessionId'>) => isSessionAlive(deps, viewer),
    list: (viewer: Pick<Viewer, 'id' | 'sessionId'>) => listSessions(deps, viewer),
    endOthers: (viewer: Viewer) => endOtherSessions(deps, viewer),
    noteConfirmed: (viewer: Viewer, by: { byFactor: boolean }) => noteConfirmed(deps, viewer, by),
    /** Continues the session of a user who confirmed the identity with new tokens. @throws AppError 401 if it has ended */
    renewConfirmed: async (viewer: Viewer, res: Response, by: { byFactor: boolean }): Promise<void> =>
      sendCookies(deps, res, await renewSession(deps, viewer, by)),
    idsOf: (req: Request) => sessionIdsOf(deps, req),
    clearCookies: (res: Response) => clearCookies(deps, res),
    knownDeviceId: (req: Request, userId: string) => knownDeviceId(deps, req, userId),
    apiTokens,
    passwords,
    breached,
    securityLog,
    appealTickets,
    /** The answer to a sign-in. */
    presentSignedIn: (signedIn: StartedSession) => presentSignedIn(deps, signedIn),
    authenticate: createAuthenticate({ ...given, sessions: model, tokens, apiTokens }),
    /**
     * Ends all sessions and begun password resets of a user and revokes all API tokens. This order matters: creating a
     * token checks its session afterwards.
     */
    revokeAccess: async (user: Types.ObjectId): Promise<void> => {
      await model.deleteMany({ user });
      await apiTokens.revokeAll(user);
      await resets.deleteMany({ user });
    },

    usersAt: (ip: string, most: number) => usersAt(deps, ip, most),

    countActiveSince: (time: Date) => countActiveSince(deps, time),

    /** The user's data for the data export. */
    exportOf: (user: Types.ObjectId) => ({
      sessions: model.find({ user }, { device: 1, ip: 1, createdAt: 1, lastUsedAt: 1 }).lean().cursor(),
      apiTokens: apiTokens.exportOf(user),
      securityLog: securityLog.exportOf(user),
    }),

    deleteOf: (user: Types.ObjectId) => Promise.all([newDevices.deleteOf(user), securityLog.deleteOf(user)]),

    routes: (mount: Mount) => mountSessions(deps, mount),
  };
}
