import type { LoginBody, RegisterBody } from '@social-feed/contracts';
import type { Request } from 'express';
import { AppError } from '../../platform/http/errors.js';
import { together, type RateLimit, type RateLimitHit } from '../../platform/http/rate-limit.js';
import type { Exchange } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import { HOUR, MINUTE } from '../../platform/time.js';
import type { UserRecord } from '../users/user.model.js';
import { loginName, suspensionText } from '../users/user-store.js';
import type { Users } from '../users/users.feature.js';
import type { PasswordHasher } from './password-hasher.js';
import type { SessionRecord } from './session.model.js';
import type { SessionService } from './session.service.js';

/** New accounts from one address. */
export const REGISTER_LIMIT: RateLimit = { name: 'register', limit: 300, window: HOUR };
/**
 * Wrong passwords for one account from browsers it does not know, under its user name and its e-mail address together:
 * a limit for each would let a guesser try twice as often.
 */
export const ACCOUNT_LIMIT: RateLimit = { name: 'sign-in-account', limit: 10, window: 15 * MINUTE };
/** Wrong passwords for one account from one browser that it knows. */
const DEVICE_LIMIT: RateLimit = { name: 'sign-in-device', limit: 10, window: 15 * MINUTE };
/** Wrong passwords from one address, whatever the account. */
export const ADDRESS_LIMIT: RateLimit = { name: 'sign-in-address', limit: 50, window: 15 * MINUTE };

/** Tries to sign in from one address, right ones too: each takes its time of a processor, and what is right a session. */
export const ADDRESS_SIGN_INS_LIMIT: RateLimit = {
  name: 'sign-ins-address',
  limit: 300,
  window: 15 * MINUTE,
};
/** Sign-ins to one account with the right password. */
export const SIGN_INS_LIMIT: RateLimit = { name: 'sign-ins', limit: 30, window: HOUR };

export interface AuthServiceDeps extends Pick<Platform, 'rateLimits' | 'now'> {
  users: Users;
  sessions: SessionService;
  passwords: PasswordHasher;
  /** Greets whoever just signed up; it does not fail. */
  onRegistered: (user: UserRecord) => Promise<void>;
}

export interface SignedIn {
  user: UserRecord;
  session: SessionRecord;
}

/**
 * Makes an account and signs it in.
 * @throws AppError 409 where name or e-mail is taken, 429, 503 where too many passwords wait to be hashed
 */
export async function register(
  { users, sessions, passwords, rateLimits, onRegistered }: AuthServiceDeps,
  { fullName, userName, email, password }: RegisterBody,
  { req, res }: Exchange,
): Promise<SignedIn> {
  // Before the look whether it is taken, which tells as much as the availability calls, whose number is limited too.
  await rateLimits.consumeForAddress(REGISTER_LIMIT, req);
  await users.refuseIfTaken({ userName, email });
  const passwordHash = await passwords.hash(password);
  const user = await users.create({ fullName, userName, email, emailVerified: false, passwordHash });
  // Sign-up asks nobody whether to stay, and a new person who has to sign in the next day may not come back.
  const session = await sessions.start({ req, res, userId: user._id, remember: true, isFirst: true });
  await onRegistered(user);
  return { user, session };
}

const invalidCredentials = () => new AppError('INVALID_CREDENTIALS', 'Invalid credentials');

/**
 * Signs in with e-mail or user name. An unknown name costs the same work and gets the same answer as a wrong password;
 * only an account without a password answers otherwise, so that its owner finds the right button.
 * @throws AppError 401, 403 for a suspended account, 429, 503 where too many passwords wait to be checked
 */
export async function logIn(
  deps: AuthServiceDeps,
  body: LoginBody,
  { req, res }: Exchange,
): Promise<SignedIn> {
  const { users, sessions, passwords, rateLimits, now } = deps;
  await rateLimits.consumeForAddress(ADDRESS_SIGN_INS_LIMIT, req);
  const name = loginName(body.emailOrUsername);
  const found = await users.findByLogin(body.emailOrUsername);
  const attempt = await consumeTry(deps, req, { userId: found?._id.toString() ?? null, name });
  let fits: boolean;
  try {
    fits = await passwords.verify(found?.passwordHash, body.password);
  } catch (error) {
    await attempt.refund();
    throw error;
  }
  if (found === null) throw invalidCredentials();
  const { _id, passwordHash } = found;
  if (!passwordHash) {
    throw new AppError(
      'SOCIAL_ACCOUNT',
      'This account is linked to social media. Please use the social login buttons.',
    );
  }
  if (!fits) throw invalidCredentials();
  await attempt.refund();
  await rateLimits.consumeForAccount(SIGN_INS_LIMIT, _id.toString());
  if (found.suspendedAt) throw new AppError('ACCOUNT_SUSPENDED', suspensionText(found));

  const lastLogin = now();
  const session = await sessions.start({
    req,
    res,
    userId: _id,
    remember: body.rememberMe ?? false,
    // The password may have been reset while the old one was being checked.
    confirm: async () => {
      const still = await users.changeIf({ _id, passwordHash, suspendedAt: null }, { lastLogin });
      if (still === null) throw invalidCredentials();
    },
  });
  return { user: { ...found, lastLogin }, session };
}

/**
 * Counts a try to sign in as a wrong one until `refund` says otherwise. A known browser has a limit of its own and
 * shares no other, so that nobody can lock an owner out. Unknown names are limited just like known ones.
 */
async function consumeTry(
  { sessions, rateLimits }: AuthServiceDeps,
  req: Request,
  { userId, name }: { userId: string | null; name: string },
): Promise<RateLimitHit> {
  const deviceId = userId === null ? null : await sessions.knownDeviceId(req, userId);
  if (deviceId !== null) return rateLimits.consume(DEVICE_LIMIT, `${userId} ${deviceId}`);
  const address = await rateLimits.consumeForAddress(ADDRESS_LIMIT, req);
  const account = await rateLimits.consume(ACCOUNT_LIMIT, userId ?? `unknown ${name}`);
  return together([address, account]);
}
