import type { RequestHandler } from 'express';

/** Nothing may be loaded, framed or run: the API serves no page. */
const POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const TWO_YEARS_SECONDS = 63_072_000;

/**
 * Headers of every answer. Answers are personal unless a route says otherwise, so nobody may store them.
 * A fixed list rather than helmet, whose dozen of functions per request cost more than the routing does.
 */
export function securityHeaders(production: boolean): RequestHandler {
  const headers: [string, string][] = [
    ['Cache-Control', 'no-store'],
    ['Content-Security-Policy', POLICY],
    // The web app may live on another origin of the same site and shows our pictures and clips.
    ['Cross-Origin-Resource-Policy', 'cross-origin'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ...(production
      ? [['Strict-Transport-Security', `max-age=${TWO_YEARS_SECONDS}; includeSubDomains`] as [string, string]]
      : []),
  ];
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}
