/**
 * The parts of a browser that the app's modules use while they load and render, for the web server, which draws the
 * first page (draw-home.tsx). build-drawn.ts puts them in place of the globals.
 */
const nothing = (): undefined => undefined;

/** Whether the page that is being drawn is for a narrow screen. */
export const screen = { narrow: false };

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
/** A server keeps nothing for readers: what asks for its storage gets the defaults. */
const storage = { getItem: () => null, setItem: nothing, removeItem: nothing };
export const localStorage = storage;
export const sessionStorage = storage;
export const navigator = { onLine: true };
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
