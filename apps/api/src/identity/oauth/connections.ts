import { OAUTH_PROVIDERS, type OAuthProvider, type SignInMethods } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import type { Request } from 'express';
import { Types } from 'mongoose';
import { AppError, authenticationRequired } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { seal, unsealUnexpired } from '../../platform/seal.js';
import { MINUTE, later } from '../../platform/time.js';
import { countMail } from '../../community/users/unverified-email-limit.js';
import type { Flow } from './flow.js';
import { OAuthFailure } from './landing.js';
import { link } from './identities.js';
import { noteConnected, tellOwner } from './link-account.js';
import type { OAuthDeps } from './oauth-deps.js';
import type { SocialProfile } from './profile.js';
import { providerAccess, providerName } from './provider-access.js';

/** From the request for a ticket to the navigation that uses it; milliseconds. */
const TICKET_TTL = MINUTE;
const PURPOSE = 'oauth connect';
/** Older marks were left by a crash; milliseconds. */
const MARK_LASTS = MINUTE;

interface Ticket {
  provider: OAuthProvider;
  userId: string;
  sessionId: string;
  expiresAt: number;
}

const startAgain = () => new OAuthFailure('oauth_error', t`Please connect the account from Settings again.`);

/** How the user can sign in. */
export async function readSignInMethods(
  { users, identities, config }: OAuthDeps,
  viewer: Viewer,
  req: Request,
): Promise<SignInMethods> {
  const [user, found] = await Promise.all([
    users.get(viewer.id),
    identities.find({ user: viewer.id }).sort({ createdAt: 1 }).lean(),
  ]);
  if (user === null) throw authenticationRequired();
  return {
    hasPassword: Boolean(user.passwordHash),
    connections: OAUTH_PROVIDERS.flatMap((provider) => {
      const identity = found.find((each) => each.provider === provider);
      const available = providerAccess(config, provider, req) !== null;
      // The three specified providers are always there.
      if (provider === 'oidc' && !available && identity === undefined) return [];
      return {
        provider,
        name: providerName(config, provider),
        available,
        connectedAt: identity?.createdAt.toISOString() ?? null,
        lastUsedAt: identity?.lastUsedAt.toISOString() ?? null,
      };
    }),
  };
}

/** Returns a ticket that lets this session connect a provider account. Foreign pages cannot obtain one. */
export const issueTicket = (
  { config, now }: OAuthDeps,
  { id, sessionId }: Viewer,
  provider: OAuthProvider,
): string =>
  seal(config.secrets.oauth, PURPOSE, {
    provider,
    userId: id,
    sessionId,
    expiresAt: now().getTime() + TICKET_TTL,
  } satisfies Ticket);

/**
 * Returns the user and session that a provider account is to be connected to.
 * @throws OAuthFailure if the ticket is expired, or of another provider or session
 */
export async function readTicket(
  { config, sessions, now }: OAuthDeps,
  req: Request,
  { provider, ticket }: { provider: OAuthProvider; ticket: string },
): Promise<NonNullable<Flow['connect']>> {
  const found = unsealUnexpired(config.secrets.oauth, PURPOSE, ticket, now()) as Ticket | undefined;
  const viewer = await sessions.authenticate(req);
  const fits = found !== undefined && found.provider === provider && found.sessionId === viewer?.sessionId;
  if (!fits) throw startAgain();
  return { userId: found.userId, sessionId: found.sessionId };
}

/**
 * Connects a provider account to the account that asked for it, and notifies the owner by mail. The session that
 * started it must still be valid in this browser. The access token may have expired, because a visit to a provider
 * can take long.
 * @throws OAuthFailure if the session has ended, or the provider account belongs to another user
 */
export async function connectAccount(
  deps: OAuthDeps,
  req: Request,
  {
    connect: { userId, sessionId },
    profile,
  }: { connect: NonNullable<Flow['connect']>; profile: SocialProfile },
): Promise<void> {
  const { identities, sessions, users } = deps;
  const isAlive = () => sessions.isAlive({ id: userId, sessionId });
  const isOwn = sessions.idsOf(req).includes(sessionId) && (await isAlive());
  const user = isOwn ? await users.getShown(userId) : null;
  if (user === null) throw startAgain();

  await countMail(deps.rateLimits, user);
  const { provider, subject } = profile;
  const name = providerName(deps.config, provider);
  const linked = await link(deps, profile, user._id);
  if (linked === 'had') return;
  if (linked === 'taken') {
    throw new OAuthFailure('oauth_error', t`This ${name} account is connected to another user.`);
  }
  // Checked again after the write: an owner who locks others out ends their sessions first. If the check fails,
  // assume that the session has ended.
  if (!(await isAlive().catch(() => false))) {
    await identities.deleteOne({ provider, subject, user: user._id });
    throw startAgain();
  }
  await noteConnected(deps, user, profile);
}

/**
 * Disconnects a provider account and notifies the owner by mail. It is marked before the remaining ones are
 * counted, so that of two parallel calls that would remove the last sign-in method at least one sees the other's
 * mark.
 * @throws AppError 404 if none is connected, 409 if it is the last sign-in method
 */
export async function disconnect(deps: OAuthDeps, viewer: Viewer, provider: OAuthProvider): Promise<void> {
  const { identities, users } = deps;
  const now = deps.now();
  const own = { user: new Types.ObjectId(viewer.id), provider };
  const name = providerName(deps.config, provider);
  const marked = await identities.updateMany(own, { $set: { leavingAt: now } });
  if (marked.matchedCount === 0) throw new AppError('NOT_FOUND', t`No ${name} account is connected`);

  const lately = { $gt: later(now, -MARK_LASTS) };
  const [user, another] = await Promise.all([
    users.get(viewer.id),
    identities.exists({ user: own.user, provider: { $ne: provider }, leavingAt: { $not: lately } }),
  ]);
  if (user === null) throw authenticationRequired();
  if (!user.passwordHash && another === null) {
    await identities.updateMany(own, { $unset: { leavingAt: 1 } });
    throw new AppError(
      'CONFLICT',
      t`${name} is your only way to sign in. Set a password or connect another account first.`,
    );
  }
  await identities.deleteMany(own);
  await deps.sessions.securityLog.append({ user: user._id, event: 'provider-disconnected', detail: name });
  await tellOwner(
    deps,
    user,
    () => t`Your ${name} account was disconnected: you can no longer sign in with it.`,
  );
}
