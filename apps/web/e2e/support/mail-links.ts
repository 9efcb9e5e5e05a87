import { deriveSecrets, masterSecret } from '../../../api/src/platform/config/secrets.js';
import { unsubscribePath } from '../../../api/src/features/notifications/digests.js';

/** Where a digest leads whoever wants no more of them: digests are sent after a day, for which no test waits. */
export function wayOutOfDigests(user: string): string {
  const { email } = deriveSecrets(masterSecret(process.env['JWT_SECRET'] || undefined, false));
  return unsubscribePath(email, user);
}
