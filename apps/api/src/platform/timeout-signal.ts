import { setMaxListeners } from 'node:events';

export interface ClearableSignal {
  signal: AbortSignal;
  /** Stops timer and listeners; the signal is never aborted afterwards. */
  clear: () => void;
}

/**
 * Makes a signal that is aborted with the first of others, and with its reason. Node 20 can collect what
 * `AbortSignal.any` and `AbortSignal.timeout` return before it fires; the listeners of this one hold their signal.
 */
export function anySignal(...outer: readonly (AbortSignal | undefined)[]): ClearableSignal {
  const { controller, clear } = follow(outer);
  return { signal: controller.signal, clear };
}

/** The same, and aborted after so many milliseconds with a TimeoutError. */
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
  // each read that is under way listens, and there may be more than the ten that Node warns of
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
