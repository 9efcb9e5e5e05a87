import { canonicalEmail } from '@social-feed/contracts';
import type { Request } from 'express';
import { addressKey, clientAddress } from '../../platform/http/client-address.js';
import { combineHits, type RateLimit, type RateLimitHit } from '../../platform/http/rate-limit.js';
import { DAY, HOUR, MINUTE } from '../../platform/time.js';
import type { UserRecord } from '../../community/users/user.model.js';
import type { AccountDeps } from './account-deps.js';

/** Code requests, and attempts with codes and tokens, from one client address. */
export const ASK_ADDRESS_LIMIT: RateLimit = { name: 'otp-ask-address', limit: 60, window: HOUR };
export const TRY_ADDRESS_LIMIT: RateLimit = { name: 'otp-try-address', limit: 100, window: 15 * MINUTE };

/**
 * Daily limits of one account: for all strangers together, for one client address of a stranger, and for one known
 * browser. Known browsers share a limit if the e-mail address is unproved, because each sign-in there may add one.
 */
interface AccountLimits {
  all: RateLimit;
  asker: RateLimit;
  device: RateLimit;
  devices: RateLimit;
}

const daily = (name: string, all: number, asker: number): AccountLimits => ({
  all: { name, limit: all, window: DAY },
  asker: { name: `${name}-asker`, limit: asker, window: DAY },
  device: { name: `${name}-device`, limit: all, window: DAY },
  devices: { name: `${name}-devices`, limit: 2 * all, window: DAY },
});
/** Mails with codes. */
export const CODES_LIMITS = daily('otp-codes', 10, 5);
/** Wrong codes, over all codes of the account. */
export const WRONG_CODES_LIMITS = daily('otp-wrong', 25, 12);

interface Asker {
  req: Request;
  /** Any spelling of the address. */
  email: string;
  /** The account with this address, or `null`. */
  owner: Pick<UserRecord, '_id' | 'confirmEmail'> | null;
}

/**
 * Counts a code mail, or an attempt that counts as wrong until `refund` is called. It counts before the code is
 * compared, so that parallel attempts cannot exceed the limits. A browser that signed in before has its own limit,
 * so that strangers cannot lock out the owner. Strangers share a limit, and each client address gets only part of
 * it.
 * @throws AppError 429
 */
export async function consumeReset(
  { sessions, rateLimits }: AccountDeps,
  { req, email, owner }: Asker,
  address: RateLimit,
  { all, asker, device, devices }: AccountLimits,
): Promise<RateLimitHit> {
  // All spellings of one mailbox share its limits.
  const mailbox = canonicalEmail(email);
  const hits = [await rateLimits.consumeForAddress(address, req)];
  const deviceId = owner === null ? null : await sessions.knownDeviceId(req, owner._id.toString());
  if (deviceId !== null) {
    if (owner?.confirmEmail === true) hits.push(await rateLimits.consume(devices, mailbox));
    hits.push(await rateLimits.consume(device, `${mailbox} ${deviceId}`));
  } else {
    hits.push(await rateLimits.consume(asker, `${mailbox} ${addressKey(clientAddress(req))}`));
    hits.push(await rateLimits.consume(all, mailbox));
  }
  return combineHits(hits);
}
