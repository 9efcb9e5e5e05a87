import type { Request } from 'express';
import { combineHits, type RateLimit, type RateLimitHit } from '../../platform/http/rate-limit.js';
import type { Platform } from '../../platform/platform.js';
import { DAY, HOUR, MINUTE } from '../../platform/time.js';
import type { Sessions } from '../sessions/sessions.feature.js';

/** Challenges and lists of ways for one address. The sign-in page asks for one when it opens. */
export const OPTIONS_LIMIT: RateLimit = { name: 'second-step-options', limit: 300, window: 15 * MINUTE };
export const OWN_OPTIONS_LIMIT: RateLimit = { name: 'confirm-options', limit: 120, window: HOUR };
/** Added and removed factors, because each sends a mail. */
export const CHANGES_LIMIT: RateLimit = { name: 'factor-changes', limit: 60, window: HOUR };

/**
 * Wrong second factors of one account from unknown browsers. Three codes of a million are right at a time, so that
 * guessing one takes some 13,000 days.
 */
const ACCOUNT_LIMIT: RateLimit = { name: 'second-step', limit: 25, window: DAY };
/** The same from one known browser, so that others who know the password cannot lock the owner out. */
const DEVICE_LIMIT: RateLimit = { name: 'second-step-device', limit: 25, window: DAY };
/** Wrong second factors from one address, over all accounts. */
const ADDRESS_LIMIT: RateLimit = { name: 'second-step-address', limit: 50, window: 15 * MINUTE };

interface Deps extends Pick<Platform, 'rateLimits'> {
  sessions: Pick<Sessions, 'knownDeviceId'>;
}

/** Counts a try as wrong until `refund` is called. @throws AppError 429 */
export async function consumeTry(
  { sessions, rateLimits }: Deps,
  req: Request,
  user: string,
): Promise<RateLimitHit> {
  const address = await rateLimits.consumeForAddress(ADDRESS_LIMIT, req);
  const deviceId = await sessions.knownDeviceId(req, user);
  const account =
    deviceId === null
      ? await rateLimits.consume(ACCOUNT_LIMIT, user)
      : await rateLimits.consume(DEVICE_LIMIT, `${user} ${deviceId}`);
  return combineHits([address, account]);
}
