import type { PasskeyUse, SecondFactorBody } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import type { Types } from 'mongoose';
import { AppError } from '../../platform/http/errors.js';
import type { Exchange } from '../../platform/http/route.js';
import { invalidFactor } from '../factors/invalid-factor.js';
import { passwordDigest, type Ticket } from '../factors/ticket.js';
import { ADDRESS_SIGN_INS_LIMIT, SIGN_INS_LIMIT, type SignedIn } from '../sessions/auth.service.js';
import type { UserRecord } from '../../community/users/user.model.js';
import { proveFactor } from './prove.js';
import type { SecondStepDeps } from './second-step-deps.js';

const tookTooLong = () =>
  new AppError('SESSION_EXPIRED', t`This sign-in took too long or was changed. Please sign in again.`);

/** @throws AppError 401 if no sign-in waits in this browser */
export function waitingSignIn({ factors }: Pick<SecondStepDeps, 'factors'>, req: Exchange['req']): Ticket {
  const ticket = factors.tickets.read(req);
  if (ticket === null) throw tookTooLong();
  return ticket;
}

interface Finish {
  /** The way of signing in, for the security log. */
  by: string;
  remember: boolean;
  /** Whether what the user showed is still valid; called after the session is stored. */
  isStillValid: (user: UserRecord) => Promise<boolean>;
}

/** Starts the session of a user who showed a second factor. @throws AppError 401, 403 if suspended, 429 */
async function finish(
  deps: SecondStepDeps,
  _id: Types.ObjectId | string,
  { req, res }: Exchange,
  { by, remember, isStillValid }: Finish,
): Promise<SignedIn> {
  const { users, sessions, now } = deps;
  const user = await users.get(_id);
  if (user === null) throw tookTooLong();
  await deps.rateLimits.consumeForAccount(SIGN_INS_LIMIT, user._id.toHexString());
  sessions.appealTickets.refuseSuspended(res, user);
  const lastLogin = now();
  const session = await sessions.start({
    req,
    res,
    userId: user._id,
    by,
    remember,
    byFactor: true,
    // The password may have been reset, or the factor removed, in the meantime.
    confirm: async () => {
      const { passwordHash } = user;
      const still = await users.changeIf(
        { _id: user._id, passwordHash: passwordHash ?? undefined, suspendedAt: null },
        { lastLogin },
      );
      if (still === null || !(await isStillValid(user))) throw tookTooLong();
    },
  });
  return { user: { ...user, lastLogin }, session };
}

/** Completes a sign-in with the second factor. @throws AppError 400, 401, 403, 429 */
export async function completeSignIn(
  deps: SecondStepDeps,
  body: SecondFactorBody,
  exchange: Exchange,
): Promise<SignedIn> {
  const { factors, oauth } = deps;
  const { user, by, remember, password, identity } = waitingSignIn(deps, exchange.req);
  await proveFactor(deps, exchange.req, { ...body, user, purpose: 'second factor' });
  const signedIn = await finish(deps, user, exchange, {
    by: `${by} and second step`,
    remember,
    isStillValid: async (owner) =>
      identity === undefined
        ? typeof owner.passwordHash === 'string' && passwordDigest(owner.passwordHash) === password
        : oauth.completeByFactor(identity, owner),
  });
  factors.tickets.clear(exchange.res);
  return signedIn;
}

/** Signs in with a passkey alone, which must have verified its user. @throws AppError 400, 403, 429 */
export async function signInByPasskey(
  deps: SecondStepDeps,
  { passkey, rememberMe = false }: { passkey: PasskeyUse; rememberMe?: boolean | undefined },
  exchange: Exchange,
): Promise<SignedIn> {
  const { factors, rateLimits } = deps;
  await rateLimits.consumeForAddress(ADDRESS_SIGN_INS_LIMIT, exchange.req);
  const used = await factors.passkeys.check(passkey, 'sign in', null);
  const handle = passkey.response.userHandle;
  if (handle && Buffer.from(handle, 'base64url').toString() !== used.user.toHexString()) {
    throw invalidFactor('passkey', t`This passkey was not accepted`);
  }
  return finish(deps, used.user, exchange, {
    by: 'Passkey',
    remember: rememberMe,
    isStillValid: () => factors.isThere(used._id),
  });
}
