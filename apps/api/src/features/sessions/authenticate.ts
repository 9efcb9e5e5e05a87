import { Types } from 'mongoose';
import type { AppContext } from '../../context.js';
import { native } from '../../platform/db/native.js';
import { readCookie } from '../../platform/http/cookies.js';
import { AppError } from '../../platform/http/errors.js';
import type { Authenticate, Viewer } from '../../platform/http/viewer.js';
import { rememberFor } from '../../platform/remember.js';
import { isApiToken, readApiToken } from '../account/personal-tokens.js';

const BEARER = /^Bearer +([\w.~+/=-]{1,4096})$/i;

type Person = Pick<Viewer, 'userName' | 'isAdmin'>;
type Deps = Pick<AppContext, 'models' | 'tokens' | 'now' | 'config'>;

/**
 * Who asks, by the access cookie or by a personal API token. The session is read on every request, so that signing out
 * and a suspension, which ends all sessions, take effect at once; the user's name and rights are remembered for a second.
 * A bearer token beside the cookie must not name somebody else; a session's token as bearer is nobody, since those
 * travel in cookies only.
 */
export function createAuthenticate(deps: Deps): Authenticate {
  const { models, tokens, now, config } = deps;
  const sessions = native(models.Session);
  const users = native(models.User);
  const people = rememberFor<Person>(config.sessions.personTtl);

  /** The user as far as every request needs to know; `null` for one who is suspended or gone. */
  async function person(userId: string): Promise<Person | null> {
    const known = people.get(userId);
    if (known !== undefined) return known;
    const user = await users.findOne(
      { _id: new Types.ObjectId(userId) },
      { projection: { userName: 1, isAdmin: 1, suspendedAt: 1 } },
    );
    if (user === null || (user.suspendedAt ?? null) !== null) return null;
    const found = { userName: user.userName, isAdmin: user.isAdmin };
    people.set(userId, found);
    return found;
  }

  async function viewerOfSession(token: string): Promise<Viewer | null> {
    const time = now();
    const claims = tokens.readAccess(token, time);
    if (claims === null) return null;
    const { userId: id, sessionId } = claims;
    const [session, user] = await Promise.all([
      sessions.findOne({ _id: new Types.ObjectId(sessionId) }, { projection: { user: 1, expiresAt: 1 } }),
      person(id),
    ]);
    if (session === null || session.expiresAt <= time || session.user.toHexString() !== id) return null;
    return user && { id, ...user, sessionId, expiresAt: session.expiresAt };
  }

  async function viewerOfApiToken(token: string): Promise<Viewer | null> {
    const record = await readApiToken(deps, token);
    if (record === null) return null;
    const id = record.user.toHexString();
    const user = await person(id);
    return user && { id, ...user, sessionId: '', expiresAt: record.expiresAt };
  }

  return async (req) => {
    const token = readCookie(req, 'access', config.production);
    const bearer = BEARER.exec(req.headers.authorization ?? '')?.[1];
    const viewer = token === undefined ? null : await viewerOfSession(token);
    if (bearer === undefined) return viewer;
    if (isApiToken(bearer)) {
      const named = await viewerOfApiToken(bearer);
      if (viewer !== null && named !== null && named.id !== viewer.id) throw identityMismatch();
      return viewer ?? named;
    }
    // A stale bearer beside a valid cookie is ignored; a valid one of another user is refused.
    const named = viewer === null ? null : await viewerOfSession(bearer);
    if (named !== null && named.id !== viewer?.id) throw identityMismatch();
    return viewer;
  };
}

const identityMismatch = () => new AppError('IDENTITY_MISMATCH', 'The request names two different users');
