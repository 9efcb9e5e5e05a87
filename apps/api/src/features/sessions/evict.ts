import type { OAuthProvider } from '@social-feed/contracts';
import type { Types } from 'mongoose';
import type { AppContext } from '../../context.js';

/**
 * Ends every session of an account and voids its personal API tokens, which let in just the same. In this order: a token
 * that is being made looks afterwards whether its session is still there.
 */
export async function endAccess({ models }: Pick<AppContext, 'models'>, user: Types.ObjectId): Promise<void> {
  await models.Session.deleteMany({ user });
  await models.ApiToken.deleteMany({ user });
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
  // Sessions before, since an account that is being connected looks afterwards whether its session is still there; and
  // after, since a sign-in looks whether its identity is.
  await endAccess(ctx, user);
  await ctx.models.Identity.deleteMany({ user, ...others });
  await endAccess(ctx, user);
}
