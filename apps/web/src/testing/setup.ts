import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { forgetRefused } from '../lib/json';
import { useUnkept } from '../lib/unkept';
import { server } from './server';
import { setSessionHint } from './session-hint';

// tests that stop the clock stop the global one
const afterWaitingCode = setImmediate;
const library = { ...getConfig() };
configure({
  // the first visit of a lazy route compiles it, which takes a busy machine more than the usual second
  asyncUtilTimeout: 8000,
  // what was waited for is drawn by then, but its effects may not have run, which on a busy machine come later
  asyncWrapper: async (wait) => {
    const result = await library.asyncWrapper(wait);
    await new Promise((resolve) => afterWaitingCode(resolve));
    return result;
  },
});

// there is no layout here
vi.mock('virtua', () => import('./plain-virtualizer'));

// jsdom has neither: a phone-sized window, unless a test says otherwise
if (typeof window.matchMedia !== 'function') {
  const list = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  window.matchMedia = (query) => ({ ...list, media: query }) as unknown as MediaQueryList;
}
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
  // a test that fails may leave its clock standing, with which no other would end
  vi.useRealTimers();
  cleanup();
  // a toast that goes while the next test looks for its like would be found
  toast.remove();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  forgetRefused();
  useUnkept.setState({ names: new Set() });
  // the page serves the next file as well, whose router would read here how it was reached
  window.history.replaceState(null, '', '/');
  setSessionHint(false);
  delete document.documentElement.dataset['publicBrowsing'];
  // the app itself would take it for a failed network and carry on
  const calls = unexpected.splice(0);
  if (calls.length > 0) throw new Error(`No handler for ${calls.join(', ')}`);
});
afterAll(() => {
  server.close();
  // the worker serves more files: each starts from modules of its own
  vi.resetModules();
});
