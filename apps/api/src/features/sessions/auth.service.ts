import type { LoginBody, RegisterBody } from '@social-feed/contracts';
import type { Request, Response } from 'express';
import type { AppContext } from '../../context.js';
import { AppError } from '../../platform/http/errors.js';
import { spendForAddress, type Budget } from '../../platform/http/rate-limit.js';
import type { UserRecord } from '../users/user.model.js';
import { findByLogin, loginName } from '../users/user.service.js';
import { rememberDevice } from './known-device.js';
import { provisionUser, refuseIfTaken } from './provision-user.js';
import type { SessionRecord } from './session.model.js';
import { startSession } from './session.service.js';
import { spendSignIn } from './sign-in-throttle.js';

/** New accounts from one address. */
export const REGISTER_BUDGET: Budget = { name: 'register', limit: 300, window: 60 * 60 * 1000 };

export interface SignedIn {
  user: UserRecord;
  session: SessionRecord;
}

interface Exchange {
  req: Request;
  res: Response;
}

/**
 * Makes an account and signs it in (A §7.1).
 * @throws AppError 409 where name or e-mail is taken, 429, 503 where too many passwords wait to be hashed
 */
export async function register(
  ctx: AppContext,
  body: RegisterBody,
  { req, res }: Exchange,
): Promise<SignedIn> {
  // before the look whether it is taken: that tells as much as the availability calls, which are throttled (security 24)
  await spendForAddress(ctx, REGISTER_BUDGET, req);
  await refuseIfTaken(ctx, body);
  const passwordHash = await ctx.passwords.hash(body.password);
  const user = await provisionUser(ctx, {
    fullName: body.fullName,
    userName: body.userName,
    email: body.email,
    emailVerified: false,
    passwordHash,
  });
  // The cookies end with the browser: staying signed in is asked for at sign-in only.
  const session = await startSession(ctx, { req, res, userId: user._id, remember: false });
  rememberDevice(ctx, req, res, user._id.toString());
  return { user, session };
}

const invalidCredentials = () => new AppError('INVALID_CREDENTIALS', 'Invalid credentials');
const socialAccount = () =>
  new AppError(
    'SOCIAL_ACCOUNT',
    'This account is linked to social media. Please use the social login buttons.',
  );

/**
 * Signs in with e-mail or user name. An unknown name costs the same work and gets the same answer as a wrong password
 * (security 7); only an account without a password answers otherwise, as specified (A §8).
 * @throws AppError 401, 403 for a suspended account, 429, 503 where too many passwords wait to be checked
 */
export async function logIn(ctx: AppContext, body: LoginBody, { req, res }: Exchange): Promise<SignedIn> {
  const name = loginName(body.emailOrUsername);
  const found = await findByLogin(ctx, name);
  const attempt = await spendSignIn(ctx, req, { userId: found?._id.toString() ?? null, name });
  let fits: boolean;
  try {
    fits = await ctx.passwords.verify(found?.passwordHash, body.password);
  } catch (error) {
    await attempt.refund();
    throw error;
  }
  if (found === null) throw invalidCredentials();
  const { passwordHash } = found;
  if (passwordHash === undefined) throw socialAccount();
  if (!fits) throw invalidCredentials();
  await attempt.refund();
  if (found.suspendedAt !== null) throw new AppError('ACCOUNT_SUSPENDED', 'This account is suspended');

  const now = ctx.now();
  const session = await startSession(ctx, {
    req,
    res,
    userId: found._id,
    remember: body.rememberMe ?? false,
    // The password may have been reset while the old one was being checked.
    confirm: async () => {
      const still = await ctx.models.User.updateOne(
        { _id: found._id, passwordHash, suspendedAt: null },
        { $set: { lastLogin: now } },
      );
      if (still.matchedCount === 0) throw invalidCredentials();
    },
  });
  rememberDevice(ctx, req, res, found._id.toString());
  return { user: { ...found, lastLogin: now }, session };
}
