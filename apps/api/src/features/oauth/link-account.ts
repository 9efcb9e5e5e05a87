import { ACCOUNT_LIMITS, OAUTH_PROVIDER_NAMES } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { AppContext } from '../../context.js';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { AppError } from '../../platform/http/errors.js';
import { oneLine } from '../../platform/one-line.js';
import { passwordRemovedMail } from '../../platform/mail/templates.js';
import type { UserRecord } from '../users/user.model.js';
import { evict } from '../sessions/evict.js';
import { provisionUser } from '../sessions/provision-user.js';
import { OAuthFailure } from './landing.js';
import type { SocialProfile } from './profile.js';
import { userNameIdeas } from './user-name.js';

const ROUNDS = 3;

/**
 * The account that a person at a provider signs in to: the one linked before, one with the same e-mail where the
 * provider vouches for it, or a new one (security 14).
 * @throws OAuthFailure where there is no e-mail, where an account has it that may not be linked, or one is suspended
 */
export async function accountOf(ctx: AppContext, profile: SocialProfile): Promise<UserRecord> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const user = (await linkedBefore(ctx, profile)) ?? (await linkOrMake(ctx, profile));
    if (user === null) continue;
    if (user.suspendedAt !== null) throw new OAuthFailure('oauth_error', 'This account is suspended.');
    return user;
  }
  throw new OAuthFailure(
    'oauth_error',
    'This sign-in ran at the same time as another one. Please try again.',
  );
}

async function linkedBefore(
  ctx: AppContext,
  { provider, subject }: SocialProfile,
): Promise<UserRecord | null> {
  const { Identity, User } = ctx.models;
  const identity = await Identity.findOneAndUpdate(
    { provider, subject },
    { $set: { lastUsedAt: ctx.now() } },
    { lean: true },
  );
  if (identity === null) return null;
  const user = await User.findById(identity.user).lean();
  if (user === null) await Identity.deleteOne({ _id: identity._id, user: identity.user });
  return user;
}

/** `null` where another sign-in got in between: then look again. */
async function linkOrMake(ctx: AppContext, profile: SocialProfile): Promise<UserRecord | null> {
  const { email, emailVerified, provider } = profile;
  if (email === null) throw new OAuthFailure('oauth_no_user');
  const owner = await ctx.models.User.findOne({ email }).lean();
  if (owner === null) return makeAccount(ctx, { ...profile, email });
  if (!emailVerified) {
    throw new OAuthFailure(
      'oauth_error',
      `An account with this e-mail address exists already, and ${OAUTH_PROVIDER_NAMES[provider]} does not confirm that the address is yours. Please sign in with your password.`,
    );
  }
  if (owner.suspendedAt !== null) return owner;
  // Before the link: cut off in between, the next sign-in would go by the link and leave everybody else in.
  const user = owner.emailVerified ? owner : await takeOver(ctx, owner, profile);
  return (await link(ctx, profile, owner._id)) === 'taken' ? null : user;
}

/**
 * An account made with an address that nobody had confirmed may have been made by somebody else, to wait for its owner.
 * Now that the owner came, everybody else is out: password, sessions and other identities go, and the owner is told.
 */
async function takeOver(ctx: AppContext, owner: UserRecord, profile: SocialProfile): Promise<UserRecord> {
  const now = ctx.now();
  const { User } = ctx.models;
  const { _id } = owner;
  // Out before the password goes, since a session without one may set one; and after, for a sign-in in between. Until all
  // is done the address counts as unconfirmed, so that what is cut off is done again.
  await evict(ctx, _id, profile);
  await User.updateOne({ _id }, { $set: { updatedAt: now }, $unset: { passwordHash: 1 } });
  await evict(ctx, _id, profile);
  await User.updateOne({ _id }, { $set: { emailVerified: true } });
  if (owner.passwordHash !== undefined) {
    const providerName = OAUTH_PROVIDER_NAMES[profile.provider];
    const resetUrl = `${ctx.config.webOrigin}/i/account/forgotpassword`;
    await ctx.mail.enqueue(
      passwordRemovedMail({ to: owner.email, fullName: owner.fullName, providerName, resetUrl }),
    );
  }
  const { passwordHash: _gone, ...rest } = owner;
  return { ...rest, emailVerified: true, updatedAt: now };
}

/**
 * Makes an account for a person. The identity comes first: what is cut off leaves an identity without an account, which
 * the next sign-in removes, and never an account that nobody can sign in to.
 */
async function makeAccount(
  ctx: AppContext,
  profile: SocialProfile & { email: string },
): Promise<UserRecord | null> {
  const { provider, subject, email, emailVerified } = profile;
  const { Identity } = ctx.models;
  const _id = new Types.ObjectId();
  if ((await link(ctx, profile, _id)) === 'taken') return null;
  const fullName = oneLine(profile.fullName.slice(0, ACCOUNT_LIMITS.nameMax));
  try {
    for (const userName of userNameIdeas(profile)) {
      const name = fullName.length >= ACCOUNT_LIMITS.nameMin ? fullName : userName;
      const user = await provisionUser(ctx, { _id, fullName: name, userName, email, emailVerified }).catch(
        unlessNameTaken,
      );
      if (user === null) continue;
      // Another sign-in at this moment may have removed the identity, since it had no account yet.
      const createdAt = ctx.now();
      await Identity.updateOne(
        { provider, subject },
        { $set: { user: _id }, $setOnInsert: { createdAt, lastUsedAt: createdAt } },
        { upsert: true },
      );
      return user;
    }
    throw new Error('No free user name was found');
  } catch (error) {
    await Identity.deleteOne({ provider, subject, user: _id });
    if (error instanceof AppError && error.code === 'ALREADY_EXISTS') return null;
    throw error;
  }
}

/** `null` where only the name is taken, so that another may be tried. */
function unlessNameTaken(error: unknown): null {
  const isTaken = error instanceof AppError && error.code === 'ALREADY_EXISTS';
  if (!isTaken || error.errors?.some(({ path }) => path === 'email') === true) throw error;
  return null;
}

/**
 * Links a person at a provider to a user; the unique indexes decide.
 * @returns `made`, `had` where they were linked already, `taken` where the person is linked to another user
 * @throws OAuthFailure where the user is linked to another person at that provider
 */
export async function link(
  ctx: AppContext,
  { provider, subject }: Pick<SocialProfile, 'provider' | 'subject'>,
  user: Types.ObjectId,
): Promise<'made' | 'had' | 'taken'> {
  const now = ctx.now();
  const { Identity } = ctx.models;
  try {
    await Identity.create([{ provider, subject, user, createdAt: now, lastUsedAt: now }]);
    return 'made';
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const holder = await Identity.findOne({ provider, subject }).lean();
    if (holder !== null) return holder.user.equals(user) ? 'had' : 'taken';
    if ((await Identity.exists({ user, provider })) === null) return 'taken';
    throw new OAuthFailure(
      'oauth_error',
      `Another ${OAUTH_PROVIDER_NAMES[provider]} account is connected already. Disconnect it first.`,
      { cause: error },
    );
  }
}
