/**
 * The parts of a browser that the app's modules use while they load and render, for the web server, which draws the
 * first page (draw-page.tsx). build-drawn.ts puts them in place of the globals.
 */
const nothing = (): undefined => undefined;

/** The browser that the page is drawn for: what it has stored. */
export const screen = { known: new Map<string, string>() };

/** The frame of tablets, whose parts style sheets show by the width of the screen. */
const media = (query: string) => ({
  matches: query.includes('48rem'),
  addEventListener: nothing,
  removeEventListener: nothing,
});

class Observer {
  readonly observe = nothing;
  readonly unobserve = nothing;
  readonly disconnect = nothing;
}

export const document = {
  hidden: false,
  visibilityState: 'visible',
  documentElement: { dataset: {}, style: {} },
  addEventListener: nothing,
  querySelector: () => null,
  getElementById: () => null,
};
/** A server keeps nothing for readers: code that reads its storage gets the defaults, except what this page knows. */
const storage = {
  getItem: (name: string) => screen.known.get(name) ?? null,
  setItem: (name: string, value: string) => void screen.known.set(name, value),
  removeItem: (name: string) => void screen.known.delete(name),
};
export const localStorage = storage;
export const sessionStorage = storage;
/** Dates are written for the most frequent language, until the app writes them for the reader's. */
export const navigator = { onLine: true, languages: ['en-US'] };
/** With room for the offer to translate, which the page's head takes away from browsers without a translator. */
const everywhere = Object.assign(Object.create(global) as object, { Translator: {} });
export { everywhere as globalThis };
export const BroadcastChannel = undefined;
export const ResizeObserver = Observer;
export const getComputedStyle = () => ({ fontSize: '16px' });
export const window = {
  localStorage,
  sessionStorage,
  innerWidth: 412,
  innerHeight: 915,
  scrollY: 0,
  location: { pathname: '/home', search: '', hash: '', origin: '' },
  matchMedia: media,
  addEventListener: nothing,
  removeEventListener: nothing,
  dispatchEvent: nothing,
};
