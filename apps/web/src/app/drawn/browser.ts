/**
 * The parts of a browser that the app's modules use while they load and render, for the web server, which draws the
 * first page (draw-home.tsx). build-drawn.ts puts them in place of the globals.
 */
const nothing = (): undefined => undefined;

/** The browser that the page is drawn for; `known` is what it has stored. */
export const screen = { narrow: false, known: new Map<string, string>() };

/** The frame of tablets, whose parts style sheets show by the width of the screen. */
const media = (query: string) => ({
  matches: query.startsWith('(max-width') ? screen.narrow : query.includes('48rem'),
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
/** A server keeps nothing for readers: what asks for its storage gets the defaults, but for what it is told. */
const storage = {
  getItem: (name: string) => screen.known.get(name) ?? null,
  setItem: nothing,
  removeItem: nothing,
};
export const localStorage = storage;
export const sessionStorage = storage;
/** Dates are written for the most frequent language, until the app writes them for the reader's. */
export const navigator = { onLine: true, languages: ['en-US'] };
/** `Translator` is there if the reader's browser may translate posts. */
const everywhere = Object.create(global) as { Translator?: object };
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
