import type { Model } from 'mongoose';
import type { Platform } from '../../platform/platform.js';
import type { EventOutbox } from '../../community/events.js';
import type { Factors } from '../factors/factors.feature.js';
import type { Registration } from '../../community/registration/registration.feature.js';
import type { Sessions } from '../sessions/sessions.feature.js';
import type { Users } from '../../community/users/users.feature.js';
import type { OpenId } from './openid.js';
import type { IdentityRecord, OAuthReturnRecord } from './identity.model.js';

/** Dependencies of sign-in by provider accounts. */
export interface OAuthDeps extends Pick<Platform, 'config' | 'mail' | 'rateLimits' | 'now' | 'log'> {
  users: Users;
  sessions: Sessions;
  factors: Pick<Factors, 'askFor'>;
  registration: Pick<Registration, 'admit' | 'applications'>;
  outbox: Pick<EventOutbox, 'publish'>;
  openId: OpenId;
  identities: Model<IdentityRecord>;
  /** Used states of sign-ins. */
  returns: Model<OAuthReturnRecord>;
}
