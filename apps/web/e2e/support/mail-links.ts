import { deriveSecrets, masterSecret } from '../../../api/src/platform/config/secrets.js';
import { seal } from '../../../api/src/platform/seal.js';

/** Where a digest leads whoever wants no more of them: digests are sent after a day, for which no test waits. */
export function unsubscribePath(user: string): string {
  const { email } = deriveSecrets(masterSecret(process.env['JWT_SECRET'] || undefined, false));
  return `/api/notifications/unsubscribe?token=${seal(email, 'end of the digests', { user })}`;
}
