import { setMaxListeners } from 'node:events';

export interface ClearableSignal {
  signal: AbortSignal;
  /** Stops the timer and listeners; the signal never aborts afterwards. */
  clear: () => void;
}

/**
 * Returns a signal that aborts with the first of other signals and its reason. Node 20 can garbage-collect the
 * results of `AbortSignal.any` and `AbortSignal.timeout` before they fire; the listeners of this signal keep it
 * alive.
 */
export function anySignal(...outer: readonly (AbortSignal | undefined)[]): ClearableSignal {
  const { controller, clear } = follow(outer);
  return { signal: controller.signal, clear };
}

/** Like `anySignal`, and also aborts after this many milliseconds with a TimeoutError. */
export function timeoutSignal(
  milliseconds: number,
  ...outer: readonly (AbortSignal | undefined)[]
): ClearableSignal {
  const { controller, clear } = follow(outer);
  const { signal } = controller;
  if (signal.aborted) return { signal, clear };
  const timer = setTimeout(() => {
    clear();
    controller.abort(new DOMException(`No end after ${milliseconds} ms`, 'TimeoutError'));
  }, milliseconds);
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return {
    signal,
    clear: () => {
      clearTimeout(timer);
      clear();
    },
  };
}

function follow(outer: readonly (AbortSignal | undefined)[]) {
  const controller = new AbortController();
  // each read in flight adds a listener, and there may be more than the ten after which Node warns
  setMaxListeners(0, controller.signal);
  const followed = outer.filter((signal) => signal !== undefined);
  const stops = followed.map((signal) => {
    const abort = () => {
      clear();
      controller.abort(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    return () => signal.removeEventListener('abort', abort);
  });
  const clear = () => {
    for (const stop of stops) stop();
  };
  const aborted = followed.find((signal) => signal.aborted);
  if (aborted !== undefined) {
    clear();
    controller.abort(aborted.reason);
  }
  return { controller, clear };
}
