import type { IncomingHttpHeaders } from 'node:http';
import { firstRoutes } from '@social-feed/contracts/first-routes';

/**
 * The longest wait for a renewal, in milliseconds. Its token replaces the browser's, so the page waits for it longer
 * than for posts; after that the app's own renewal still gets the same token (`refreshGrace` of the API).
 */
const PATIENCE = 5000;

/** Cookies of a session; in production they have a prefix. */
const SESSION = ['access', 'refresh'].flatMap((name) => [`sf_${name}`, `__Host-sf_${name}`]);
const REFRESH = /(?:^|;\s*)(?:__Host-)?sf_refresh=/;
const ACCESS = /(?:^|;\s*)(?:__Host-)?sf_access=[^;\s]/;

const nameOf = (pair: string) => pair.split('=', 1)[0]?.trim() ?? '';

/** Whether these cookies have an access token, which may be over. */
export const hasAccess = (cookie: string): boolean => ACCESS.test(cookie);

/**
 * Whether the session of a visit may be renewed: there is one, and the browser shows the page now, so it takes the new
 * cookies. Two cookies of one name are left to the API, which refuses them.
 */
export const mayRenew = (headers: IncomingHttpHeaders): boolean => {
  const { cookie = '', 'sec-purpose': purpose, purpose: older } = headers;
  if (!REFRESH.test(cookie) || /prefetch|preview/i.test(`${String(purpose)} ${String(older)}`)) return false;
  const names = cookie.split(';').map(nameOf);
  return SESSION.every((name) => names.indexOf(name) === names.lastIndexOf(name));
};

/** The header `Cookie` that a browser sends after these lines of `Set-Cookie`. */
const cookiesAfter = (cookie: string, lines: readonly string[]): string => {
  const pairs = lines.map((line) => line.split(';', 1)[0] ?? '');
  const names = new Set(pairs.map(nameOf));
  return [...cookie.split(';').filter((pair) => !names.has(nameOf(pair))), ...pairs]
    .map((pair) => pair.trim())
    .join('; ');
};

export interface Renewal {
  /** Lines of `Set-Cookie` for the browser, also those by which the API ends a session. */
  lines: readonly string[];
  /** The reader's cookies with the new tokens; undefined if there are none. */
  cookie: string | undefined;
}

/** Renews the session of a visit with its cookies, as the app does. Never rejects. */
export async function renew(
  apiTarget: string,
  { cookie = '', 'user-agent': agent }: IncomingHttpHeaders,
  passedBy: string,
): Promise<Renewal> {
  const { method, path } = firstRoutes.refresh;
  // Node 20 can garbage-collect `AbortSignal.timeout` before it fires
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE);
  try {
    const answer = await fetch(apiTarget + path, {
      method,
      redirect: 'error',
      signal: late.signal,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'x-forwarded-for': passedBy,
        cookie,
        ...(agent !== undefined && { 'user-agent': agent }),
      },
    });
    const lines = answer.headers.getSetCookie();
    // not waited for: the cookies are here already
    answer.body?.cancel().catch(() => undefined);
    const isRenewed = answer.ok && lines.some(hasAccess);
    return { lines, cookie: isRenewed ? cookiesAfter(cookie, lines) : undefined };
  } catch {
    return { lines: [], cookie: undefined };
  } finally {
    clearTimeout(timer);
  }
}
