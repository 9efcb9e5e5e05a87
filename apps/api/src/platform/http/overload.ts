import { t } from '@social-feed/contracts/t';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { ConcurrencyLimit } from './concurrency.js';
import { sendRefusal } from './send-json.js';

/**
 * Milliseconds between measurements: long enough that a single pause, as on a first import, does not count as load.
 */
const LOOK_EVERY = 1000;
const RESOLUTION = 10;
const REPORT_EVERY = 1000;
/**
 * Running requests from which a late event loop means load, more than a page of one user asks for at once. Below, the
 * machine is busy or the process starts, and a rejection would free nothing.
 */
const LOAD_FROM = 10;

/**
 * Returns the average event loop delay in milliseconds.
 * @param mean nanoseconds between two turns; NaN if there was none since the last measurement
 * @param before the last result, which still applies if there was no turn
 */
export const latenessOf = (mean: number, before: number): number =>
  Number.isNaN(mean) ? before : Math.max(0, mean / 1e6 - RESOLUTION);

export type LoopDelay = ReturnType<typeof measureLoopDelay>;

/** Measures the event loop delay periodically, without keeping the process alive. */
export function measureLoopDelay() {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
  histogram.enable();
  let delay = 0;
  const looks = setInterval(() => {
    delay = latenessOf(histogram.mean, delay);
    histogram.reset();
  }, LOOK_EVERY).unref();
  return {
    /** The current delay in milliseconds. */
    current: () => delay,
    stop: () => {
      clearInterval(looks);
      histogram.disable();
    },
  };
}

export interface LoadParts {
  slots: Pick<ConcurrencyLimit, 'isFull' | 'underWay'>;
  loopDelay: Pick<LoopDelay, 'current'>;
  /** Maximum average event loop delay in milliseconds. */
  loopDelayMax: number;
  log: Logger;
  /** Called for each rejected request. */
  onRefused?: (() => void) | undefined;
}

/**
 * Rejects requests with 503 before any other work while all slots are taken, or while the event loop is late and several
 * requests run. That keeps accepted requests fast. Logs the number of rejections once a second.
 */
export function refuseUnderLoad({
  slots,
  loopDelay,
  loopDelayMax,
  log,
  onRefused,
}: LoadParts): RequestHandler {
  let refused = 0;
  let report: NodeJS.Timeout | undefined;
  return (_req, res, next) => {
    const isLate = loopDelay.current() > loopDelayMax && slots.underWay() >= LOAD_FROM;
    if (!slots.isFull() && !isLate) {
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
    sendRefusal(res, 'SERVICE_UNAVAILABLE', t`Service temporarily unavailable`);
  };
}
