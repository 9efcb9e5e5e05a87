import express, { type Request, type RequestHandler } from 'express';
import type { Config } from '../config/config.js';
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

const tooDeep = () => new AppError('VALIDATION_FAILED', 'The request is nested too deeply');
const wrongType = () => new AppError('UNSUPPORTED_MEDIA_TYPE', 'Requests must be of type application/json');

/**
 * Reads bodies of JSON and refuses all others: other types with 415 (no body is no type), compressed ones, which may
 * be bombs, with 415, too big ones with 413, malformed and deeply nested ones with 400. Forms with files are left
 * unread for the routes that take them; `refuseForm` is for all others.
 * @param open paths whose bodies are all left unread
 */
export function jsonBody(
  limits: Pick<Config['limits'], 'jsonBytes' | 'jsonDepth'>,
  open: ReadonlySet<string>,
): RequestHandler {
  const parse = express.json({
    limit: limits.jsonBytes,
    inflate: false,
    strict: true,
    type: 'application/json',
  });
  return (req, res, next) => {
    if (BODILESS.has(req.method) || !hasBody(req) || open.has(req.path)) next();
    else if (req.is(['application/json', 'multipart/form-data']) === false) next(wrongType());
    else {
      parse(req, res, (error?: unknown) => {
        next(error ?? (fitsDepth(req.body, limits.jsonDepth) ? undefined : tooDeep()));
      });
    }
  };
}

/** @throws AppError 415 where a request brings a form to a route that takes none */
export function refuseForm(req: Request): void {
  if (hasBody(req) && !BODILESS.has(req.method) && req.is('multipart/form-data') !== false) throw wrongType();
}
