import { createElement, lazy, Suspense, type ComponentProps, type FunctionComponent } from 'react';
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

type Load = () => Promise<unknown>;

const loaded = new WeakMap<Load, unknown>();

/** Preloads a part; `lazyRoute` and `lazyPart` with the same function then show it without waiting. */
export const ahead = (load: Load): void =>
  void load().then(
    (module) => loaded.set(load, module),
    () => undefined,
  );

/**
 * Loads a module once for all callers, since parallel imports may resolve out of order; retries after a failure.
 */
export const loadOnce = <M>(load: () => Promise<M>): (() => Promise<M>) => {
  let loading: Promise<M> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
};

/** Shows a preloaded part at once: React delays nested suspended content by 300 ms. Otherwise awaits `fetched`. */
const lazyFrom = <M, K extends keyof M>(load: () => Promise<M>, name: K, fetched: () => Promise<M>) =>
  lazy(() => {
    const module = loaded.get(load) as M | undefined;
    const answer = (from: M) => ({ default: from[name] as Part<M, K> });
    if (!module) return fetched().then(answer);
    const now = { then: (resolve: (component: { default: Part<M, K> }) => void) => resolve(answer(module)) };
    // React uses only `then` of a promise
    return now as Promise<{ default: Part<M, K> }>;
  });

/**
 * A component that its page can show later, loaded on first render. If it fails to load, the rest of the page stays
 * and the load is retried. From the third failure on it dispatches `MISSING_PART`, and the app offers the new
 * version. For pages use `lazyRoute`.
 */
export const lazyPart = <M, K extends keyof M>(load: () => Promise<M>, name: K) =>
  lazyFrom(load, name, async () => {
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

/** A `lazyPart` that renders nothing until it is loaded. */
export const quietPart = <M, K extends keyof M>(load: () => Promise<M>, name: K) => {
  // TypeScript cannot infer the props here; the returned component declares them
  const Waiting = lazyPart(load, name) as unknown as FunctionComponent;
  return (props: ComponentProps<Part<M, K>> & object) =>
    createElement(Suspense, null, createElement(Waiting, props));
};

/** A route's component, loaded on first render. The error boundary handles a missing chunk. */
export const lazyRoute = <M, K extends keyof M>(load: () => Promise<M>, name: K) =>
  lazyFrom(load, name, load);
