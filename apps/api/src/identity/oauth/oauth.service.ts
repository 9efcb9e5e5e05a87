import type { ErrorCode, OAuthProvider, OAuthStartQuery } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import type { Request, Response } from 'express';
import { Passport, type Strategy } from 'passport';
import { AppError } from '../../platform/http/errors.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Exchange } from '../../platform/http/route.js';
import { MINUTE } from '../../platform/time.js';
import { connectAccount, readTicket } from './connections.js';
import { rememberFlow, takeFlow, takeState, type Flow, type SocialEntry } from './flow.js';
import { OAuthFailure, landingAddress, outcomeAddress } from './landing.js';
import { accountOf } from './link-account.js';
import type { OAuthDeps } from './oauth-deps.js';
import type { UserRecord } from '../../community/users/user.model.js';
import type { SocialProfile } from './profile.js';
import { providerAccess, providerName, type ProviderAccess } from './provider-access.js';
import { createStrategy, type PassportProvider } from './strategies.js';

/** Errors of those who have no account and may not come in this way. */
const REFUSED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'REGISTRATION_CLOSED',
  'INVITATION_REQUIRED',
  'APPROVAL_REQUIRED',
  'APPROVAL_PENDING',
]);

const RETURN_LIMIT: RateLimit = { name: 'oauth-return', limit: 100, window: 15 * MINUTE };

/**
 * Redirects the browser to a provider, which later sends it back to the callback address.
 * @param query.connect ticket for connecting the provider account to the signed-in account
 * @throws AppError 400 for a callback on a foreign origin
 */
export async function startSignIn(
  deps: OAuthDeps,
  provider: OAuthProvider,
  query: OAuthStartQuery,
  { req, res }: Exchange,
): Promise<void> {
  const landing = landingAddress(deps.config, query.callback);
  const access = providerAccess(deps.config, provider, req);
  try {
    if (access === null) throw new OAuthFailure('oauth_error', t`This way to sign in is not set up here.`);
    // A provider that asks nothing would sign the visitors of a foreign page in, or the readers of a post whose
    // picture has this address.
    const { 'sec-fetch-site': site, 'sec-fetch-mode': mode = 'navigate' } = req.headers;
    if (site === 'cross-site' || mode !== 'navigate') {
      throw new OAuthFailure('oauth_error', t`Please sign in from the sign-in page.`);
    }
    const { connect: ticket, ...entry } = query;
    const connect =
      ticket === undefined ? {} : { connect: await readTicket(deps, req, { provider, ticket }) };
    if (provider === 'oidc') {
      const begun = await deps.openId.begin(access).catch((cause: unknown) => {
        throw new OAuthFailure('oidc_auth_failed', undefined, { cause });
      });
      rememberFlow(deps, res, { ...begun.flow, provider, landing, entry, ...connect });
      res.redirect(begun.url);
      return;
    }
    const strategy = createStrategy(provider, {
      ...access,
      answerWithin: deps.config.oauth.answerWithin,
      remember: (flow) => rememberFlow(deps, res, { ...flow, provider, landing, entry, ...connect }),
    });
    await authenticate(strategy, { req, res });
  } catch (error) {
    res.redirect(outcomeAddress(landing, toFailure(deps, provider, error)));
  }
}

/**
 * Handles the browser's return from a provider: signs in or connects, and redirects to the landing address, with
 * the error if it failed. No response of a provider and no forged address leads to an error page.
 */
export async function finishSignIn(
  deps: OAuthDeps,
  provider: OAuthProvider,
  { req, res }: Exchange,
): Promise<void> {
  const flow = takeFlow(deps, req, res);
  const landing = flow?.landing ?? landingAddress(deps.config, undefined);
  try {
    await deps.rateLimits.consumeForAddress(RETURN_LIMIT, req);
    const state = req.query['state'];
    if (flow === null || !(await takeState(deps, flow, { provider, state }))) {
      throw new OAuthFailure(
        'oauth_error',
        t`This sign-in was not started in this browser, or it took too long. Please try again.`,
      );
    }
    const profile = await askProvider(deps, provider, flow, { req, res });
    if (flow.connect === undefined) await signIn(deps, profile, flow.entry, { req, res });
    else await connectAccount(deps, req, { connect: flow.connect, profile });
  } catch (error) {
    res.redirect(outcomeAddress(landing, toFailure(deps, provider, error)));
    return;
  }
  res.redirect(outcomeAddress(landing));
}

async function signIn(
  deps: OAuthDeps,
  profile: SocialProfile,
  entry: SocialEntry | undefined,
  { req, res }: Exchange,
): Promise<void> {
  const began = deps.now();
  const { provider, subject, issuer } = profile;
  const by = providerName(deps.config, provider);
  const askForFactor = async ({ _id, email }: UserRecord, connects: boolean): Promise<void> => {
    const identity = { provider, subject, issuer, ...(connects && { connectsTo: email }) };
    const waiting = { user: _id.toHexString(), remember: false, by, identity };
    if (await deps.factors.askFor(res, waiting)) throw new OAuthFailure('second_factor_required');
  };
  const { _id, createdAt } = await accountOf(deps, profile, { ...entry, req, res }, askForFactor);
  await deps.sessions.start({
    req,
    res,
    userId: _id,
    by,
    remember: false,
    isFirst: createdAt >= began,
    // The account may have been suspended or disconnected during the visit to the provider.
    confirm: async () => {
      const [still, linked] = await Promise.all([
        deps.users.changeIf({ _id, suspendedAt: null }, { lastLogin: deps.now() }),
        deps.identities.exists({ provider, subject, user: _id }),
      ]);
      if (still === null || linked === null) throw new OAuthFailure(`${provider}_auth_failed`);
    },
  });
}

async function askProvider(
  deps: OAuthDeps,
  provider: OAuthProvider,
  flow: Flow,
  exchange: Exchange,
): Promise<SocialProfile> {
  const failed = `${provider}_auth_failed` as const;
  const access = providerAccess(deps.config, provider, exchange.req);
  const { code, error } = exchange.req.query;
  // Without a code Passport would redirect to the provider again.
  if (access === null || (typeof code !== 'string' && typeof error !== 'string'))
    throw new OAuthFailure(failed);
  let profile: SocialProfile | null;
  try {
    profile =
      provider === 'oidc'
        ? await deps.openId.finish(access, exchange.req, flow)
        : await askByPassport(deps, provider, { access, verifier: flow.verifier }, exchange);
  } catch (cause) {
    throw new OAuthFailure(failed, undefined, { cause });
  }
  if (profile === null) throw new OAuthFailure(failed);
  return profile;
}

const askByPassport = (
  { config }: OAuthDeps,
  provider: PassportProvider,
  { access, verifier }: { access: ProviderAccess; verifier: string | undefined },
  exchange: Exchange,
) => {
  const strategy = createStrategy(provider, { ...access, verifier, answerWithin: config.oauth.answerWithin });
  return authenticate(strategy, exchange);
};

/** Runs a strategy outside of Express's middleware chain. Returns `null` if it failed or redirected the browser. */
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

function toFailure(deps: OAuthDeps, provider: OAuthProvider, error: unknown): OAuthFailure {
  if (error instanceof OAuthFailure) {
    const { cause } = error;
    // Error messages of providers may contain tokens; their names and our own codes do not.
    if (cause instanceof Error) deps.log.warn({ provider, reason: cause.name }, 'a social sign-in failed');
    return error;
  }
  if (error instanceof AppError && REFUSED.has(error.code)) {
    const isPending = error.code === 'APPROVAL_PENDING';
    return new OAuthFailure(isPending ? 'oauth_registration_pending' : 'oauth_registration', error.message);
  }
  if (error instanceof AppError && error.status < 500) return new OAuthFailure('oauth_error', error.message);
  deps.log.error({ err: error, provider }, 'a social sign-in failed unexpectedly');
  return new OAuthFailure('oauth_handler_error');
}
