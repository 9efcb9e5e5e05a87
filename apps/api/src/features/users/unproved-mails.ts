import { canonicalEmail } from '@social-feed/contracts';
import { AppError } from '../../platform/http/errors.js';
import type { RateLimit, RateLimiter } from '../../platform/http/rate-limit.js';
import type { UserRecord } from './user.model.js';

/**
 * Mails to an address of which nobody proved that it is theirs, whichever account has it: who signs up with a stranger's
 * address, deletes the account and signs up again floods nobody.
 */
export const UNPROVED_LIMIT: RateLimit = { name: 'unproved-mails', limit: 30, window: 24 * 60 * 60 * 1000 };

/** Counts a mail that a user is about to get. @throws AppError 429 where an unproved address had too many */
export async function countMail(
  rateLimits: Pick<RateLimiter, 'consume'>,
  { email, confirmEmail }: UserRecord,
): Promise<void> {
  if (confirmEmail === true) await rateLimits.consume(UNPROVED_LIMIT, canonicalEmail(email));
}

/**
 * Counts a mail that tells a user of what is done already: whether it may go out. Nothing that protects an account waits for
 * the next day because somebody used up its mails.
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
