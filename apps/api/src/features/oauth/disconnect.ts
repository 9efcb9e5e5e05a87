import {
  OAUTH_PROVIDER_NAMES,
  OAUTH_PROVIDERS,
  type OAuthProvider,
  type SignInMethods,
} from '@social-feed/contracts';
import type { Request } from 'express';
import { Types } from 'mongoose';
import type { AppContext } from '../../context.js';
import { AppError, authenticationRequired } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { signInChangedMail } from '../../platform/mail/templates.js';
import { providerAccess } from './provider-access.js';

/** A mark older than this is of a process that ended in between; milliseconds. */
const MARK_LASTS = 60_000;

/** How the user can sign in, for the settings (design §4, Settings). */
export async function readSignInMethods(
  ctx: AppContext,
  viewer: Viewer,
  req: Request,
): Promise<SignInMethods> {
  const [user, identities] = await Promise.all([
    ctx.models.User.findById(viewer.id).lean(),
    ctx.models.Identity.find({ user: viewer.id }).sort({ createdAt: 1 }).lean(),
  ]);
  if (user === null) throw authenticationRequired();
  return {
    hasPassword: user.passwordHash !== undefined,
    connections: OAUTH_PROVIDERS.map((provider) => {
      const found = identities.find((identity) => identity.provider === provider);
      return {
        provider,
        available: providerAccess(ctx.config, provider, req) !== null,
        connectedAt: found?.createdAt.toISOString() ?? null,
        lastUsedAt: found?.lastUsedAt.toISOString() ?? null,
      };
    }),
  };
}

/**
 * Takes a provider's account away and tells the owner by mail. It is marked first and counted afterwards, so that of
 * two calls at once that would together leave no way in at least one sees the other's mark.
 * @throws AppError 404 where none is connected, 409 where it is the last way in
 */
export async function disconnect(ctx: AppContext, viewer: Viewer, provider: OAuthProvider): Promise<void> {
  const { Identity, User } = ctx.models;
  const now = ctx.now();
  const own = { user: new Types.ObjectId(viewer.id), provider };
  const name = OAUTH_PROVIDER_NAMES[provider];
  const marked = await Identity.updateMany(own, { $set: { leavingAt: now } });
  if (marked.matchedCount === 0) throw new AppError('NOT_FOUND', `No ${name} account is connected`);

  const lately = { $gt: new Date(now.getTime() - MARK_LASTS) };
  const [user, another] = await Promise.all([
    User.findById(viewer.id).lean(),
    Identity.exists({ user: own.user, provider: { $ne: provider }, leavingAt: { $not: lately } }),
  ]);
  if (user === null) throw authenticationRequired();
  if (user.passwordHash === undefined && another === null) {
    await Identity.updateMany(own, { $unset: { leavingAt: 1 } });
    throw new AppError(
      'CONFLICT',
      `${name} is your only way to sign in. Set a password or connect another account first.`,
    );
  }
  await Identity.deleteMany(own);
  await ctx.mail.enqueue(
    signInChangedMail({
      to: user.email,
      fullName: user.fullName,
      what: `Your ${name} account was disconnected: you can no longer sign in with it.`,
      settingsUrl: `${ctx.config.webOrigin}/settings`,
    }),
  );
}
