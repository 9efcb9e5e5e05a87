import type { Model } from 'mongoose';
import type { Platform } from '../../platform/platform.js';
import type { Factors } from '../factors/factors.feature.js';
import type { OAuth } from '../oauth/oauth.feature.js';
import type { Registration } from '../../community/registration/registration.feature.js';
import type { Sessions } from '../sessions/sessions.feature.js';
import type { Users } from '../../community/users/users.feature.js';
import type { AccountDataOwner } from './account-deletions.js';
import type { EmailProofRecord, PasswordResetRecord } from '../sessions/code.models.js';

/** Dependencies of the account endpoints. */
export interface AccountDeps extends Pick<
  Platform,
  'config' | 'jobs' | 'mail' | 'rateLimits' | 'now' | 'log'
> {
  users: Users;
  sessions: Sessions;
  oauth: OAuth;
  factors: Pick<Factors, 'removeSince' | 'refuseUnconfirmed'>;
  registration: Pick<Registration, 'refusals'>;
  resets: Model<PasswordResetRecord>;
  proofs: Model<EmailProofRecord>;
  /** The features that store user data, in order of deletion. */
  owners: readonly AccountDataOwner[];
}
