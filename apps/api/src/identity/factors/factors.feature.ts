import {
  FACTOR_LIMITS,
  typedCode,
  type ConfirmationWay,
  type Factors as OwnFactors,
} from '@social-feed/contracts';
import type { Response } from 'express';
import type { Types } from 'mongoose';
import { stepUpRequired } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import { DAY } from '../../platform/time.js';
import type { Instance } from '../../community/instance/instance.feature.js';
import { createChallenges } from './challenges.js';
import { factorModel, type FactorRecord } from './factor.model.js';
import { invalidCode } from './invalid-factor.js';
import { createPasskeys } from './passkeys.js';
import { createRecoveryCodes } from './recovery-codes.js';
import { createTickets, type WaitingSignIn } from './ticket.js';
import { createTotp } from './totp.js';

/**
 * For how long a link in a mail can remove a new factor, in milliseconds: an attacker who took over the account may
 * have added it. Older factors stay, because an attacker who took over the mailbox must not remove them.
 */
export const MAIL_REMOVES_FACTORS_FOR = 3 * DAY;

const OWN = { $in: ['passkey', 'totp'] as ('passkey' | 'totp')[] };
const LISTED_MAX = FACTOR_LIMITS.passkeys + 1;

export type Factors = ReturnType<typeof createFactors>;

export const presentFactor = ({ _id, kind, key, name, createdAt, lastUsedAt }: FactorRecord) => ({
  _id: _id.toString(),
  ...(kind === 'totp' ? { kind } : { kind: 'passkey' as const, credentialId: key }),
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

interface FactorsDeps extends Pick<Platform, 'connection' | 'inTurn' | 'config' | 'now' | 'log'> {
  instance: Pick<Instance, 'settings'>;
}

interface Parts extends Pick<Platform, 'now'> {
  factors: ReturnType<typeof factorModel>;
  totp: Pick<ReturnType<typeof createTotp>, 'take'>;
  recoveryCodes: Pick<ReturnType<typeof createRecoveryCodes>, 'take' | 'count'>;
}

/** Whether a user has a second factor. */
const has = async ({ factors }: Parts, user: string): Promise<boolean> =>
  (await factors.exists({ user, kind: OWN })) !== null;

const forgetCodesOf = ({ factors }: Parts, user: string) => factors.deleteMany({ user, kind: 'recovery' });

/**
 * Rejects a call if its identity must be confirmed first. A user with a second factor must have given it lately;
 * without one, signing in or the password counts.
 * @throws AppError 403
 */
async function refuseUnconfirmed(
  parts: Parts,
  viewer: Viewer,
  stepUp: 'always' | 'withFactor',
): Promise<void> {
  const isLate = (at: Date | undefined): boolean =>
    at === undefined || parts.now().getTime() - at.getTime() >= FACTOR_LIMITS.confirmedFor;
  if (!isLate(viewer.factorAt)) return;
  const hasFactor = await has(parts, viewer.id);
  if (!hasFactor && (stepUp === 'withFactor' || !isLate(viewer.confirmedAt))) return;
  throw stepUpRequired();
}

/** The factors that can confirm the owner; empty without a second factor. */
async function waysOf({ factors, recoveryCodes }: Parts, user: string): Promise<ConfirmationWay[]> {
  const [kinds, codes] = await Promise.all([
    factors.find({ user, kind: OWN }, { kind: 1 }).limit(LISTED_MAX).lean(),
    recoveryCodes.count(user),
  ]);
  if (kinds.length === 0) return [];
  return [
    ...(kinds.some(({ kind }) => kind === 'passkey') ? (['passkey'] as const) : []),
    ...(kinds.some(({ kind }) => kind === 'totp') ? (['code'] as const) : []),
    ...(codes > 0 ? (['recovery'] as const) : []),
  ];
}

/** Uses up the code of an app or a recovery code. @returns which. @throws AppError 400 if it is wrong or used */
async function takeCode(
  { totp, recoveryCodes }: Parts,
  user: string,
  typed: string,
): Promise<'totp' | 'recovery'> {
  const code = typedCode(typed);
  if (/^\d{6}$/.test(code)) {
    await totp.take(user, code);
    return 'totp';
  }
  if (!(await recoveryCodes.take(user, code))) throw invalidCode();
  return 'recovery';
}

async function list({ factors, recoveryCodes }: Parts, user: string): Promise<OwnFactors> {
  const [found, codes] = await Promise.all([
    factors.find({ user, kind: OWN }).sort({ createdAt: 1, _id: 1 }).limit(LISTED_MAX).lean(),
    recoveryCodes.count(user),
  ]);
  return { factors: found.map(presentFactor), recoveryCodes: codes };
}

/** Removes a factor, with the last one the recovery codes. @returns the factor, `null` if there is none */
async function remove(parts: Parts, user: string, factorId: string): Promise<FactorRecord | null> {
  const gone = await parts.factors.findOneAndDelete({ _id: factorId, user, kind: OWN }).lean();
  if (gone !== null && !(await has(parts, user))) await forgetCodesOf(parts, user);
  return gone;
}

/** Removes the factors added since a time, and the recovery codes with the last one or if they are as new. */
async function removeSince(parts: Parts, user: string, time: Date): Promise<void> {
  await parts.factors.deleteMany({ user, createdAt: { $gte: time } });
  if (!(await has(parts, user))) await forgetCodesOf(parts, user);
}

/** Removes all factors. @returns how many, without recovery codes */
async function removeAll(parts: Parts, user: Types.ObjectId): Promise<number> {
  const { deletedCount } = await parts.factors.deleteMany({ user, kind: OWN });
  await forgetCodesOf(parts, user.toHexString());
  return deletedCount;
}

/** Second factors: passkeys, authenticator apps and recovery codes, and who must give one. */
export function createFactors({ connection, ...deps }: FactorsDeps) {
  const { now } = deps;
  const factors = factorModel(connection);
  const passkeys = createPasskeys({ ...deps, factors, challenges: createChallenges(connection, now) });
  const totp = createTotp({ ...deps, factors });
  const recoveryCodes = createRecoveryCodes({ ...deps, factors });
  const tickets = createTickets(deps);
  const parts: Parts = { factors, totp, recoveryCodes, now };
  return {
    passkeys,
    totp,
    recoveryCodes,
    tickets,
    has: (user: string) => has(parts, user),
    /** If the user has a second factor, keeps the sign-in waiting for it and returns true. */
    async askFor(res: Response, waiting: WaitingSignIn): Promise<boolean> {
      if (!(await has(parts, waiting.user))) return false;
      tickets.issue(res, waiting);
      return true;
    },
    waysOf: (user: string) => waysOf(parts, user),
    takeCode: (user: string, typed: string) => takeCode(parts, user, typed),
    list: (user: string) => list(parts, user),
    isThere: async (_id: Types.ObjectId): Promise<boolean> => (await factors.exists({ _id })) !== null,
    remove: (user: string, factorId: string) => remove(parts, user, factorId),
    removeSince: (user: string, time: Date) => removeSince(parts, user, time),
    removeAll: (user: Types.ObjectId) => removeAll(parts, user),
    refuseUnconfirmed: (viewer: Viewer, stepUp: 'always' | 'withFactor') =>
      refuseUnconfirmed(parts, viewer, stepUp),
    /** The user's data for the data export. */
    exportOf: (user: Types.ObjectId) => ({
      factors: factors
        .find({ user, kind: OWN }, { kind: 1, name: 1, createdAt: 1, lastUsedAt: 1 })
        .lean()
        .cursor(),
    }),
    deleteOf: (user: Types.ObjectId) => factors.deleteMany({ user }),
  };
}
