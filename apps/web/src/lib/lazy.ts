import { lazy, type FunctionComponent } from 'react';
import { readText, writeText } from './json';
import { MINUTE } from './time';

/** Window event: a part of the app repeatedly failed to load. */
export const MISSING_PART = 'missing-part';

const RELOADED = 'reloaded-for-chunks';
/** Error messages of Chromium and Firefox, then Safari, for a script that failed to load. */
const NOT_LOADED = /dynamically imported module|importing a module script/i;

/** Whether a part of the app failed to load: removed by a new deployment, or a network failure. */
export const isChunkFailure = (error: unknown): error is Error =>
  error instanceof Error && NOT_LOADED.test(error.message);

const reloadedFor = (): string => readText(RELOADED, 'sessionStorage') ?? '';

/**
 * Whether to reload the page for a missing part: once per part and tab, to avoid a reload loop, and not while
 * offline, where a reload would lose the page.
 */
export const mayReloadFor = (error: unknown): boolean =>
  isChunkFailure(error) && navigator.onLine && !reloadedFor().includes(error.message);

/** Records a reload for this part. Returns false if storage refuses: then do not reload, to avoid a loop. */
export const noteReloadFor = (error: Error): boolean =>
  writeText(RELOADED, `${reloadedFor()}\n${error.message}`, 'sessionStorage');

/** The first and the longest retry delay, in milliseconds; each delay is twice the previous one. */
const PAUSE = 1000;
const PAUSE_MAX = MINUTE;

/** Resolves after the delay, or as soon as the network is back. */
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

/** The component that a module exports under this name. */
type Part<M, K extends keyof M> =
  M[K] extends FunctionComponent<infer P> ? FunctionComponent<P> : FunctionComponent;

/**
 * A React.lazy component. `preload` loads its code; after that it shows without waiting, because React delays nested
 * suspended content by 300 ms.
 */
const preloadable = <M, K extends keyof M>(load: () => Promise<M>, name: K, fetched: () => Promise<M>) => {
  let loaded: M | undefined;
  const answer = (from: M) => ({ default: from[name] as Part<M, K> });
  const component = lazy(() => {
    if (!loaded) return fetched().then(answer);
    const now = answer(loaded);
    // React uses only `then` of a promise
    return { then: (resolve: (part: typeof now) => void) => resolve(now) } as Promise<typeof now>;
  });
  /** Resolves to the module; to undefined if it does not load. */
  const fetch = (): Promise<M | undefined> =>
    load().then(
      (module) => (loaded = module),
      () => undefined,
    );
  return Object.assign(component, { fetch, preload: (): void => void fetch() });
};

/**
 * A component that its page can show later, loaded on first render; wrap it in Suspense. If it fails to load, the
 * rest of the page stays and the load is retried. From the third failure on it dispatches `MISSING_PART`, and the
 * app offers the new version. For pages use `lazyRoute`.
 */
export const lazyPart = <M, K extends keyof M>(load: () => Promise<M>, name: K) =>
  preloadable(load, name, async () => {
    for (let pause = PAUSE; ; pause = Math.min(pause * 2, PAUSE_MAX)) {
      try {
        return await load();
      } catch (error) {
        if (!isChunkFailure(error)) throw error;
        // a short network failure does not mean a new version
        if (pause > 2 * PAUSE) window.dispatchEvent(new Event(MISSING_PART));
        await nextTry(pause);
      }
    }
  });

/** A route's component, loaded on first render. The error boundary handles a missing chunk. */
export const lazyRoute = <M, K extends keyof M>(load: () => Promise<M>, name: K) =>
  preloadable(load, name, load);
