import type { ErrorAnswer } from '@social-feed/contracts';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { InFlightLimit } from './in-flight-limit.js';
import { OVERDUE } from './turns.js';

const REPORT_EVERY = 1000;
const RETRY_AFTER_SECONDS = '1';
/** Liveness always answers; files cost next to nothing and take as long as the reader's line is slow. */
const EXEMPT = /^(\/api)?\/(health\/live$|(demo-)?media\/)/;

const BUSY: ErrorAnswer = {
  success: false,
  message: 'Service temporarily unavailable',
  code: 'SERVICE_UNAVAILABLE',
};
const BUSY_BODY = JSON.stringify(BUSY);

/**
 * Refuses what exceeds the limit of requests in flight, and what waited too long for its turn, at once and as cheaply as
 * can be, so that accepted requests stay quick (security 27).
 * @param maxInFlight the limit while all is well
 * @param elsewhere requests that a lane counts
 */
export function loadShedding(
  maxInFlight: number,
  elsewhere: (req: Request) => boolean,
  log: Logger,
): RequestHandler {
  const limit = new InFlightLimit(maxInFlight);
  const refuse = createRefusal(log);
  let inFlight = 0;

  return (req, res, next) => {
    if (EXEMPT.test(req.url) || elsewhere(req)) {
      next();
      return;
    }
    const startedAt = performance.now();
    if (inFlight >= limit.current || startedAt - (req.arrivedAt ?? startedAt) > OVERDUE) {
      refuse(res);
      return;
    }
    inFlight += 1;
    res.once('close', () => {
      inFlight -= 1;
      const now = performance.now();
      limit.record(now - startedAt, now);
    });
    next();
  };
}

export interface Lane {
  /** Refuses what comes while the lane is full, before anything is spent on it. */
  refuseWhenFull: RequestHandler;
  /** Takes a place until the answer closes; stands behind the reading of the body, so that slow senders hold none. */
  enter: RequestHandler;
}

/**
 * Counts some requests by themselves under a fixed limit: those that wait long for something that others do not need.
 * @param matches whether a request belongs here, by its method and address
 */
export function createLane(matches: (req: Request) => boolean, maxInFlight: number, log: Logger): Lane {
  const refuse = createRefusal(log);
  let inFlight = 0;
  const refuses = (req: Request, res: Response) => {
    if (inFlight < maxInFlight || !matches(req)) return false;
    refuse(res);
    return true;
  };

  return {
    refuseWhenFull: (req, res, next) => {
      if (!refuses(req, res)) next();
    },
    enter: (req, res, next) => {
      if (refuses(req, res)) return;
      if (matches(req)) {
        inFlight += 1;
        res.once('close', () => {
          inFlight -= 1;
        });
      }
      next();
    },
  };
}

/** Answers 503 and reports once a second how often it did. */
function createRefusal(log: Logger): (res: Response) => void {
  let refused = 0;
  let report: NodeJS.Timeout | undefined;
  return (res) => {
    refused += 1;
    report ??= setTimeout(() => {
      log.warn({ refused }, 'requests refused under load');
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
