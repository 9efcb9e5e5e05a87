import express, { type Express, type Request, type RequestHandler } from 'express';
import type { AppContext } from './context.js';
import { demoProviderRoutes } from './dev/demo-provider.routes.js';
import { docsRoutes } from './features/reference/reference.routes.js';
import { FEATURE_ROUTES } from './features.js';
import { takesFiles } from './features/media/media.routes.js';
import { healthRoutes } from './features/health/health.routes.js';
import { stripApiPrefix } from './platform/http/api-prefix.js';
import { demoMedia } from './platform/http/demo-media.js';
import { errorHandler } from './platform/http/error-handler.js';
import { serviceUnavailable } from './platform/http/errors.js';
import { jsonBody } from './platform/http/json-body.js';
import { createLane, createMainLane } from './platform/http/load-shedding.js';
import { requestWithin } from './platform/http/request-within.js';
import { requestLog } from './platform/http/logging.js';
import { notFound } from './platform/http/not-found.js';
import { cors, csrfGuard } from './platform/http/origin-guard.js';
import { securityHeaders } from './platform/http/security-headers.js';

/** The whole API as an Express app: the order of what happens to a request is the order of this function. */
export function createApp(ctx: AppContext): Express {
  const { config, log } = ctx;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustProxy);

  const main = createMainLane(config.limits.maxInFlight, countsElsewhere, log);
  const signIns = createLane(hashesPassword, config.argon2.concurrency + config.argon2.queueMax, log);
  const uploads = createLane(takesFiles, UPLOADS_AT_ONCE, log);
  const exports = createLane(exportsData, EXPORTS_AT_ONCE, log);

  // Before what refuses: pages of other origins read refusals too, and bodies that go on after one are cut off.
  app.use(cors(config.allowedOrigins));
  app.use(requestWithin(config.limits.requestWithin, takesFiles));
  app.use(main.refuseWhenFull);
  app.use(signIns.refuseWhenFull);
  app.use(requestLog(log));
  app.use(securityHeaders(config.production));
  app.use(stripApiPrefix);
  app.use(csrfGuard(config.allowedOrigins));
  if (config.demoMedia.enabled) app.use(demoMedia(config.demoMedia.directory));
  app.use(healthRoutes(ctx));
  app.use(docsRoutes(ctx));
  app.use(refuseUntilReady(ctx));
  // Providers take forms where the API takes JSON only.
  app.use(demoProviderRoutes(ctx));
  app.use(jsonBody(config.limits, takesFiles));
  for (const lane of [main, uploads, exports, signIns]) app.use(lane.enter);
  for (const routes of FEATURE_ROUTES) app.use(routes(ctx));
  app.use(notFound(ctx.endpoints));
  app.use(errorHandler(log));
  return app;
}

/** Calls that hash a password: no more than the hasher takes may so much as ask the database. */
const hashesPassword = (req: Request) =>
  req.method === 'POST' &&
  /^(\/api)?\/auth\/(login|register|(reset|change)-password|delete-account)\/?(\?|$)/i.test(req.url);

/** Uploads take as long as the sender's line is slow, and a core while pictures are encoded. */
const UPLOADS_AT_ONCE = 16;

/** Files of any size that are sent as slowly as their reader reads. */
const exportsData = (req: Request) => /^(\/api)?\/auth\/export\/?(\?|$)/i.test(req.url);
const EXPORTS_AT_ONCE = 16;

const countsElsewhere = (req: Request) => hashesPassword(req) || takesFiles(req) || exportsData(req);

/** Nothing is read or written before the unique indexes stand: they alone keep names and reactions unique. */
const refuseUntilReady =
  (ctx: AppContext): RequestHandler =>
  (_req, _res, next) =>
    next(ctx.isReady() ? undefined : serviceUnavailable(new Error('The database was not reached yet')));
