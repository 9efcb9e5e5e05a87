import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { ConcurrencyLimit } from './concurrency.js';
import { sendRefusal } from './send-json.js';

/** Milliseconds between two looks at the event loop: long enough that one pause alone, as of a first import, is no load. */
const LOOK_EVERY = 1000;
const RESOLUTION = 10;
const REPORT_EVERY = 1000;

/**
 * How many milliseconds late the event loop was on average.
 * @param mean nanoseconds between two turns; NaN where none was seen since the last look
 * @param before what the last look said, which holds on where nothing was seen
 */
export const latenessOf = (mean: number, before: number): number =>
  Number.isNaN(mean) ? before : Math.max(0, mean / 1e6 - RESOLUTION);

export type LoopDelay = ReturnType<typeof measureLoopDelay>;

/** Measures how late the event loop is, again and again, without keeping the process alive. */
export function measureLoopDelay() {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
  histogram.enable();
  let delay = 0;
  const looks = setInterval(() => {
    delay = latenessOf(histogram.mean, delay);
    histogram.reset();
  }, LOOK_EVERY).unref();
  return {
    /** How many milliseconds late the event loop is. */
    current: () => delay,
    stop: () => {
      clearInterval(looks);
      histogram.disable();
    },
  };
}

export interface LoadParts {
  places: Pick<ConcurrencyLimit, 'isFull'>;
  loopDelay: Pick<LoopDelay, 'current'>;
  /** Milliseconds that the event loop may be late on average. */
  loopDelayMax: number;
  log: Logger;
  /** Is told of each refusal. */
  onRefused?: (() => void) | undefined;
}

/**
 * Refuses requests with 503 at once, before anything is spent on them, while all places are taken or the event loop
 * is late. Accepted ones stay quick that way. Reports once a second how many it refused.
 */
export function refuseUnderLoad({
  places,
  loopDelay,
  loopDelayMax,
  log,
  onRefused,
}: LoadParts): RequestHandler {
  let refused = 0;
  let report: NodeJS.Timeout | undefined;
  return (_req, res, next) => {
    if (!places.isFull() && loopDelay.current() <= loopDelayMax) {
      next();
      return;
    }
    refused += 1;
    onRefused?.();
    report ??= setTimeout(() => {
      log.warn({ refused }, 'requests refused under load');
      refused = 0;
      report = undefined;
    }, REPORT_EVERY).unref();
    sendRefusal(res, 'SERVICE_UNAVAILABLE', 'Service temporarily unavailable');
  };
}
