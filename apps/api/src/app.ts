import { health, live, ready, unsubscribeDigest } from '@social-feed/contracts';
import express, { Router, type Express, type RequestHandler } from 'express';
import type { Demo } from './demo.js';
import type { Health } from './outward/health/health.feature.js';
import type { Media } from './content/media/media.feature.js';
import { DEMO_KEYS } from './identity/oauth/provider-access.js';
import { referenceRoutes } from './outward/reference/reference.feature.js';
import { answerHeaders } from './platform/http/answer-headers.js';
import { errorHandler } from './platform/http/error-handler.js';
import { serviceUnavailable } from './platform/http/errors.js';
import { jsonBody } from './platform/http/json-body.js';
import { requestLog } from './platform/http/logging.js';
import { notFound } from './platform/http/not-found.js';
import { csrfGuard } from './platform/http/origin-guard.js';
import { refuseUnderLoad, type LoopDelay } from './platform/http/overload.js';
import { createMount, type Http, type Mount } from './platform/http/route.js';
import type { Metrics } from './platform/metrics.js';
import type { Platform } from './platform/platform.js';

/** Paths that accept writes from any origin, with unread bodies: endpoints with `anyOrigin`. */
const OPEN_PATHS: ReadonlySet<string> = new Set([unsubscribeDigest.path]);

export interface AppDeps extends Pick<Platform, 'config' | 'mail' | 'now' | 'log'> {
  http: Http;
  health: Health;
  /** In the order in which their routes are matched. */
  features: readonly { routes: (mount: Mount) => void }[];
  media: Pick<Media, 'serve'>;
  /** Whether the database is connected and its indexes exist. */
  isReady: () => boolean;
  loopDelay: LoopDelay;
  metrics: Metrics | undefined;
  demo: Demo | undefined;
}

/** Creates the Express app. Middleware runs in the order of this function. */
export function createApp(deps: AppDeps): Express {
  const { config, http, loopDelay, metrics, demo, now, log } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustProxy);

  const logged = requestLog(log, metrics?.request);
  app.use(answerHeaders(config.allowedOrigins, config.production));
  const router = Router();
  // Also under `/api`, for deployments with web and API on one origin.
  app.use('/api', router);
  app.use(router);
  router.get([health.path, ready.path, live.path], requestLog(log, metrics?.request, true));
  const mount = createMount(http, router);
  deps.health.routes(mount);
  router.use(
    refuseUnderLoad({
      slots: http.slots,
      loopDelay,
      loopDelayMax: config.limits.loopDelayMax,
      log,
      onRefused: metrics && (() => metrics.refused('OVERLOAD')),
    }),
  );
  router.use(logged);
  router.use(csrfGuard(config.allowedOrigins, OPEN_PATHS));
  router.use('/docs', referenceRoutes(config, http.endpoints));
  router.use(refuseUntil(deps.isReady));
  // OAuth providers accept forms; the API accepts only JSON.
  if (demo !== undefined && config.oauth.demo && !config.production) {
    router.use(demo.provider({ keys: DEMO_KEYS, sealingKey: config.secrets.oauth, now }));
  }
  router.use(jsonBody(config.limits, OPEN_PATHS));
  for (const feature of deps.features) feature.routes(mount);
  deps.media.serve(router);
  if (demo !== undefined && config.demoData) router.use(demo.media());
  if (demo !== undefined && config.mail.mailbox && !config.production) router.use(demo.mailbox(deps.mail));
  router.use(notFound(http.endpoints));
  app.use(errorHandler(log, metrics?.refused));
  return app;
}

/** Rejects all reads and writes until the unique indexes exist: only they keep names and reactions unique. */
const refuseUntil =
  (isReady: () => boolean): RequestHandler =>
  (_req, _res, next) =>
    next(isReady() ? undefined : serviceUnavailable(new Error('The database was not reached yet')));
