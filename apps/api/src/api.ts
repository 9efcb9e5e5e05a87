import express, { Router, type Express, type RequestHandler } from 'express';
import type { AppContext } from './context.js';
import { createContent } from './content.js';
import type { Demo } from './demo.js';
import { FEATURE_ROUTES } from './features.js';
import { accountData } from './account-data.js';
import { oldQueues } from './features/account/old-queues.migration.js';
import { oneIdentityPerProvider } from './features/oauth/one-identity.migration.js';
import { createAccountDeletions } from './features/account/account-deletions.js';
import { AdminLog } from './features/admin/admin-log.js';
import { AdminService } from './features/admin/admin.service.js';
import { createHealth } from './features/health/health.feature.js';
import { createMedia } from './features/media/create-media.js';
import { addVisibilityJob } from './features/posts/post-visibility.js';
import { postMigrations } from './features/posts/post.migrations.js';
import { DEMO_KEYS } from './features/oauth/demo-keys.js';
import { createReference } from './features/reference/reference.feature.js';
import { evict } from './features/sessions/evict.js';
import { createAuthenticate } from './features/sessions/authenticate.js';
import { createPasswordHasher } from './features/sessions/password-hasher.js';
import { createTokens } from './features/sessions/tokens.js';
import { createUsers } from './features/users/users.feature.js';
import { createModels, listModels } from './models.js';
import type { Config } from './platform/config/config.js';
import { buildIndexes, openConnection, pingDatabase } from './platform/db/connection.js';
import { limitByDeadline } from './platform/db/deadline.js';
import { MIGRATIONS, runMigrations } from './platform/db/migrations.js';
import { createConcurrencyLimit } from './platform/http/concurrency.js';
import { errorHandler } from './platform/http/error-handler.js';
import { serviceUnavailable } from './platform/http/errors.js';
import { createIdempotency } from './platform/http/idempotency.js';
import { jsonBody } from './platform/http/json-body.js';
import { requestLog } from './platform/http/logging.js';
import { notFound } from './platform/http/not-found.js';
import { cors, csrfGuard } from './platform/http/origin-guard.js';
import { measureLoopDelay, refuseUnderLoad, type LoopDelay } from './platform/http/overload.js';
import { createRateLimiter } from './platform/http/rate-limit.js';
import { securityHeaders } from './platform/http/security-headers.js';
import { createMailer } from './platform/mail/mailer.js';
import { createMetrics, type Metrics } from './platform/metrics.js';
import { createPlatform, type PlatformOverrides } from './platform/platform.js';
import { addGauges } from './gauges.js';
import type { MediaStorage } from './platform/storage/media-storage.js';

export interface ApiOverrides extends PlatformOverrides {
  /** Where uploads are kept, instead of what is configured. */
  storage?: MediaStorage;
  /** What packages/demo gives; nothing of it is mounted without. */
  demo?: Demo | undefined;
  /** Whether background work runs by itself once started; it does unless tests call it. */
  backgroundWork?: boolean;
}

export type Api = ReturnType<typeof createApi>;

/**
 * Puts one API together: the platform, the features in their order, then the Express app. Nothing of it is global, so
 * several may live in one process; nothing is connected before `start`.
 */
export function createApi(given: Config, overrides: ApiOverrides = {}) {
  const { demo } = overrides;
  const config = demo === undefined ? { ...given, oauth: { ...given.oauth, demo: false } } : given;
  const platform = createPlatform(config, overrides);
  const { log, now, connection, background } = platform;
  let ready = false;
  let ended = false;

  const models = createModels(connection);
  const media = createMedia({ config, models, storage: overrides.storage, now, log, background });
  const rateLimits = createRateLimiter({
    records: models.Throttle,
    secret: config.secrets.throttle,
    addressFactor: config.rateLimitFactor,
    accountFactor: config.accountLimitFactor,
    now,
  });
  const users = createUsers({
    connection,
    mediaHosts: config.mediaHosts,
    uploads: media.uses,
    rateLimits,
    now,
  });
  const adminLog = new AdminLog(models.AdminLog, now);
  const content = createContent({
    config,
    connection,
    models,
    uploads: media.uses,
    users,
    adminLog,
    now,
    log,
    background,
    jobs: platform.jobs,
    rateLimits,
  });
  const ctx: AppContext = {
    ...platform,
    models,
    users,
    passwords: createPasswordHasher(config.argon2),
    tokens: createTokens(config.secrets),
    authenticate: (req) => authenticate(req),
    idempotency: createIdempotency({ records: models.Idempotency, now, log }),
    mail: createMailer({ config, jobs: platform.jobs, mailbox: models.Mail, now, log }),
    content,
    adminLog,
    admin: new AdminService({
      models,
      log: adminLog,
      now,
      onSuspensionChanged: (user) => {
        content.forgetAuthor(user);
        return addVisibilityJob(platform.jobs, user);
      },
    }),
    media,
    accountDeletions: createAccountDeletions({
      jobs: platform.jobs,
      users: models.User,
      revokeAccess: async (user) => {
        await evict(ctx, user);
        content.forgetAuthor(user);
        await models.PasswordReset.deleteMany({ user });
      },
      owners: accountData(models, content, media.storage),
      now,
      log,
    }),
    rateLimits,
    places: createConcurrencyLimit(config.limits.maxInFlight),
    endpoints: [],
  };
  const metrics = config.metricsPort === null ? undefined : createMetrics(log);
  if (metrics !== undefined) addGauges(metrics, { jobs: models.Job, content, now });
  const loopDelay = measureLoopDelay();
  const authenticate = createAuthenticate(ctx);
  const health = createHealth({
    now,
    isDatabaseUp: async (timeout) => ready && pingDatabase(connection, timeout),
  });

  limitByDeadline(listModels(models));
  return {
    ...ctx,
    app: createApp(ctx, { isReady: () => ready, health, loopDelay, metrics, demo }),
    /** Figures for Prometheus, where they are asked for. */
    metrics,
    /** Whether the database was reached and its indexes stand. */
    isReady: () => ready,
    /** Connects and builds the indexes; may be called again after a failure. */
    async start(): Promise<void> {
      await openConnection(connection, config.mongo, metrics?.watchDatabase);
      // Before the indexes, which what is stored must fit.
      await runMigrations({ connection, now, log }, [oneIdentityPerProvider, oldQueues]);
      await buildIndexes(listModels(models));
      await runMigrations({ connection, now, log }, [...MIGRATIONS, ...postMigrations]);
      await content.start();
      if (ended) return;
      if (overrides.backgroundWork !== false) {
        content.startBackground();
        media.startBackground();
        await platform.jobs.start();
      }
      ready = true;
    },
    /** Ends what runs in the background and closes the database. */
    async destroy(): Promise<void> {
      ready = false;
      ended = true;
      loopDelay.stop();
      await background.dispose();
      media.storage.close?.();
      // By now nothing is under way that matters; a database that hangs must not keep the process.
      await connection.close(true);
    },
  };
}

interface AppParts {
  isReady: () => boolean;
  health: ReturnType<typeof createHealth>;
  loopDelay: LoopDelay;
  metrics: Metrics | undefined;
  demo: Demo | undefined;
}

/** The Express app: the order of what happens to a request is the order of this function. */
function createApp(ctx: AppContext, { isReady, health, loopDelay, metrics, demo }: AppParts): Express {
  const { config, log } = ctx;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustProxy);

  const logged = requestLog(log, metrics?.request);
  app.use(cors(config.allowedOrigins));
  app.use(securityHeaders(config.production));
  const router = Router();
  // Under `/api` as well, for deployments of web and API on one origin.
  app.use('/api', router);
  app.use(router);
  router.use('/health', logged);
  router.use(health.routes(ctx));
  router.use(
    refuseUnderLoad({
      places: ctx.places,
      loopDelay,
      loopDelayMax: config.limits.loopDelayMax,
      log,
      onRefused: metrics && (() => metrics.refused('OVERLOAD')),
    }),
  );
  router.use(logged);
  router.use(csrfGuard(config.allowedOrigins));
  router.use('/docs', createReference({ config }).routes(ctx));
  router.use(refuseUntil(isReady));
  // Providers take forms where the API takes JSON only.
  if (demo !== undefined && config.oauth.demo && !config.production) {
    router.use(demo.provider({ keys: DEMO_KEYS, sealingKey: config.secrets.oauth, now: ctx.now }));
  }
  router.use(jsonBody(config.limits));
  for (const routes of FEATURE_ROUTES) router.use(routes(ctx));
  if (demo !== undefined && config.demoData) router.use(demo.media());
  if (demo !== undefined && config.mail.mailbox && !config.production) router.use(demo.mailbox(ctx.mail));
  router.use(notFound(ctx.endpoints));
  app.use(errorHandler(log, metrics?.refused));
  return app;
}

/** Nothing is read or written before the unique indexes stand: they alone keep names and reactions unique. */
const refuseUntil =
  (isReady: () => boolean): RequestHandler =>
  (_req, _res, next) =>
    next(isReady() ? undefined : serviceUnavailable(new Error('The database was not reached yet')));
