import type { RequestHandler } from 'express';
import type { ErrorAnswer } from '@social-feed/contracts';
import type { Logger } from 'pino';

const REPORT_EVERY = 1000;
const RETRY_AFTER_SECONDS = '1';

const BUSY: ErrorAnswer = {
  success: false,
  message: 'Service temporarily unavailable',
  code: 'SERVICE_UNAVAILABLE',
};
const BUSY_BODY = JSON.stringify(BUSY);

/**
 * Refuses what exceeds `maxInFlight` at once and as cheaply as can be, so that accepted requests stay quick
 * (security 27). Liveness always answers.
 */
export function loadShedding(maxInFlight: number, log: Logger): RequestHandler {
  let inFlight = 0;
  let refused = 0;
  let report: NodeJS.Timeout | undefined;

  return (req, res, next) => {
    if (inFlight < maxInFlight || req.url.endsWith('/health/live')) {
      inFlight += 1;
      res.once('close', () => {
        inFlight -= 1;
      });
      next();
      return;
    }
    refused += 1;
    report ??= setTimeout(() => {
      log.warn({ refused, maxInFlight }, 'requests refused under load');
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
