import { t } from '@social-feed/contracts/t';
import { Types } from 'mongoose';
import { APPROVAL_PENDING_TEXT, type Newcomer } from '../../community/registration/entrance.js';
import type { UserRecord } from '../../community/users/user.model.js';
import { type NewUser } from '../../community/users/user-writes.js';
import { readableName } from '../../community/users/user-names.js';
import { AppError } from '../../platform/http/errors.js';
import type { Exchange } from '../../platform/http/route.js';
import type { SocialEntry } from './flow.js';
import { link } from './identities.js';
import { OAuthFailure } from './landing.js';
import type { OAuthDeps } from './oauth-deps.js';
import { userNameIdeas, type SocialProfile } from './profile.js';

/** How a new account comes in. */
export type Entry = SocialEntry & Pick<Newcomer, 'req'> & Pick<Exchange, 'res'>;
type Newborn = SocialProfile & { email: string };

/** Creates an account, or an application where an admin decides. @throws OAuthFailure for an applicant */
export async function enter(deps: OAuthDeps, person: Newborn, entry: Entry): Promise<UserRecord | null> {
  const { email, emailVerified, provider, subject } = person;
  const { admit, applications } = deps.registration;
  if (await applications.isOfIdentity(person)) throw pending();
  if (await applications.hasEmail(email)) {
    throw new OAuthFailure('oauth_error', t`An application with this e-mail address waits already.`);
  }
  const { applies, take } = await admit({ ...entry, email, isSocial: true });
  const { giveBack, ...by } = await take();
  let user: UserRecord | null = null;
  try {
    if (!applies) user = await makeAccount(deps, person, by);
    else {
      const userName = await freeUserName(deps, person);
      const fullName = readableName(person.fullName) ?? userName;
      const sentence = entry.sentence ?? '';
      await applications.add({ fullName, userName, email, emailVerified, provider, subject, sentence });
    }
  } catch (error) {
    await giveBack();
    throw error;
  }
  if (applies) throw pending();
  if (user === null) await giveBack();
  return user;
}

const pending = () => new AppError('APPROVAL_PENDING', APPROVAL_PENDING_TEXT);

async function freeUserName({ users }: OAuthDeps, profile: SocialProfile): Promise<string> {
  for (const userName of userNameIdeas(profile))
    if (!(await users.isUserNameTaken(userName))) return userName;
  throw new Error('No free user name was found');
}

/**
 * Creates an account for a provider account. The identity comes first: a crash leaves an identity without an
 * account, which the next sign-in removes, and never an account without a sign-in method.
 */
async function makeAccount(
  deps: OAuthDeps,
  profile: Newborn,
  by: Pick<NewUser, 'invitation'>,
): Promise<UserRecord | null> {
  const { provider, subject, email, emailVerified } = profile;
  const _id = new Types.ObjectId();
  if ((await link(deps, profile, _id)) === 'taken') return null;
  try {
    for (const userName of userNameIdeas(profile)) {
      const fullName = readableName(profile.fullName) ?? userName;
      const user = await deps.users
        .create({ _id, fullName, userName, email, emailVerified, ...by })
        .catch(unlessNameTaken);
      if (user === null) continue;
      // A concurrent sign-in may have removed the identity, because it had no account yet.
      const createdAt = deps.now();
      await deps.identities.updateOne(
        { provider, subject },
        { $set: { user: _id }, $setOnInsert: { createdAt, lastUsedAt: createdAt } },
        { upsert: true },
      );
      return user;
    }
    throw new Error('No free user name was found');
  } catch (error) {
    // If the account exists and a later step failed, keep its identity.
    if (!(await deps.users.isKnown(_id))) await deps.identities.deleteOne({ provider, subject, user: _id });
    if (error instanceof AppError && error.code === 'ALREADY_EXISTS') return null;
    throw error;
  }
}

/** Returns `null` if only the name is taken, so that another can be tried. */
function unlessNameTaken(error: unknown): null {
  const isTaken = error instanceof AppError && error.code === 'ALREADY_EXISTS';
  if (!isTaken || error.errors?.some(({ path }) => path === 'email') === true) throw error;
  return null;
}
