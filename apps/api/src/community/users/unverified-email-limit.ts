import { canonicalEmail } from '@social-feed/contracts';
import { AppError } from '../../platform/http/errors.js';
import type { RateLimit, RateLimiter } from '../../platform/http/rate-limit.js';
import { DAY } from '../../platform/time.js';
import type { SignedUp } from '../events.js';

/**
 * Mails to an unconfirmed address, over all accounts, so that signing up with a stranger's address, deleting the
 * account and signing up again cannot flood it.
 */
export const UNVERIFIED_LIMIT: RateLimit = { name: 'unproved-mails', limit: 30, window: DAY };

/** Counts a mail to a user. @throws AppError 429 if an unconfirmed address has had too many */
export async function countMail(
  rateLimits: Pick<RateLimiter, 'consume'>,
  { email, confirmEmail }: Pick<SignedUp, 'email' | 'confirmEmail'>,
): Promise<void> {
  if (confirmEmail === true) await rateLimits.consume(UNVERIFIED_LIMIT, canonicalEmail(email));
}

/**
 * Counts a notice of something already done, and returns whether it may be sent. A user's protection does not wait
 * for the next day because the mail limit is used up.
 */
export async function mayTell(...counted: Parameters<typeof countMail>): Promise<boolean> {
  try {
    await countMail(...counted);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return false;
    throw error;
  }
}
