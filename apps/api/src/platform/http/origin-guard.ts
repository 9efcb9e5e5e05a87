import type { Endpoint } from '@social-feed/contracts';
import type { Request, RequestHandler } from 'express';
import { AppError } from './errors.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Whether a page of an origin that is not the instance's sent the request, with a token in place of cookies. */
    isForeign?: boolean;
  }
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

const foreignOrigin = () => new AppError('FOREIGN_ORIGIN', 'Requests from this origin are not allowed');

/**
 * Keeps the cookies of the instance to its own pages. A page of another origin reads as a visitor or with an API
 * token, and writes with an API token alone. Other cross-site writes are rejected: by Origin against the allowed list,
 * else by Sec-Fetch-Site. A client that sends neither is not a browser, so it sends no cookies by accident, and passes.
 * @param open paths that accept writes from any origin
 */
export function csrfGuard(allowedOrigins: readonly string[], open: ReadonlySet<string>): RequestHandler {
  const allowed = new Set(allowedOrigins);
  return (req, _res, next) => {
    const origin = req.headers.origin;
    const isForeign = origin !== undefined && !allowed.has(origin);
    if (SAFE_METHODS.has(req.method) || open.has(req.path)) {
      if (isForeign) delete req.headers.cookie;
      next();
      return;
    }
    if (isForeign) {
      req.isForeign = true;
      const hasToken = /^Bearer /i.test(req.headers.authorization ?? '');
      next(hasToken && req.headers.cookie === undefined ? undefined : foreignOrigin());
      return;
    }
    const site = req.headers['sec-fetch-site'];
    const trusted = origin !== undefined || site === undefined || site === 'same-origin' || site === 'none';
    next(trusted ? undefined : foreignOrigin());
  };
}

/**
 * Rejects a write of a foreign page that takes no token, such as a sign-in: it could set cookies.
 * @throws AppError FOREIGN_ORIGIN
 */
export function refuseForeignWrite({ isForeign }: Pick<Request, 'isForeign'>, { access }: Endpoint): void {
  if (isForeign === true && access === 'public') throw foreignOrigin();
}
