import type { RequestHandler } from 'express';
import { AppError } from './errors.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects cross-site writes from browsers: by Origin against the allowed list, else by Sec-Fetch-Site. A client
 * that sends neither is not a browser, so it sends no cookies by accident, and passes.
 * @param open paths that accept writes from any origin
 */
export function csrfGuard(allowedOrigins: readonly string[], open: ReadonlySet<string>): RequestHandler {
  const allowed = new Set(allowedOrigins);
  return (req, _res, next) => {
    if (SAFE_METHODS.has(req.method) || open.has(req.path)) {
      next();
      return;
    }
    const origin = req.headers.origin;
    const site = req.headers['sec-fetch-site'];
    const trusted =
      origin !== undefined
        ? allowed.has(origin)
        : site === undefined || site === 'same-origin' || site === 'none';
    next(trusted ? undefined : new AppError('FOREIGN_ORIGIN', 'Requests from this origin are not allowed'));
  };
}
