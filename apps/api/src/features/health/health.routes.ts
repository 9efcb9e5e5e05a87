import { health, live } from '@social-feed/contracts';
import express, { type Router } from 'express';
import type { AppContext } from '../../context.js';
import { pingDatabase } from '../../platform/db/connection.js';
import { serviceUnavailable } from '../../platform/http/errors.js';
import { route } from '../../platform/http/route.js';

/** Milliseconds that the database has for a ping before the service calls itself not ready. */
const PING_TIMEOUT = 2000;

/** Readiness and liveness (design §3); both answer whatever the database does. */
export function healthRoutes(ctx: AppContext): Router {
  const router = express.Router();
  const startedAt = ctx.now().getTime();

  route(ctx, router, health, async () => {
    if (!ctx.isReady() || !(await pingDatabase(ctx.connection, PING_TIMEOUT))) {
      throw serviceUnavailable(new Error('The database does not answer'));
    }
    const uptimeSeconds = Math.round((ctx.now().getTime() - startedAt) / 1000);
    return { data: { database: 'up' as const, uptimeSeconds } };
  });

  route(ctx, router, live, () => ({ message: 'The process runs' }));

  return router;
}
