import type { RequestHandler } from 'express';

const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const ALLOWED_HEADERS =
  'Accept, Authorization, Cache-Control, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Pragma, ' +
  'X-Request-Id, X-Requested-With';
const EXPOSED_HEADERS =
  'Allow, ETag, Idempotency-Replayed, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, X-Session';
const PREFLIGHT_LASTS_SECONDS = 600;

/** Nothing may be loaded, framed or run: the API serves no page. */
const POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/** Without `includeSubDomains`: other hosts of the domain may not have https. */
const HSTS = 'max-age=63072000';

/** Headers of every response, in development too. */
const ALWAYS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

/** Headers of responses sent outside of Express. Browsers ignore the last one where there is no TLS. */
export const REFUSAL_HEADERS = { ...ALWAYS, 'Strict-Transport-Security': HSTS } as const;
/** Headers of such responses for pages of any origin, which can read them if they sent no cookies. */
export const OPEN_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED_HEADERS,
} as const;

/** What proxies that compress answers, such as Apache, append to an ETag and do not take away again. */
const BY_PROXY = /--?(?:gzip|br|zstd)"/g;

/**
 * Sets headers on every response. Responses are personal unless a route says otherwise, so caches must not store
 * them. Pages of the listed origins may read responses and send cookies; pages of other origins may read responses to
 * requests without cookies (`csrfGuard`). Fixed values instead of helmet and cors, whose functions per request take
 * longer than the routing.
 */
export function answerHeaders(allowedOrigins: readonly string[], production: boolean): RequestHandler {
  const allowed = new Set(allowedOrigins);
  const headers = new Map<string, string>([
    ['Vary', 'Origin'],
    ...Object.entries(ALWAYS),
    // The web app may be on another origin of the same site, and shows our pictures and clips.
    ['Cross-Origin-Resource-Policy', 'cross-origin'],
  ]);
  if (production) headers.set('Strict-Transport-Security', HSTS);
  return (req, res, next) => {
    const origin = req.headers.origin;
    res.setHeaders(headers);
    // This header is for caches, and there are none here. With it Express would resend unchanged content: `fetch`
    // adds `no-cache` to every request with `If-None-Match`.
    delete req.headers['cache-control'];
    const held = req.headers['if-none-match'];
    if (held !== undefined) req.headers['if-none-match'] = held.replace(BY_PROXY, '"');
    if (origin !== undefined) {
      const isOwn = allowed.has(origin);
      res.setHeader('Access-Control-Allow-Origin', isOwn ? origin : '*');
      if (isOwn) res.setHeader('Access-Control-Allow-Credentials', 'true');
      res.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    }
    if (req.method !== 'OPTIONS') {
      next();
      return;
    }
    if (origin !== undefined) {
      res.setHeader('Access-Control-Allow-Methods', ALLOWED_METHODS);
      res.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS);
      res.setHeader('Access-Control-Max-Age', String(PREFLIGHT_LASTS_SECONDS));
    }
    res.status(204).end();
  };
}
