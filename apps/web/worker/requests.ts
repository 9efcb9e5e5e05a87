/** The kinds of requests that the worker handles; it ignores all others. */
export type Kind = 'page' | 'theme' | 'asset' | 'picture' | 'kept';

/** The parts of a request that `kindOf` reads. */
export type Asked = Pick<Request, 'method' | 'mode' | 'destination' | 'url' | 'referrer'>;

/** Addresses on the app's origin that belong to the API, a server or a provider. */
const NO_PAGE = /^\/(api|docs|dev|health|media|demo-media|assets|l|icons|showcase)(\/|$)/;
const PROVIDER = /^\/auth\/(?!callback\/?$)/;
const FILE = /\.[a-z0-9]+$/i;
/** Users' pictures and those of the demo data. If they are on another origin, it allows reading them. */
export const PICTURE = /^(\/api)?\/(demo-)?media\//;
/** Pages for people who are signed out: their pictures are no reader's, and stay out of what a sign-out deletes. */
const SIGNED_OUT = /^\/(i\/account|login)(\/|$)/;
/** Calls that a kept collection answers without a network: its posts and their comments. */
const KEPT_CALL = /^(\/api)?\/(posts|comments\/post)\/[0-9a-f]{24}$/;

const isSignedOut = (page: string): boolean => URL.canParse(page) && SIGNED_OUT.test(new URL(page).pathname);
const isPage = (path: string): boolean => !NO_PAGE.test(path) && !PROVIDER.test(path) && !FILE.test(path);

/**
 * The kind of a request; null for requests that the worker ignores: most API calls, other sites, clips.
 * @param app any address of the app
 */
export const kindOf = ({ method, mode, destination, url, referrer }: Asked, app: URL): Kind | null => {
  if (method !== 'GET') return null;
  const { origin, pathname } = new URL(url);
  const own = origin === app.origin;
  if (mode === 'navigate') return own && isPage(pathname) ? 'page' : null;
  if (destination === 'image') return PICTURE.test(pathname) && !isSignedOut(referrer) ? 'picture' : null;
  if (mode === 'cors' && destination === '' && KEPT_CALL.test(pathname)) return 'kept';
  if (!own) return null;
  if (pathname === '/theme.js') return 'theme';
  return /^(\/l\/[\w-]+)?\/assets\//.test(pathname) ? 'asset' : null;
};
