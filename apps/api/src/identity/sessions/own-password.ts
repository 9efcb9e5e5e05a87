import { t } from '@social-feed/contracts/t';
import { invalidField } from '../../platform/http/errors.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Platform } from '../../platform/platform.js';
import { HOUR, MINUTE } from '../../platform/time.js';
import type { UserRecord } from '../../community/users/user.model.js';
import type { PasswordHasher } from './password-hasher.js';

/** Wrong passwords of a signed-in user, so that a stranger at an open browser cannot guess the password. */
const OWN_PASSWORD_LIMIT: RateLimit = { name: 'own-password', limit: 10, window: 15 * MINUTE };

/** All checks of the own password, because each uses CPU time. */
const CHECKS_LIMIT: RateLimit = { name: 'own-password-checks', limit: 60, window: HOUR };
/**
 * Checks the password of a signed-in user, within rate limits.
 * @param path form field to report if it is wrong
 * @throws AppError 400 if it is wrong or missing, 429, 503 if too many password checks are queued
 */
export async function checkOwnPassword(
  { sessions, rateLimits }: Pick<Platform, 'rateLimits'> & { sessions: { passwords: PasswordHasher } },
  { _id, passwordHash }: UserRecord,
  { password, path }: { password: string | undefined; path: string },
): Promise<void> {
  if (password === undefined || password === '') throw invalidField(path, t`Password is required`);
  await rateLimits.consumeForAccount(CHECKS_LIMIT, _id.toString());
  const attempt = await rateLimits.consume(OWN_PASSWORD_LIMIT, _id.toString());
  let fits = true;
  try {
    fits = await sessions.passwords.verify(passwordHash, password);
  } finally {
    if (fits) await attempt.refund();
  }
  if (!fits) throw invalidField(path, t`The password is not correct`);
}
