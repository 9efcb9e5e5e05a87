import type { applyForAccount, BodyOf, LoginBody, RegisterBody } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import type { Request } from 'express';
import { AppError, invalidField } from '../../platform/http/errors.js';
import { combineHits, type RateLimit, type RateLimitHit } from '../../platform/http/rate-limit.js';
import type { Exchange } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import { HOUR, MINUTE } from '../../platform/time.js';
import type { EventOutbox } from '../../community/events.js';
import type { Factors } from '../factors/factors.feature.js';
import type { Instance } from '../../community/instance/instance.feature.js';
import { APPROVAL_PENDING_TEXT } from '../../community/registration/entrance.js';
import type { Registration } from '../../community/registration/registration.feature.js';
import type { UserRecord } from '../../community/users/user.model.js';
import { loginName } from '../../community/users/user-store.js';
import { normalizeFullName } from '../../community/users/user-names.js';
import type { Users } from '../../community/users/users.feature.js';
import type { AppealTickets } from './appeal-tickets.js';
import type { BreachedPasswords } from './breached-passwords.js';
import type { PasswordHasher } from './password-hasher.js';
import type { SessionRecord } from './session.model.js';
import { knownDeviceId, seenLocaleOf, startSession, type SessionServiceDeps } from './session.service.js';

/** New accounts from one address. */
export const REGISTER_LIMIT: RateLimit = { name: 'register', limit: 300, window: HOUR };
/**
 * Wrong passwords for one account from unknown browsers, by user name and e-mail address together: separate limits
 * would double the attempts.
 */
export const ACCOUNT_LIMIT: RateLimit = { name: 'sign-in-account', limit: 10, window: 15 * MINUTE };
/** Wrong passwords for one account from one known browser. */
const DEVICE_LIMIT: RateLimit = { name: 'sign-in-device', limit: 10, window: 15 * MINUTE };
/** Wrong passwords from one address, over all accounts. */
export const ADDRESS_LIMIT: RateLimit = { name: 'sign-in-address', limit: 50, window: 15 * MINUTE };

/** All sign-in attempts from one address, because each uses CPU time, and a successful one creates a session. */
export const ADDRESS_SIGN_INS_LIMIT: RateLimit = {
  name: 'sign-ins-address',
  limit: 300,
  window: 15 * MINUTE,
};
/** Successful sign-ins to one account. */
export const SIGN_INS_LIMIT: RateLimit = { name: 'sign-ins', limit: 30, window: HOUR };

/** Name of this way of signing in in the security log. */
const PASSWORD = 'Password';

export interface AuthServiceDeps extends SessionServiceDeps, Pick<Platform, 'rateLimits'> {
  instance: Pick<Instance, 'settings'>;
  users: Users;
  passwords: PasswordHasher;
  factors: Pick<Factors, 'askFor'>;
  breached: Pick<BreachedPasswords, 'refuse'>;
  appealTickets: Pick<AppealTickets, 'refuseSuspended'>;
  registration: Pick<Registration, 'admit' | 'applications'>;
  outbox: Pick<EventOutbox, 'publish'>;
}

type ApplyBody = BodyOf<typeof applyForAccount>;

export interface SignedIn {
  user: UserRecord;
  session: SessionRecord;
}

/**
 * Creates an account and signs it in.
 * @throws AppError 400 for a refused e-mail address, a breached password or if the rules are not accepted, 403 if the
 *   host asks for another way to come in, 409 if the name or e-mail address is taken, 429, 503 if too many passwords
 *   are queued for hashing
 */
export async function register(
  deps: AuthServiceDeps,
  { fullName, userName, email, password, acceptedRules, invite, proof }: RegisterBody,
  { req, res }: Exchange,
): Promise<SignedIn> {
  const { instance, users, passwords, breached, registration, rateLimits, outbox } = deps;
  // Before the check for taken names, which reveals as much as the rate-limited availability endpoints.
  await rateLimits.consumeForAddress(REGISTER_LIMIT, req);
  await refuseWithoutRules(instance, acceptedRules);
  const admission = await registration.admit({ req, email, invite, proof });
  await breached.refuse(password, 'password');
  await users.refuseIfTaken({ userName, email });
  const passwordHash = await passwords.hash(password);
  const { giveBack, ...by } = await admission.take();
  const wanted = { fullName, userName, email, emailVerified: false, passwordHash, ...by };
  const user = await users.create(wanted).catch(async (error: unknown) => {
    await giveBack();
    throw error;
  });
  // Sign-up has no "remember me" choice, and new users who must sign in the next day may not return.
  const session = await startSession(deps, {
    req,
    res,
    userId: user._id,
    remember: true,
    by: PASSWORD,
    isFirst: true,
  });
  await outbox.publish('signUp', { ...user, ...seenLocaleOf(req) });
  return { user, session };
}

/** @throws AppError 400 if the host has rules and they are not accepted */
async function refuseWithoutRules(instance: AuthServiceDeps['instance'], accepted = false): Promise<void> {
  if (!accepted && (await instance.settings()).rules.length > 0)
    throw invalidField('acceptedRules', t`Agree to the rules to create an account`);
}

/**
 * Applies for an account, where an admin approves each.
 * @throws AppError like `register`, and 409 if no approval is needed
 */
export async function apply(
  { instance, users, passwords, breached, registration, rateLimits }: AuthServiceDeps,
  { fullName, userName, email, password, acceptedRules, sentence, invite, proof }: ApplyBody,
  req: Request,
): Promise<void> {
  await rateLimits.consumeForAddress(REGISTER_LIMIT, req);
  await refuseWithoutRules(instance, acceptedRules);
  const { applies, take } = await registration.admit({ req, email, invite, proof, sentence });
  if (!applies) throw new AppError('CONFLICT', t`You need no approval. Please sign up.`);
  await breached.refuse(password, 'password');
  await users.refuseIfTaken({ userName, email });
  const passwordHash = await passwords.hash(password);
  const { giveBack } = await take();
  try {
    await registration.applications.add({
      fullName: normalizeFullName(fullName),
      userName,
      email,
      emailVerified: false,
      passwordHash,
      sentence,
      ...seenLocaleOf(req),
    });
  } catch (error) {
    await giveBack();
    throw error;
  }
}

// no `t`: the web app knows this message and the next by their English, and translates them itself
const invalidCredentials = () => new AppError('INVALID_CREDENTIALS', 'Invalid credentials');

/**
 * Signs in with e-mail address or user name. An unknown name costs the same work and gets the same response as a
 * wrong password. Only an account without a password gets another one, so that its owner uses the social sign-in.
 * An applicant with the right password gets APPROVAL_PENDING.
 * @throws AppError 401, also if the second factor is needed, 403 for a suspended account or an applicant, 429, 503 if
 *   too many password checks are queued
 */
export async function logIn(
  deps: AuthServiceDeps,
  body: LoginBody,
  { req, res }: Exchange,
): Promise<SignedIn> {
  const { users, passwords, registration, rateLimits, outbox, now } = deps;
  await rateLimits.consumeForAddress(ADDRESS_SIGN_INS_LIMIT, req);
  const name = loginName(body.emailOrUsername);
  const found = await users.findByLogin(body.emailOrUsername);
  const applicant = found === null ? await registration.applications.findByLogin(body.emailOrUsername) : null;
  const userId = (found ?? applicant)?._id.toString() ?? null;
  const attempt = await consumeTry(deps, req, { userId, name });
  let fits: boolean;
  try {
    fits = await passwords.verify((found ?? applicant)?.passwordHash, body.password);
  } catch (error) {
    await attempt.refund();
    throw error;
  }
  if (applicant !== null && fits) {
    await attempt.refund();
    throw new AppError('APPROVAL_PENDING', APPROVAL_PENDING_TEXT);
  }
  if (found === null) throw invalidCredentials();
  const { _id, passwordHash } = found;
  // Not awaited: only known accounts have a log, so waiting would reveal them.
  if (!fits) void deps.securityLog.append({ user: _id, event: 'sign-in-failed', detail: PASSWORD });
  if (!passwordHash) {
    throw new AppError(
      'SOCIAL_ACCOUNT',
      'This account is linked to social media. Please use the social login buttons.',
    );
  }
  if (!fits) throw invalidCredentials();
  await attempt.refund();
  await rateLimits.consumeForAccount(SIGN_INS_LIMIT, _id.toString());
  deps.appealTickets.refuseSuspended(res, found);
  const remember = body.rememberMe ?? false;
  if (await deps.factors.askFor(res, { user: _id.toHexString(), remember, by: PASSWORD, passwordHash }))
    throw new AppError('SECOND_FACTOR_REQUIRED', t`Confirm your sign-in with your second step.`);

  // An approved applicant, who gets the code for the address now, to be here when it comes.
  const isFirst = found.lastLogin === null && found.confirmEmail === true;
  const lastLogin = now();
  const session = await startSession(deps, {
    req,
    res,
    userId: _id,
    by: PASSWORD,
    remember,
    isFirst,
    // The password may have been reset during the check of the old one.
    confirm: async () => {
      const still = await users.changeIf({ _id, passwordHash, suspendedAt: null }, { lastLogin });
      if (still === null) throw invalidCredentials();
    },
  });
  if (isFirst) await outbox.publish('signUp', { ...found, ...seenLocaleOf(req) });
  return { user: { ...found, lastLogin }, session };
}

/**
 * Counts a sign-in attempt as wrong until `refund` is called. A known browser has its own limit and shares no
 * other, so that attackers cannot lock the owner out. Unknown names are limited like known ones.
 */
async function consumeTry(
  deps: AuthServiceDeps,
  req: Request,
  { userId, name }: { userId: string | null; name: string },
): Promise<RateLimitHit> {
  const { rateLimits } = deps;
  const deviceId = userId === null ? null : await knownDeviceId(deps, req, userId);
  if (deviceId !== null) return rateLimits.consume(DEVICE_LIMIT, `${userId} ${deviceId}`);
  const address = await rateLimits.consumeForAddress(ADDRESS_LIMIT, req);
  const account = await rateLimits.consume(ACCOUNT_LIMIT, userId ?? `unknown ${name}`);
  return combineHits([address, account]);
}
