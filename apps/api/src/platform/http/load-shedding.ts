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

/** A bound for some requests under way at once. */
export interface Lane {
  /** Refuses what comes while the lane is full, before anything is spent on it. */
  refuseWhenFull: RequestHandler;
  /** Takes a place until the answer closes; stands behind the reading of the body, so that slow senders hold none. */
  enter: RequestHandler;
}

/**
 * Bounds the requests in flight, so that accepted ones stay quick (security 27): the more, the quicker answers come.
 * What waited too long for its turn is refused too.
 * @param maxInFlight the limit while all is well
 * @param elsewhere requests that another lane counts
 */
export function createMainLane(maxInFlight: number, elsewhere: (req: Request) => boolean, log: Logger): Lane {
  const limit = new InFlightLimit(maxInFlight);
  const counts = (req: Request) => !EXEMPT.test(req.url) && !elsewhere(req);
  return laneOf(counts, () => limit.current, {
    log,
    refusesToo: (req) => performance.now() - (req.arrivedAt ?? Infinity) > OVERDUE,
    left: (milliseconds) => limit.record(milliseconds, performance.now()),
  });
}

/**
 * Counts some requests by themselves under a fixed limit: those that wait long for something that others do not need.
 * @param matches whether a request belongs here, by its method and address
 */
export const createLane = (matches: (req: Request) => boolean, maxInFlight: number, log: Logger): Lane =>
  laneOf(matches, () => maxInFlight, { log });

interface LaneParts {
  log: Logger;
  /** Looked at where the lane is not full. */
  refusesToo?: (req: Request) => boolean;
  /** Told how many milliseconds a request had its place. */
  left?: (milliseconds: number) => void;
}

function laneOf(
  matches: (req: Request) => boolean,
  limit: () => number,
  { log, refusesToo, left }: LaneParts,
): Lane {
  const refuse = createRefusal(log);
  let inFlight = 0;

  return {
    refuseWhenFull: (req, res, next) => {
      if (matches(req) && (inFlight >= limit() || refusesToo?.(req) === true)) refuse(res);
      else next();
    },
    enter: (req, res, next) => {
      if (!matches(req)) {
        next();
        return;
      }
      if (inFlight >= limit()) {
        refuse(res);
        return;
      }
      inFlight += 1;
      const enteredAt = performance.now();
      res.once('close', () => {
        inFlight -= 1;
        left?.(performance.now() - enteredAt);
      });
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
