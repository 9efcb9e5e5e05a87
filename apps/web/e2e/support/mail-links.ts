import { deriveSecrets, masterSecret } from '../../../api/src/platform/config/secrets.js';
import { unsubscribePath } from '../../../api/src/reading/notifications/unsubscribing.js';

/**
 * Returns the unsubscribe link of a digest. Built here, since digests are sent after a day, too long for a test.
 */
export function wayOutOfDigests(user: string): string {
  const { email } = deriveSecrets(masterSecret(process.env['JWT_SECRET'] || undefined, false));
  return unsubscribePath(email, { user });
}
