import { OAUTH_PROVIDER_NAMES, type OAuthProvider } from '@social-feed/contracts';
import type { Request } from 'express';
import type { AppContext } from '../../context.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { signInChangedMail } from '../../platform/mail/templates.js';
import { seal, unseal } from '../../platform/seal.js';
import { sessionIdsOf } from '../sessions/session.service.js';
import type { Flow } from './flow.js';
import { OAuthFailure } from './landing.js';
import { link } from './link-account.js';
import type { SocialProfile } from './profile.js';

/** From the call for a ticket to the navigation that takes it; milliseconds. */
const TICKET_TTL = 60_000;
const PURPOSE = 'oauth connect';

interface Ticket {
  provider: OAuthProvider;
  userId: string;
  sessionId: string;
  expiresAt: number;
}

const startAgain = () => new OAuthFailure('oauth_error', 'Please connect the account from Settings again.');

/** Allows this session, and nobody whom a foreign page sent, to connect an account at a provider. */
export const issueTicket = (ctx: AppContext, viewer: Viewer, provider: OAuthProvider): string =>
  seal(ctx.config.secrets.oauth, PURPOSE, {
    provider,
    userId: viewer.id,
    sessionId: viewer.sessionId,
    expiresAt: ctx.now().getTime() + TICKET_TTL,
  } satisfies Ticket);

/**
 * Whom an account at a provider is to be added to.
 * @throws OAuthFailure where the ticket is late, of another provider or of another session
 */
export async function readTicket(
  ctx: AppContext,
  req: Request,
  { provider, ticket }: { provider: OAuthProvider; ticket: string },
): Promise<NonNullable<Flow['connect']>> {
  const found = unseal(ctx.config.secrets.oauth, PURPOSE, ticket) as Ticket | undefined;
  const viewer = await ctx.authenticate(req);
  const fits =
    found !== undefined &&
    found.provider === provider &&
    found.expiresAt > ctx.now().getTime() &&
    found.sessionId === viewer?.sessionId;
  if (!fits) throw startAgain();
  return { userId: found.userId, sessionId: found.sessionId };
}

/**
 * Adds a person at a provider to the account that asked for it, and tells the owner by mail. The session that began it
 * must still be this browser's and alive, whatever the access token's age: a visit to a provider may take long.
 * @throws OAuthFailure where the session ended, or the person there belongs to another account
 */
export async function connectAccount(
  ctx: AppContext,
  req: Request,
  { connect, profile }: { connect: NonNullable<Flow['connect']>; profile: SocialProfile },
): Promise<void> {
  const { Identity, Session, User } = ctx.models;
  const now = ctx.now();
  const session = sessionIdsOf(ctx, req).includes(connect.sessionId)
    ? await Session.findOne({ _id: connect.sessionId, user: connect.userId, expiresAt: { $gt: now } }).lean()
    : null;
  const user = session === null ? null : await User.findOne({ _id: session.user, suspendedAt: null }).lean();
  if (user === null) throw startAgain();

  const { provider, subject } = profile;
  const name = OAUTH_PROVIDER_NAMES[provider];
  const linked = await link(ctx, profile, user._id);
  if (linked === 'had') return;
  if (linked === 'taken') {
    throw new OAuthFailure('oauth_error', `This ${name} account is connected to another user.`);
  }
  // Looked at again: whoever is rid of every way in but their own ends the session first.
  if ((await Session.exists({ _id: connect.sessionId, user: user._id })) === null) {
    await Identity.deleteOne({ provider, subject, user: user._id });
    throw startAgain();
  }
  await ctx.mail.enqueue(
    signInChangedMail({
      to: user.email,
      fullName: user.fullName,
      what: `Your ${name} account was connected: you can sign in with it from now on.`,
      settingsUrl: `${ctx.config.webOrigin}/settings`,
    }),
  );
}
