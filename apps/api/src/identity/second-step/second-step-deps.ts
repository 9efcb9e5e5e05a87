import type { Platform } from '../../platform/platform.js';
import type { Factors } from '../factors/factors.feature.js';
import type { OAuth } from '../oauth/oauth.feature.js';
import type { Sessions } from '../sessions/sessions.feature.js';
import type { Users } from '../../community/users/users.feature.js';

export interface SecondStepDeps extends Pick<Platform, 'config' | 'mail' | 'rateLimits' | 'now' | 'log'> {
  users: Users;
  factors: Factors;
  sessions: Sessions;
  oauth: Pick<OAuth, 'completeByFactor'>;
}
