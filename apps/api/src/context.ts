import type { AdminLog } from './features/admin/admin-log.js';
import type { AdminService } from './features/admin/admin.service.js';
import type { AccountDeletions } from './features/account/account-deletions.js';
import type { MediaParts } from './features/media/create-media.js';
import type { PasswordHasher } from './features/sessions/password-hasher.js';
import type { Tokens } from './features/sessions/tokens.js';
import type { Users } from './features/users/users.feature.js';
import type { Content } from './content.js';
import type { Models } from './models.js';
import type { Http } from './platform/http/http.js';
import type { RateLimiter } from './platform/http/rate-limit.js';
import type { Mailer } from './platform/mail/mailer.js';
import type { Platform } from './platform/platform.js';

/**
 * What features take that are not yet `createX(deps)`. It shrinks with each that becomes one, and goes with the last.
 */
export interface AppContext extends Platform, Omit<Http, 'config'> {
  readonly models: Models;
  readonly rateLimits: RateLimiter;
  readonly users: Users;
  readonly passwords: PasswordHasher;
  readonly tokens: Tokens;
  readonly mail: Mailer;
  /** Posts, the feed, interactions and comments. */
  readonly content: Content;
  readonly adminLog: AdminLog;
  readonly admin: AdminService;
  /** Uploads. */
  readonly media: MediaParts;
  readonly accountDeletions: AccountDeletions;
}
