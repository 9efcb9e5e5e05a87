import express, { type Request, type RequestHandler } from 'express';
import type { LimitsConfig } from '../config/config.js';
import { AppError } from './errors.js';

const BODILESS = new Set(['GET', 'HEAD', 'OPTIONS']);

const hasBody = (req: Request) =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;

/** Whether a value nests no deeper than `limit`; stops at the limit, so that it cannot run out of stack itself. */
function fitsDepth(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (limit <= 0) return false;
  return Object.values(value).every((inner) => fitsDepth(inner, limit - 1));
}

/**
 * Reads bodies of JSON and refuses all others: other types with 415 (no body is no type), compressed ones, which may
 * be bombs, with 415, too big ones with 413, malformed and deeply nested ones with 400 (security 16, 19).
 * @param takesFiles requests whose forms are left to their route
 */
export function jsonBody(limits: LimitsConfig, takesFiles: (req: Request) => boolean): RequestHandler[] {
  const refuseOthers: RequestHandler = (req, _res, next) => {
    const refused =
      !BODILESS.has(req.method) &&
      hasBody(req) &&
      req.is(takesFiles(req) ? ['application/json', 'multipart/form-data'] : 'application/json') === false;
    next(
      refused
        ? new AppError('UNSUPPORTED_MEDIA_TYPE', 'Requests must be of type application/json')
        : undefined,
    );
  };
  const parse = express.json({
    limit: limits.jsonBytes,
    inflate: false,
    strict: true,
    type: 'application/json',
  });
  const parseWhereAllowed: RequestHandler = (req, res, next) => {
    if (BODILESS.has(req.method)) next();
    else parse(req, res, next);
  };
  const refuseDeep: RequestHandler = (req, _res, next) => {
    const body: unknown = req.body;
    next(
      fitsDepth(body, limits.jsonDepth)
        ? undefined
        : new AppError('VALIDATION_FAILED', 'The request is nested too deeply'),
    );
  };
  return [refuseOthers, parseWhereAllowed, refuseDeep];
}
