import type { Endpoint } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import type { RequestHandler } from 'express';
import { AppError } from './errors.js';

/** The part of a segment after a dot contains no dot, so matching takes linear time. */
const patternOf = (path: string) =>
  new RegExp(
    `^${path
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\.:\w+/g, '.[^/.]+')
      .replace(/:\w+/g, '[^/]+')}/?$`,
    'i',
  );

/** The last handler: 405 with `Allow` if the path exists for other methods, else 404. */
export function notFound(endpoints: readonly Endpoint[]): RequestHandler {
  const known = endpoints.map((endpoint) => ({ method: endpoint.method, pattern: patternOf(endpoint.path) }));
  return (req, res, next) => {
    const methods = [
      ...new Set(known.filter(({ pattern }) => pattern.test(req.path)).map(({ method }) => method)),
    ];
    if (methods.length === 0) {
      next(new AppError('ROUTE_NOT_FOUND', t`Resource not found`));
      return;
    }
    res.setHeader('Allow', methods.join(', '));
    next(new AppError('METHOD_NOT_ALLOWED', `This address takes ${methods.join(' and ')} only`));
  };
}
