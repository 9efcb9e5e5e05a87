import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig, type Config } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { useInstanceStore } from '../lib/instance-store';
import { forgetRefused } from '../lib/json';
import { useUnsavedDrafts } from '../lib/unsaved-drafts';
import { server } from './server';
import { setSessionHint } from './session-hint';

declare global {
  var testingLibrary: Config | undefined;
}

// keep the real `setImmediate`: fake timers replace the global one
const afterWaitingCode = setImmediate;
// this file runs again for each test file of a worker, which shares one library: wrap its own functions, not the wrapped
const library = (globalThis.testingLibrary ??= { ...getConfig() });
const isWaiting = () =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;
configure({
  // the first visit of a lazy route compiles it, which takes a busy machine more than the default second
  asyncUtilTimeout: 15_000,
  // the awaited element is rendered now, but on a busy machine its effects may still be pending
  asyncWrapper: async (wait) => {
    const result = await library.asyncWrapper(wait);
    await new Promise((resolve) => afterWaitingCode(resolve));
    return result;
  },
  // print the document once a wait fails, not at each of its looks
  getElementError: (message, container) =>
    isWaiting()
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : library.getElementError(message, container),
});

// there are no typefaces
Object.defineProperty(document, 'fonts', { value: new Set<FontFace>(), configurable: true });

// there is no layout
vi.mock('../features/content/post/list/drawn-items', () => import('./all-items'));

// a phone-sized window unless a test sets another
const list = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
// jsdom does not animate
Element.prototype.animate = () => ({ cancel: () => undefined }) as Animation;
window.matchMedia = (query) => ({ ...list, media: query }) as unknown as MediaQueryList;
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

class NoObserver {
  observe(): void {
    return;
  }
  unobserve(): void {
    return;
  }
  disconnect(): void {
    return;
  }
  takeRecords(): never[] {
    return [];
  }
}
vi.stubGlobal('ResizeObserver', NoObserver);
vi.stubGlobal('IntersectionObserver', NoObserver);

// the modules of earlier files stay in this page and hear its events
const HIDING: readonly string[] = ['pagehide', 'visibilitychange'];
const ended = new AbortController();
for (const target of [window, document] as EventTarget[]) {
  const add = target.addEventListener.bind(target);
  target.addEventListener = (type, listener, options) => {
    add(type, listener, options);
    if (HIDING.includes(type))
      ended.signal.addEventListener('abort', () => target.removeEventListener(type, listener, options));
  };
  ended.signal.addEventListener('abort', () => (target.addEventListener = add));
}

const unexpected: string[] = [];
beforeAll(() =>
  server.listen({
    onUnhandledRequest: (request, print) => {
      unexpected.push(`${request.method} ${request.url}`);
      print.error();
    },
  }),
);
afterEach(() => {
  // a failed test may leave fake timers on, and then no later test would end
  vi.useRealTimers();
  cleanup();
  // remove the toast, so that the next test does not find it
  toast.remove();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  forgetRefused();
  useInstanceStore.setState({ known: undefined });
  useUnsavedDrafts.setState({ names: new Set() });
  // the next file uses the same page, and its router would read this history state
  window.history.replaceState(null, '', '/');
  Object.assign(window, { scrollY: 0 });
  setSessionHint(false);
  delete document.documentElement.dataset['publicBrowsing'];
  // the app would treat it as a network failure and continue
  const calls = unexpected.splice(0);
  if (calls.length > 0) throw new Error(`No handler for ${calls.join(', ')}`);
});
afterAll(() => {
  server.close();
  ended.abort();
  // the worker runs more files: each starts with its own stubs and fresh modules
  vi.unstubAllGlobals();
  vi.resetModules();
});
