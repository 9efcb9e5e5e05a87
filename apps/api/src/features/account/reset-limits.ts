import { canonicalEmail } from '@social-feed/contracts';
import type { Request } from 'express';
import { addressKey, clientAddress } from '../../platform/http/client-address.js';
import { together, type RateLimit, type RateLimitHit } from '../../platform/http/rate-limit.js';
import { DAY, HOUR, MINUTE } from '../../platform/time.js';
import type { UserRecord } from '../users/user.model.js';
import type { AccountDeps } from './account-deps.js';

/** Codes asked for, and codes and tokens tried, from one caller's address. */
export const ASK_ADDRESS_LIMIT: RateLimit = { name: 'otp-ask-address', limit: 60, window: HOUR };
export const TRY_ADDRESS_LIMIT: RateLimit = { name: 'otp-try-address', limit: 100, window: 15 * MINUTE };

/**
 * What one account may take in a day: all strangers together, one stranger's address, one browser that it knows; and all
 * such browsers together where nobody proved the address, since each sign-in there may make one more.
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
  /** Who has the address, `null` where nobody has. */
  owner: Pick<UserRecord, '_id' | 'confirmEmail'> | null;
}

/**
 * Counts a mail with a code, or a try of a code as a wrong one until `refund` says otherwise, before the code is looked
 * at: no number of parallel tries passes the limits. A browser that signed in to the account before has a limit of its
 * own, so that nobody can use up what its owner needs. Strangers share one, of which each address gets a part only.
 * @throws AppError 429
 */
export async function consumeReset(
  { sessions, rateLimits }: AccountDeps,
  { req, email, owner }: Asker,
  address: RateLimit,
  { all, asker, device, devices }: AccountLimits,
): Promise<RateLimitHit> {
  // Spellings of one mailbox share its limits.
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
  return together(hits);
}
