import type { Model } from 'mongoose';
import type { Platform } from '../../platform/platform.js';
import type { Sessions } from '../sessions/sessions.feature.js';
import type { Users } from '../users/users.feature.js';
import type { IdentityRecord, OAuthReturnRecord } from './identity.model.js';

/** What signing in by accounts at providers works with. */
export interface OAuthDeps extends Pick<Platform, 'config' | 'mail' | 'rateLimits' | 'now' | 'log'> {
  users: Users;
  sessions: Sessions;
  identities: Model<IdentityRecord>;
  /** Sign-ins that came back. */
  returns: Model<OAuthReturnRecord>;
}
