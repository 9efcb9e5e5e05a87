import type { OAuthProvider } from '@social-feed/contracts';
import type { Types } from 'mongoose';
import type { AppContext } from '../context.js';

/** Ends every session of an account and voids its personal API tokens, which let in just the same. */
export async function endAccess(ctx: AppContext, user: Types.ObjectId): Promise<void> {
  await Promise.all([ctx.models.Session.deleteMany({ user }), ctx.models.ApiToken.deleteMany({ user })]);
}

/**
 * The same, and cuts the account's identities at providers, all but one. Whoever made an account with an address that
 * nobody had confirmed may have done so to wait for the address's owner; called when the owner comes.
 */
export async function evict(
  ctx: AppContext,
  user: Types.ObjectId,
  keep?: { provider: OAuthProvider; subject: string },
): Promise<void> {
  const others =
    keep === undefined
      ? {}
      : { $or: [{ provider: { $ne: keep.provider } }, { subject: { $ne: keep.subject } }] };
  await Promise.all([endAccess(ctx, user), ctx.models.Identity.deleteMany({ user, ...others })]);
}
