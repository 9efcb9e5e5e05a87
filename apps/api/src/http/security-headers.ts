import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * Headers of every answer. The API serves no page, so nothing may be loaded, framed or run; answers are personal unless
 * a route says otherwise, so nobody may store them (security 22).
 */
export function securityHeaders(production: boolean): RequestHandler {
  const withHelmet = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
      },
    },
    // The web app may live on another origin of the same site and shows our pictures and clips.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: production ? { maxAge: 63_072_000, includeSubDomains: true } : false,
  });
  return (req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    withHelmet(req, res, next);
  };
}
