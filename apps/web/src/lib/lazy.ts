import { createElement, lazy, Suspense, type ComponentProps, type FunctionComponent } from 'react';
import { readText, writeText } from './json';

/** Event of the window: a part of the page does not come, although it was asked for more than once. */
export const MISSING_PART = 'missing-part';

const RELOADED = 'reloaded-for-chunks';
/** How Chromium and Firefox, then Safari, word that a script asked for on demand did not come. */
const NOT_LOADED = /dynamically imported module|importing a module script/i;

/** Whether a part of the app did not come: gone since the app was deployed anew, or the network is. */
export const isChunkFailure = (error: unknown): error is Error =>
  error instanceof Error && NOT_LOADED.test(error.message);

const reloadedFor = (): string => readText(RELOADED, 'sessionStorage') ?? '';

/**
 * Whether loading the page anew may bring the part: once per part and tab, so that no page reloads forever, and not
 * while offline, where the page would be lost.
 */
export const mayReloadFor = (error: unknown): boolean =>
  isChunkFailure(error) && navigator.onLine && !reloadedFor().includes(error.message);

/** Notes that the page is loaded anew for this part. Answers false where the browser refuses the note: it must not be then. */
export const noteReloadFor = (error: Error): boolean =>
  writeText(RELOADED, `${reloadedFor()}\n${error.message}`, 'sessionStorage');

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

/** The component that a module exports by this name. */
type Part<M, K extends keyof M> =
  M[K] extends FunctionComponent<infer P> ? FunctionComponent<P> : FunctionComponent;

type Load = () => Promise<unknown>;

const loaded = new WeakMap<Load, unknown>();

/** Fetches a part beside what needs it; `lazyRoute` and `lazyPart` of the same function then show it without waiting. */
export const ahead = (load: Load): void =>
  void load().then(
    (module) => loaded.set(load, module),
    () => undefined,
  );

/** Loads a module once for all who ask, since of two imports the later may come first; one that did not come, again. */
export const loadOnce = <M>(load: () => Promise<M>): (() => Promise<M>) => {
  let loading: Promise<M> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
};

/**
 * A part that is there already shows at once: React lets what waits inside of what waited appear 300 ms later.
 * Otherwise `fetched` is waited for.
 */
const lazyFrom = <M, K extends keyof M>(load: () => Promise<M>, name: K, fetched: () => Promise<M>) =>
  lazy(() => {
    const module = loaded.get(load) as M | undefined;
    const answer = (from: M) => ({ default: from[name] as Part<M, K> });
    if (!module) return fetched().then(answer);
    const now = { then: (resolve: (component: { default: Part<M, K> }) => void) => resolve(answer(module)) };
    // React asks for no more than this of a promise
    return now as Promise<{ default: Part<M, K> }>;
  });

/**
 * A component that its page can do without for a while, loaded when it is first shown. One that does not come takes
 * nothing else away: it is waited for, and asked for again and again. From the third failure on `MISSING_PART` is said,
 * by which the new version is offered. Pages themselves are `lazyRoute`s.
 */
export const lazyPart = <M, K extends keyof M>(load: () => Promise<M>, name: K) =>
  lazyFrom(load, name, async () => {
    for (let pause = PAUSE; ; pause = Math.min(pause * 2, PAUSE_MAX)) {
      try {
        return await load();
      } catch (error) {
        if (!isChunkFailure(error)) throw error;
        // a moment without a network is no sign of a new version
        if (pause > 2 * PAUSE) window.dispatchEvent(new Event(MISSING_PART));
        await nextTry(pause);
      }
    }
  });

/** A `lazyPart` in whose place nothing stands until it is there. */
export const quietPart = <M, K extends keyof M>(load: () => Promise<M>, name: K) => {
  // of its props TypeScript knows only who uses it
  const Waiting = lazyPart(load, name) as unknown as FunctionComponent;
  return (props: ComponentProps<Part<M, K>> & object) =>
    createElement(Suspense, null, createElement(Waiting, props));
};

/** A route's component, loaded when it is first shown; what becomes of a chunk that is gone, the error boundary knows. */
export const lazyRoute = <M, K extends keyof M>(load: () => Promise<M>, name: K) =>
  lazyFrom(load, name, load);
