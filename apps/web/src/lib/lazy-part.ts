import { lazy, type ComponentType } from 'react';
import { isChunkFailure, MISSING_PART } from './stale-chunk';

/** The pause after the first failure and the longest one, in milliseconds; each is twice as long as the one before. */
const PAUSE = 1000;
const PAUSE_MAX = 60_000;

/** Resolves after the pause, or as soon as the network is back. */
const nextTry = (pause: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, pause);
    window.addEventListener('online', done);
    function done() {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    }
  });

/**
 * A component that its page can do without for a while, loaded when it is first shown. One that does not come takes
 * nothing else away: it is waited for, and asked for again and again. From the third failure on `MISSING_PART` is said,
 * by which the new version is offered. Pages themselves are `lazyRoute`s.
 */
export const lazyPart = <K extends string, P extends object = object>(
  load: () => Promise<Record<K, ComponentType<P>>>,
  name: K,
) =>
  lazy(async () => {
    for (let pause = PAUSE; ; pause = Math.min(pause * 2, PAUSE_MAX)) {
      try {
        return { default: (await load())[name] };
      } catch (error) {
        if (!isChunkFailure(error)) throw error;
        // a moment without a network is no sign of a new version
        if (pause > 2 * PAUSE) window.dispatchEvent(new Event(MISSING_PART));
        await nextTry(pause);
      }
    }
  });
