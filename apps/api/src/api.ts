import type { Logger } from 'pino';
import { createApp } from './app.js';
import { createScheduledBackups } from './backup/scheduled.js';
import type { Demo } from './demo.js';
import { createHealth } from './outward/health/health.feature.js';
import { createState } from './outward/health/state.js';
import { createFeatures } from './features.js';
import { addGauges } from './gauges.js';
import { createLanguages, type Languages } from './platform/writing.js';
import type { Bus } from './platform/bus/bus.js';
import { createBus } from './platform/bus/create-bus.js';
import type { Config } from './platform/config/config.js';
import { prepareDatabase } from './migrations/prepare-database.js';
import { createConnection, openConnection, pingDatabase } from './platform/db/connection.js';
import { isDatabaseAway } from './platform/db/database-away.js';
import { limitByDeadline } from './platform/db/deadline.js';
import { LeaseTakenError } from './platform/db/lease.js';
import { PreparationError } from './platform/db/preparation-error.js';
import { storedModels } from './platform/db/record.js';
import { createInTurn } from './platform/http/turns.js';
import { createConcurrencyLimit } from './platform/http/concurrency.js';
import { createIdempotency } from './platform/http/idempotency.js';
import { createLogger } from './platform/http/logging.js';
import { measureLoopDelay } from './platform/http/overload.js';
import { createPageReader } from './platform/http/paging.js';
import { createRateLimiter } from './platform/http/rate-limit.js';
import type { Http } from './platform/http/route.js';
import { deadJobsPerDay, jobModel } from './platform/jobs/job.model.js';
import { createJobs } from './platform/jobs/jobs.js';
import { createMailer } from './platform/mail/mailer.js';
import { createMetrics } from './platform/metrics.js';
import { createOutbound, type OutboundDeps } from './platform/outbound/outbound.js';
import type { MediaStorage } from './platform/storage/media-storage.js';
import { createReadiness, freeBytes } from './readiness.js';

/** Milliseconds until an unanswered ping makes the database count as down. */
const PING_TIMEOUT = 2000;

export interface ApiOverrides {
  log?: Logger;
  /** The clock for everything that depends on time. */
  now?: () => Date;
  /** Media storage to use instead of the configured one. */
  storage?: MediaStorage;
  /** The way to tell other processes of changes, to use instead of the configured one. */
  bus?: Bus | undefined;
  /** Replaces name servers and connections to other sites. */
  outbound?: Pick<OutboundDeps, 'resolve' | 'dial'> | undefined;
  /** The demo from packages/demo; without it no demo route is mounted. */
  demo?: Demo | undefined;
  /** The languages of mails and feeds, instead of those of the build. */
  languages?: Languages | undefined;
  /** Whether `start` also starts background work. Default: true. Tests turn it off and run the work themselves. */
  backgroundWork?: boolean;
}

export type Api = ReturnType<typeof createApi>;

/**
 * Creates one API: the platform, the features, then the Express app. It has no global state, so one process can run
 * several. Nothing connects before `start`.
 */
export function createApi(given: Config, overrides: ApiOverrides = {}) {
  const { demo } = overrides;
  const config = demo === undefined ? { ...given, oauth: { ...given.oauth, demo: false } } : given;
  const log = overrides.log ?? createLogger(config.logLevel);
  const now = overrides.now ?? (() => new Date());
  const connection = createConnection();
  const jobRecords = jobModel(connection);
  const jobs = createJobs({ jobs: jobRecords, now, log });
  const metrics = config.metricsPort === null ? undefined : createMetrics(log);
  const { languages = createLanguages() } = overrides;
  const mail = createMailer({
    connection,
    config,
    jobs,
    // lazy, because the features need the mailer
    instance: () => features.instance.settings(),
    languages,
    now,
    log,
    onAttempt: (outcome) => {
      metrics?.mailed(outcome);
      features.figures.countMail(outcome);
    },
  });
  const rateLimits = createRateLimiter({ connection, config, now });
  const inTurn = createInTurn({ connection, now });
  const readPage = createPageReader(config.secrets.cursor);
  const outbound = createOutbound({ config, now, ...overrides.outbound });
  const bus = overrides.bus ?? createBus(config, log);
  const platform = {
    languages,
    config,
    bus,
    connection,
    inTurn,
    jobs,
    mail,
    outbound,
    rateLimits,
    readPage,
    now,
    log,
  };

  const features = createFeatures(
    { ...platform, givenUpJobs: (range) => deadJobsPerDay(jobRecords, range) },
    overrides.storage,
  );
  const { sessions, factors, posts, feed, orders, outbox, uploads, media, notifications } = features;

  let ready = false;
  let failure: PreparationError | undefined;
  let ended = false;
  const isReady = () => ready;
  const loopDelay = measureLoopDelay();
  const backups = createScheduledBackups({ config, connection, jobs, now, log });
  const { directory, keepFreeBytes } = config.media;
  if (metrics !== undefined) {
    addGauges(metrics, {
      jobs: jobRecords,
      jobTypes: jobs.types,
      feed,
      pins: orders.pins,
      outbox,
      media,
      backups,
      directory,
      now,
    });
    outbox.subscribe('userCreated', () => {
      metrics.signedUp();
      return Promise.resolve();
    });
  }
  const state = createState({
    ...platform,
    jobRecords,
    users: features.users,
    adminLog: features.admin.log,
    usedBytes: () => media.usedBytes(),
    freeBytes: () => freeBytes(directory),
    backups,
  });
  const isDatabaseUp = (timeout: number) => pingDatabase(connection, timeout);
  const preparationFailure = () => failure?.message;
  /** Whether the database answers and is migrated and indexed just now. */
  let preparing = false;
  const isPreparing = () => preparing;

  const http: Http = {
    config,
    authenticate: sessions.authenticate,
    runOnce: createIdempotency({ connection, now, log }),
    rateLimits,
    refuseUnconfirmed: factors.refuseUnconfirmed,
    slots: createConcurrencyLimit(config.limits.maxInFlight),
    endpoints: [],
  };
  limitByDeadline(connection, config.mongo.answerWithin);

  const app = createApp({
    ...platform,
    http,
    health: createHealth({ now, isDatabaseUp, isReady, isPreparing, preparationFailure }),
    features: [...features.inOrder, state],
    media,
    isReady,
    loopDelay,
    metrics,
    demo,
  });

  return {
    ...platform,
    ...features,
    app,
    http,
    /** Metrics for Prometheus, if a metrics port is configured. */
    metrics,
    /** The models of all collections. */
    allModels: storedModels(connection),
    /** Whether the database is connected and its indexes exist. */
    isReady,
    /** The state of each part of the service, for the monitoring. */
    readiness: createReadiness({
      jobs: jobRecords,
      isDatabaseUp: () => pingDatabase(connection, PING_TIMEOUT),
      isPrepared: isReady,
      preparationFailure,
      hasMailServer: config.mail.smtpUrl !== null || config.mail.mailbox,
      disk: { directory, keepFreeBytes },
      backups,
      now,
    }),
    /**
     * Connects, migrates the data and builds the indexes. Can be called again after a failure.
     * @throws PreparationError if the database answers but cannot be used
     */
    async start(signal?: AbortSignal): Promise<void> {
      await openConnection(connection, config.mongo, metrics?.watchDatabase);
      preparing = true;
      try {
        await prepareDatabase(connection, storedModels(connection), { log, signal });
        await posts.positions.ensure(now());
        failure = undefined;
      } catch (error) {
        failure = signal?.aborted ? undefined : preparationErrorOf(error);
        throw failure ?? error;
      } finally {
        preparing = false;
      }
      if (ended) return;
      bus.start();
      if (overrides.backgroundWork !== false) await jobs.start();
      ready = true;
    },
    /** Stops background work and closes the database connection. */
    async destroy(): Promise<void> {
      ready = false;
      ended = true;
      notifications.live.close();
      bus.close();
      loopDelay.stop();
      await jobs.stop();
      uploads.storage.close?.();
      // No important work is left, and a database that hangs must not block the exit.
      await connection.close(true);
    },
  };
}

/**
 * Returns why a reachable database cannot be used, or `undefined` if it is unreachable or another process prepares
 * it.
 */
function preparationErrorOf(error: unknown): PreparationError | undefined {
  if (error instanceof PreparationError) return error;
  if (isDatabaseAway(error) || error instanceof LeaseTakenError) return undefined;
  return new PreparationError('The database cannot be prepared.', undefined, error);
}
