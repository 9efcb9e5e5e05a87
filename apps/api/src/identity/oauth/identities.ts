import { t } from '@social-feed/contracts/t';
import type { Types } from 'mongoose';
import type { UserRecord } from '../../community/users/user.model.js';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { OAuthFailure } from './landing.js';
import type { OAuthDeps } from './oauth-deps.js';
import type { SocialProfile } from './profile.js';
import { providerName } from './provider-access.js';

/** An account at a provider. */
export type Person = Pick<SocialProfile, 'provider' | 'subject'> & { issuer?: string | undefined };

/** The provider account itself, of this issuer. */
const ofPerson = ({ provider, subject, issuer }: Person) => ({
  provider,
  subject,
  ...(issuer !== undefined && { issuer: { $in: [issuer, null] } }),
});

/**
 * Records a sign-in with a provider account.
 * @returns whether it is connected, with a user: to that user
 */
export async function noteUse(
  { identities, now }: OAuthDeps,
  person: Person,
  user?: Types.ObjectId,
): Promise<boolean> {
  const { issuer } = person;
  const { matchedCount } = await identities.updateOne(
    { ...ofPerson(person), ...(user && { user }) },
    { $set: { lastUsedAt: now(), ...(issuer !== undefined && { issuer }) } },
  );
  return matchedCount === 1;
}

/** Returns the user of a provider account; `null` if there is none. */
export async function linkedBefore(
  { identities, users }: OAuthDeps,
  person: Person,
): Promise<UserRecord | null> {
  const identity = await identities.findOne(ofPerson(person)).lean();
  if (identity === null) return null;
  const user = await users.get(identity.user);
  if (user === null) await identities.deleteOne({ _id: identity._id, user: identity.user });
  return user;
}

/**
 * Links a provider account to a user. The unique indexes prevent duplicates.
 * @returns `made`, `had` if it was linked already, `taken` if it is linked to another user
 * @throws OAuthFailure if the user is linked to another account at that provider, or the id to another user by another
 *   issuer
 */
export async function link(
  { identities, config, now }: OAuthDeps,
  { provider, subject, issuer }: Person,
  user: Types.ObjectId,
): Promise<'made' | 'had' | 'taken'> {
  const createdAt = now();
  const by = issuer === undefined ? {} : { issuer };
  try {
    await identities.create([{ provider, subject, ...by, user, createdAt, lastUsedAt: createdAt }]);
    return 'made';
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const name = providerName(config, provider);
    const holder = await identities.findOne({ provider, subject }).lean();
    if (holder?.user.equals(user) === true) {
      if (issuer !== undefined) await identities.updateOne({ _id: holder._id, user }, { $set: by });
      return 'had';
    }
    if (issuer !== undefined && holder?.issuer && holder.issuer !== issuer) {
      throw new OAuthFailure(
        'oauth_error',
        t`The host has changed ${name}, and another user had this id there before. Please sign in another way.`,
      );
    }
    if (holder !== null) return 'taken';
    if ((await identities.exists({ user, provider })) === null) return 'taken';
    throw new OAuthFailure(
      'oauth_error',
      t`Another ${name} account is connected already. Disconnect it first.`,
      { cause: error },
    );
  }
}
