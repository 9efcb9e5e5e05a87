import type { OAuthProvider, OAuthStartQuery } from '@social-feed/contracts';
import type { Request, Response } from 'express';
import { Passport } from 'passport';
import type { Strategy } from 'passport';
import type { AppContext } from '../../context.js';
import { AppError } from '../../platform/http/errors.js';
import { spendForAddress, type Budget } from '../../platform/http/rate-limit.js';
import { rememberDevice } from '../sessions/known-device.js';
import { startSession } from '../sessions/session.service.js';
import { connectAccount, readTicket } from './connect.js';
import { type Flow, forgetFlow, readFlow, rememberFlow, takeState } from './flow.js';
import { OAuthFailure, failureAddress, landingAddress, successAddress } from './landing.js';
import { accountOf } from './link-account.js';
import type { SocialProfile } from './profile.js';
import { providerAccess } from './provider-access.js';
import { createStrategy } from './strategies.js';

const RETURN_BUDGET: Budget = { name: 'oauth-return', limit: 100, window: 15 * 60 * 1000 };

interface Exchange {
  req: Request;
  res: Response;
}

/**
 * Sends the browser to a provider, to come back to the callback address in the end.
 * @param query.connect ticket for adding the provider's account to the signed-in one
 * @throws AppError 400 for a callback on a foreign origin
 */
export async function startSignIn(
  ctx: AppContext,
  provider: OAuthProvider,
  query: OAuthStartQuery,
  { req, res }: Exchange,
): Promise<void> {
  const landing = landingAddress(ctx.config, query.callback);
  const access = providerAccess(ctx.config, provider, req);
  if (access === null) {
    const failure = new OAuthFailure('oauth_error', 'This way to sign in is not set up here.');
    res.redirect(failureAddress(landing, failure));
    return;
  }
  let connect: Flow['connect'];
  try {
    connect =
      query.connect === undefined
        ? undefined
        : await readTicket(ctx, req, { provider, ticket: query.connect });
  } catch (error) {
    res.redirect(failureAddress(landing, toFailure(ctx, provider, error)));
    return;
  }
  const strategy = createStrategy(provider, {
    ...access,
    answerWithin: ctx.config.oauth.answerWithin,
    remember: (flow) =>
      rememberFlow(ctx, res, { ...flow, provider, landing, ...(connect === undefined ? {} : { connect }) }),
  });
  await authenticate(strategy, { req, res });
}

/**
 * Takes the browser back from a provider: signs in, or connects, and goes to the landing address, or tells there what went wrong
 * (A §8). Nothing that a provider or a forged address can send ends in an error page.
 */
export async function finishSignIn(
  ctx: AppContext,
  provider: OAuthProvider,
  { req, res }: Exchange,
): Promise<void> {
  const flow = readFlow(ctx, req);
  const landing = flow?.landing ?? landingAddress(ctx.config, undefined);
  forgetFlow(ctx, res);
  try {
    await spendForAddress(ctx, RETURN_BUDGET, req);
    const state = req.query['state'];
    if (flow === null || !(await takeState(ctx, flow, { provider, state }))) {
      throw new OAuthFailure(
        'oauth_error',
        'This sign-in was not started in this browser, or it took too long. Please try again.',
      );
    }
    const profile = await askProvider(ctx, provider, flow.verifier, { req, res });
    if (flow.connect === undefined) await signIn(ctx, profile, { req, res });
    else await connectAccount(ctx, req, { connect: flow.connect, profile });
  } catch (error) {
    res.redirect(failureAddress(landing, toFailure(ctx, provider, error)));
    return;
  }
  res.redirect(successAddress(landing));
}

async function signIn(ctx: AppContext, profile: SocialProfile, { req, res }: Exchange): Promise<void> {
  const user = await accountOf(ctx, profile);
  const { provider, subject } = profile;
  await startSession(ctx, {
    req,
    res,
    userId: user._id,
    remember: false,
    // The account may have been suspended, or rid of this way in, while the person was at the provider.
    confirm: async () => {
      const [still, linked] = await Promise.all([
        ctx.models.User.updateOne({ _id: user._id, suspendedAt: null }, { $set: { lastLogin: ctx.now() } }),
        ctx.models.Identity.exists({ provider, subject, user: user._id }),
      ]);
      if (still.matchedCount === 0 || linked === null) throw new OAuthFailure(`${provider}_auth_failed`);
    },
  });
  rememberDevice(ctx, req, res, user._id.toString());
}

async function askProvider(
  ctx: AppContext,
  provider: OAuthProvider,
  verifier: string | undefined,
  exchange: Exchange,
): Promise<SocialProfile> {
  const failed = `${provider}_auth_failed` as const;
  const access = providerAccess(ctx.config, provider, exchange.req);
  const { code, error } = exchange.req.query;
  // Without a code Passport would send the browser off again.
  if (access === null || (typeof code !== 'string' && typeof error !== 'string'))
    throw new OAuthFailure(failed);
  const strategy = createStrategy(provider, {
    ...access,
    verifier,
    answerWithin: ctx.config.oauth.answerWithin,
  });
  let profile: SocialProfile | null;
  try {
    profile = await authenticate(strategy, exchange);
  } catch (cause) {
    throw new OAuthFailure(failed, undefined, { cause });
  }
  if (profile === null) throw new OAuthFailure(failed);
  return profile;
}

/** Runs a strategy outside of Express's chain. `null` where it refused, or where it sent the browser on. */
const authenticate = (strategy: Strategy, { req, res }: Exchange) =>
  new Promise<SocialProfile | null>((resolve, reject) => {
    const reasonOf = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
    const run = new Passport().authenticate(
      strategy,
      { session: false },
      (error: unknown, found?: unknown) => {
        if (error !== null && error !== undefined) reject(reasonOf(error));
        else resolve(found === false || found === undefined ? null : (found as SocialProfile));
      },
    ) as (req: Request, res: Response, next: (error?: unknown) => void) => void;
    run(req, res, (error) => reject(reasonOf(error)));
    if (res.writableEnded) resolve(null);
  });

function toFailure(ctx: AppContext, provider: OAuthProvider, error: unknown): OAuthFailure {
  if (error instanceof OAuthFailure) {
    const { cause } = error;
    // Messages of providers may hold tokens; their names and our own codes do not.
    if (cause instanceof Error) ctx.log.warn({ provider, reason: cause.name }, 'a social sign-in failed');
    return error;
  }
  if (error instanceof AppError && error.status < 500) return new OAuthFailure('oauth_error', error.message);
  ctx.log.error({ err: error, provider }, 'a social sign-in failed unexpectedly');
  return new OAuthFailure('oauth_handler_error');
}
