import type { Endpoint } from '@social-feed/contracts';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { AdminLog } from './features/admin/admin-log.js';
import { AdminService } from './features/admin/admin.service.js';
import { AccountDeletions } from './features/account/account-deletions.js';
import { createAuthenticate } from './features/sessions/authenticate.js';
import { createPasswordHasher, type PasswordHasher } from './features/sessions/password-hasher.js';
import { createTokens, type Tokens } from './features/sessions/tokens.js';
import { Background } from './platform/jobs/background.js';
import type { Config } from './platform/config/config.js';
import { createContent, type Content } from './content.js';
import { buildIndexes, createConnection, openConnection } from './platform/db/connection.js';
import { runMigrations } from './platform/db/migrations.js';
import { createLogger } from './platform/http/logging.js';
import type { Authenticate } from './platform/http/viewer.js';
import { MailQueue } from './platform/mail/mail-queue.js';
import { createMedia, type MediaParts } from './features/media/create-media.js';
import type { MediaStorage } from './platform/storage/media-storage.js';
import { createModels, listModels, type Models } from './models.js';

/** What one running API is made of. Nothing of it is global: several may live in one process. */
export interface AppContext {
  readonly config: Config;
  readonly log: Logger;
  /** The clock of everything that decides by time. */
  readonly now: () => Date;
  readonly connection: Connection;
  readonly models: Models;
  readonly passwords: PasswordHasher;
  readonly tokens: Tokens;
  readonly authenticate: Authenticate;
  readonly background: Background;
  readonly mail: MailQueue;
  /** Posts, the feed, interactions and comments. */
  readonly content: Content;
  readonly adminLog: AdminLog;
  readonly admin: AdminService;
  /** Uploads. */
  readonly media: MediaParts;
  readonly accountDeletions: AccountDeletions;
  /** Every endpoint mounted so far. */
  readonly endpoints: Endpoint[];
  /** True once the database was reached and its indexes stand. */
  isReady(): boolean;
  /** Connects and builds the indexes; may be called again after a failure. */
  start(): Promise<void>;
  /** Ends what runs in the background and closes the database. */
  destroy(): Promise<void>;
}

export interface ContextOverrides {
  log?: Logger;
  now?: () => Date;
  /** Where uploads are kept, instead of what is configured. */
  storage?: MediaStorage;
  /** Whether repairs and compactions run by themselves once started; they do unless tests call them. */
  backgroundWork?: boolean;
}

/** Puts the parts of an API together; nothing is connected before `start`. */
export function createContext(config: Config, overrides: ContextOverrides = {}): AppContext {
  const log = overrides.log ?? createLogger(config.logLevel);
  const now = overrides.now ?? (() => new Date());
  const connection = createConnection();
  const models = createModels(connection);
  const background = new Background(log);
  const media = createMedia({ config, models, storage: overrides.storage, now, log, background });
  const adminLog = new AdminLog(models.AdminLog, now);
  const content = createContent({ config, models, uploads: media.uses, adminLog, now, log, background });
  let ready = false;
  let ended = false;

  const ctx: AppContext = {
    config,
    log,
    now,
    connection,
    models,
    passwords: createPasswordHasher(config.argon2),
    tokens: createTokens(config.secrets),
    authenticate: (req) => authenticate(req),
    background,
    mail: new MailQueue({ config, models, now, log, background }),
    content,
    adminLog,
    admin: new AdminService({ models, log: adminLog, now }),
    media,
    accountDeletions: new AccountDeletions({ content, models, storage: media.storage, now, log, background }),
    endpoints: [],
    isReady: () => ready,
    async start() {
      await openConnection(connection, config.mongo);
      await buildIndexes(listModels(models));
      await runMigrations({ connection, now, log });
      await ctx.content.start();
      if (ended) return;
      if (overrides.backgroundWork !== false) {
        ctx.content.startBackground();
        ctx.media.startBackground();
        ctx.mail.start();
        ctx.accountDeletions.start();
      }
      ready = true;
    },
    async destroy() {
      ready = false;
      ended = true;
      await background.dispose();
      media.storage.close?.();
      // By now nothing is under way that matters; a database that hangs must not keep the process.
      await connection.close(true);
    },
  };
  const authenticate = createAuthenticate(ctx);
  return ctx;
}
