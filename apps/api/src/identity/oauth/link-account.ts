import { canonicalEmail } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import type { Types } from 'mongoose';
import { recipient } from '../../platform/mail/layout.js';
import { passwordRemovedMail, signInChangedMail } from '../../platform/mail/account-mails.js';
import type { ProviderAccount } from '../factors/ticket.js';
import { CONFIRMED, type UserRecord } from '../../community/users/user.model.js';
import { suspensionText } from '../../community/users/user-store.js';
import { link, linkedBefore, noteUse, type Person } from './identities.js';
import { OAuthFailure } from './landing.js';
import { enter, type Entry } from './new-account.js';
import type { OAuthDeps } from './oauth-deps.js';
import { providerName } from './provider-access.js';
import type { SocialProfile } from './profile.js';

const ROUNDS = 3;

/**
 * Returns the account for a provider account: the linked one, one with the same e-mail address if the provider has
 * verified it, or a new one if the host lets the person in.
 * @param admit called before anything about an existing account changes; throws if its second factor is due
 * @throws OAuthFailure if there is no e-mail address, if its account may not be linked, or if an account is
 *   suspended
 */
export async function accountOf(
  deps: OAuthDeps,
  profile: SocialProfile,
  entry: Entry,
  admit: (user: UserRecord, connects: boolean) => Promise<void>,
): Promise<UserRecord> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const linked = await linkedBefore(deps, profile);
    const found = linked ?? (await ownerOf(deps, profile));
    if (found?.suspendedAt) {
      deps.sessions.appealTickets.issue(entry.res, found);
      throw new OAuthFailure('oauth_error', suspensionText(found), { reason: 'ACCOUNT_SUSPENDED' });
    }
    if (found !== null) await admit(found, linked === null);
    const user = await settle(deps, profile, { linked, owner: found, entry });
    if (user !== null) return user;
  }
  throw new OAuthFailure(
    'oauth_error',
    t`This sign-in ran at the same time as another one. Please try again.`,
  );
}

/** Links, or creates an account. @returns `null` after a conflict with another sign-in: then retry */
async function settle(
  deps: OAuthDeps,
  profile: SocialProfile,
  { linked, owner, entry }: { linked: UserRecord | null; owner: UserRecord | null; entry: Entry },
): Promise<UserRecord | null> {
  if (linked !== null) {
    await noteUse(deps, profile);
    return linked;
  }
  if (owner !== null) return connectOwner(deps, owner, profile);
  return enter(deps, { ...profile, email: profile.email ?? '' }, entry);
}

/**
 * Returns the account with the e-mail address of a profile; `null` if there is none.
 * @throws OAuthFailure if there is no address, or if it may not lead to this account
 */
async function ownerOf(deps: OAuthDeps, profile: SocialProfile): Promise<UserRecord | null> {
  const { email, emailVerified, provider } = profile;
  if (email === null) throw new OAuthFailure('oauth_no_user');
  const owner = await deps.users.findByEmail(email);
  if (owner === null) {
    if (await deps.users.formerEmails.isKept(email)) {
      throw new OAuthFailure(
        'oauth_error',
        t`The account that had this e-mail address changed it a short while ago. Please sign in as you did before.`,
      );
    }
    return null;
  }
  if (!emailVerified) {
    const name = providerName(deps.config, provider);
    throw new OAuthFailure(
      'oauth_error',
      t`An account with this e-mail address exists already, and ${name} does not confirm that the address is yours. Please sign in with your password.`,
    );
  }
  return owner;
}

/** Connects the owner of an address, whom the provider has verified. @returns `null` after a conflict: then retry */
async function connectOwner(
  deps: OAuthDeps,
  owner: UserRecord,
  profile: SocialProfile,
): Promise<UserRecord | null> {
  // Before the link: after a crash in between, the next sign-in would use the link and skip the takeover.
  const user = owner.emailVerified ? owner : await takeOver(deps, owner, profile);
  const linked = await link(deps, profile, owner._id);
  if (linked === 'taken') return null;
  // The mail about a removed password names the new way to sign in, too.
  const isTold = !owner.emailVerified && Boolean(owner.passwordHash);
  if (linked === 'made') await noteConnected(deps, owner, profile, isTold);
  return user;
}

/** Logs a new way to sign in and mails it to the owner. */
export async function noteConnected(
  deps: OAuthDeps,
  user: UserRecord,
  { provider }: Pick<Person, 'provider'>,
  isTold = false,
): Promise<void> {
  const name = providerName(deps.config, provider);
  await deps.sessions.securityLog.append({ user: user._id, event: 'provider-connected', detail: name });
  if (!isTold)
    await tellOwner(
      deps,
      user,
      () => t`Your ${name} account was connected: you can sign in with it from now on.`,
    );
}

export const tellOwner = ({ mail, config }: OAuthDeps, user: UserRecord, what: () => string) =>
  mail.enqueue(signInChangedMail({ ...recipient(user), what, settingsUrl: `${config.webOrigin}/settings` }));

/**
 * Whether a provider account still signs in to a user who has given the second factor. Connects it now if the sign-in
 * was to do that.
 */
export async function completeByFactor(
  deps: OAuthDeps,
  { connectsTo, ...person }: ProviderAccount,
  user: UserRecord,
): Promise<boolean> {
  if (connectsTo !== undefined) {
    // The address may have changed since, and with it whom the provider verified.
    if (canonicalEmail(user.email) !== canonicalEmail(connectsTo)) return false;
    const linked = await link(deps, person, user._id).catch((error: unknown) => {
      if (error instanceof OAuthFailure) return 'taken' as const;
      throw error;
    });
    if (linked === 'taken') return false;
    if (linked === 'made') {
      if (!user.emailVerified) await deps.users.changeIf({ _id: user._id }, CONFIRMED);
      await noteConnected(deps, user, person);
      return true;
    }
  }
  return noteUse(deps, person, user._id);
}

/**
 * Removes the password, sessions and other identities from an account with an unconfirmed address, and notifies the
 * owner. An attacker may have created it to wait for the owner of the address, who has now signed in.
 */
async function takeOver(deps: OAuthDeps, owner: UserRecord, profile: SocialProfile): Promise<UserRecord> {
  const { _id } = owner;
  // Evict before the password is removed, because a session without one may set one; and after, for a concurrent
  // sign-in. The address stays unconfirmed until all is done, so that an interrupted takeover is repeated.
  await evict(deps, _id, profile);
  await deps.users.changeIf({ _id }, { updatedAt: deps.now(), passwordHash: undefined });
  await evict(deps, _id, profile);
  await deps.users.changeIf({ _id }, CONFIRMED);
  if (owner.passwordHash) {
    await deps.sessions.securityLog.append({ user: _id, event: 'password-removed' });
    const name = providerName(deps.config, profile.provider);
    const resetUrl = `${deps.config.webOrigin}/i/account/forgotpassword`;
    await deps.mail.enqueue(passwordRemovedMail({ ...recipient(owner), providerName: name, resetUrl }));
  }
  return { ...owner, passwordHash: null, emailVerified: true, confirmEmail: null };
}

/**
 * Ends all sessions and API tokens of an account, and a change of its address that they began, and removes its
 * identities at providers, all or all but one. Called when the owner of an unconfirmed address signs in or resets the
 * password, because an attacker may have created the account.
 */
export async function evict(
  { identities, sessions, outbox }: OAuthDeps,
  user: Types.ObjectId,
  keep?: Person,
): Promise<void> {
  const others = keep && { $nor: [{ provider: keep.provider, subject: keep.subject }] };
  // End the sessions before, because connecting an account checks its session afterwards; and after, because a
  // sign-in checks its identity.
  await sessions.revokeAccess(user);
  await identities.deleteMany({ user, ...others });
  await sessions.revokeAccess(user);
  await outbox.publish('eviction', user);
}
