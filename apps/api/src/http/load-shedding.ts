import type { ErrorAnswer } from '@social-feed/contracts';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { InFlightLimit } from './in-flight-limit.js';

const REPORT_EVERY = 1000;
const RETRY_AFTER_SECONDS = '1';
/** Liveness always answers; files cost next to nothing and take as long as the reader's line is slow. */
const EXEMPT = /^(\/api)?\/(health\/live$|demo-media\/)/;

const BUSY: ErrorAnswer = {
  success: false,
  message: 'Service temporarily unavailable',
  code: 'SERVICE_UNAVAILABLE',
};
const BUSY_BODY = JSON.stringify(BUSY);

/**
 * Refuses what exceeds the limit of requests in flight at once and as cheaply as can be, so that accepted requests stay
 * quick (security 27).
 * @param maxInFlight the limit while all is well
 */
export function loadShedding(maxInFlight: number, log: Logger): RequestHandler {
  const limit = new InFlightLimit(maxInFlight);
  let inFlight = 0;
  let refused = 0;
  let report: NodeJS.Timeout | undefined;

  return (req, res, next) => {
    if (EXEMPT.test(req.url)) {
      next();
      return;
    }
    if (inFlight < limit.current) {
      inFlight += 1;
      const startedAt = performance.now();
      res.once('close', () => {
        inFlight -= 1;
        // Sign-ins wait in a queue of their own and say nothing about the database.
        const now = performance.now();
        if (req.method === 'GET') limit.record(now - startedAt, now);
      });
      next();
      return;
    }
    refused += 1;
    report ??= setTimeout(() => {
      log.warn({ refused, limit: limit.current }, 'requests refused under load');
      refused = 0;
      report = undefined;
    }, REPORT_EVERY).unref();
    res.writeHead(503, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(BUSY_BODY),
      'Retry-After': RETRY_AFTER_SECONDS,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    });
    res.end(BUSY_BODY);
  };
}
