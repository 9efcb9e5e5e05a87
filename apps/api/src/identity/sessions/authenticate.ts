import { Types, type Model } from 'mongoose';
import { collectionOf } from '../../platform/db/collection-of.js';
import { readCookies } from '../../platform/http/cookies.js';
import { AppError } from '../../platform/http/errors.js';
import { mayModerate, type Authenticate, type Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import type { Factors } from '../factors/factors.feature.js';
import type { Instance } from '../../community/instance/instance.feature.js';
import type { Users } from '../../community/users/users.feature.js';
import { isApiToken, scopesOf, type ApiTokens } from './api-tokens.js';
import type { SessionRecord } from './session.model.js';
import type { Tokens } from './tokens.js';

const BEARER = /^Bearer +([\w.~+/=-]{1,4096})$/i;

interface AuthenticateDeps extends Pick<Platform, 'config' | 'now'> {
  sessions: Model<SessionRecord>;
  users: Pick<Users, 'person'>;
  tokens: Tokens;
  apiTokens: Pick<ApiTokens, 'read'>;
  instance: Pick<Instance, 'settings'>;
  factors: Pick<Factors, 'has'>;
}

/**
 * Authenticates a request by its access cookie or personal API token. The session is read on every request, so that
 * signing out and suspending, which ends all sessions, take effect at once. The user's name and rights are cached
 * for a second. A bearer token sent with a cookie must not name another user. A session token alone as bearer is
 * ignored, because session tokens travel in cookies only.
 */
export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  const { sessions, users, tokens, apiTokens, instance, factors, config, now } = deps;

  /**
   * Returns name and rights. Where the host requires a second factor of moderators, a session or token that was made
   * without it has ordinary rights, also if the account has got one since.
   */
  async function personOf(id: string, proof: Promise<{ byFactor: boolean } | null>) {
    const [person, given] = await Promise.all([users.person(id), proof]);
    if (person === null || given === null || !mayModerate(person)) return person;
    if (!(await instance.settings()).requireSecondFactor) return person;
    const hasFactor = await factors.has(id);
    if (hasFactor && given.byFactor) return person;
    const lacksFactor = hasFactor ? ('session' as const) : ('account' as const);
    return { ...person, isAdmin: false, isModerator: false, lacksFactor };
  }

  async function viewerOfSession(token: string): Promise<Viewer | null> {
    const time = now();
    const claims = tokens.readAccess(token, time);
    if (claims === null) return null;
    const { userId: id, sessionId } = claims;
    const found = collectionOf(sessions).findOne(
      { _id: new Types.ObjectId(sessionId) },
      { projection: { user: 1, expiresAt: 1, confirmedAt: 1, factorAt: 1, continued: 1 } },
    );
    const proof = found.then((record) => record && { byFactor: Boolean(record.factorAt) });
    const [session, person] = await Promise.all([found, personOf(id, proof)]);
    if (session === null || session.expiresAt <= time || session.user.toHexString() !== id) return null;
    if (person === null) return null;
    const { confirmedAt, factorAt, continued } = session;
    // The tokens from before a confirmation are not confirmed, also if they were before: see session-renewal.ts.
    if (continued) return { id, ...person, sessionId, expiresAt: continued.expiresAt };
    return {
      id,
      ...person,
      sessionId,
      expiresAt: session.expiresAt,
      confirmedAt: confirmedAt ?? undefined,
      factorAt: factorAt ?? undefined,
    };
  }

  async function viewerOfApiToken(token: string): Promise<Viewer | null> {
    const record = await apiTokens.read(token);
    if (record === null) return null;
    const id = record.user.toHexString();
    const person = await personOf(id, Promise.resolve({ byFactor: record.byFactor === true }));
    if (person === null) return null;
    const scopes = scopesOf(record);
    const rights = scopes.includes('moderate') ? person : { ...person, isAdmin: false, isModerator: false };
    return { id, ...rights, sessionId: '', expiresAt: record.expiresAt, scopes };
  }

  return async (req) => {
    const [token, ...others] = readCookies(req, 'access', config.production);
    if (others.length > 0) throw identityMismatch();
    const bearer = BEARER.exec(req.headers.authorization ?? '')?.[1];
    const viewer = token === undefined ? null : await viewerOfSession(token);
    if (bearer === undefined) return viewer;
    if (isApiToken(bearer)) {
      const named = await viewerOfApiToken(bearer);
      if (viewer !== null && named !== null && named.id !== viewer.id) throw identityMismatch();
      // A program that read as a visitor would not notice that its token has ended.
      if (viewer === null && named === null) throw tokenEnded();
      return viewer ?? named;
    }
    // A stale bearer token sent with a valid cookie is ignored; a valid one of another user is rejected.
    const named = viewer === null ? null : await viewerOfSession(bearer);
    if (named !== null && named.id !== viewer?.id) throw identityMismatch();
    return viewer;
  };
}

const tokenEnded = () =>
  new AppError('AUTHENTICATION_REQUIRED', 'This API token is unknown, expired or revoked');

/** Error for a request that names two users. */
export const identityMismatch = () =>
  new AppError('IDENTITY_MISMATCH', 'The request names two different users');
