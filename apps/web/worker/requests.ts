/** What the worker answers, each kind in its own way; everything else passes it by. */
export type Kind = 'page' | 'theme' | 'asset' | 'picture';

/** What is read of a request. */
export type Asked = Pick<Request, 'method' | 'mode' | 'destination' | 'url'>;

/** Addresses on the app's origin that are the API's, a server's or a provider's. */
const NO_PAGE = /^\/(api|docs|dev|health|media|demo-media|assets|icons|showcase)(\/|$)/;
const PROVIDER = /^\/auth\/(?!callback\/?$)/;
const FILE = /\.[a-z0-9]+$/i;
/** Pictures that people posted, and those of the demo data; where they lie on another origin, that allows reading them. */
const PICTURE = /^(\/api)?\/(demo-)?media\//;

const isPage = (path: string): boolean => !NO_PAGE.test(path) && !PROVIDER.test(path) && !FILE.test(path);

/**
 * What kind of request this is; null for what the worker leaves alone: every call of the API, other sites, clips.
 * @param app any address of the app
 */
export const kindOf = ({ method, mode, destination, url }: Asked, app: URL): Kind | null => {
  if (method !== 'GET') return null;
  const { origin, pathname } = new URL(url);
  const own = origin === app.origin;
  if (mode === 'navigate') return own && isPage(pathname) ? 'page' : null;
  if (destination === 'image') return PICTURE.test(pathname) ? 'picture' : null;
  if (!own) return null;
  if (pathname === '/theme.js') return 'theme';
  return pathname.startsWith('/assets/') ? 'asset' : null;
};
