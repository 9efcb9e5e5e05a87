import express, { type Request, type RequestHandler } from 'express';
import type { Config } from '../config/config.js';
import { AppError } from './errors.js';

const BODILESS = new Set(['GET', 'HEAD', 'OPTIONS']);

const hasBody = (req: Request) =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;

/** Whether a value is nested no deeper than `limit`; stops there, so that it cannot overflow the stack. */
function fitsDepth(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (limit <= 0) return false;
  return Object.values(value).every((inner) => fitsDepth(inner, limit - 1));
}

const tooDeep = () => new AppError('VALIDATION_FAILED', 'The request is nested too deeply');
const wrongType = () => new AppError('UNSUPPORTED_MEDIA_TYPE', 'Requests must be of type application/json');

/**
 * Parses JSON bodies and rejects others: other types and compressed bodies, which may be bombs, with 415, too large
 * ones with 413, malformed and deeply nested ones with 400. A request without a body needs no type. Forms with
 * files are left unread for the routes that accept them; other routes reject them with `refuseForm`.
 * @param open paths whose bodies are left unread
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
      // many programs write `utf8`
      req.headers['content-type'] = req.headers['content-type']?.replace(/(charset="?)utf8\b/i, '$1utf-8');
      parse(req, res, (error?: unknown) => {
        next(error ?? (fitsDepth(req.body, limits.jsonDepth) ? undefined : tooDeep()));
      });
    }
  };
}

/** @throws AppError 415 if a request sends a form to a route that accepts none */
export function refuseForm(req: Request): void {
  if (hasBody(req) && !BODILESS.has(req.method) && req.is('multipart/form-data') !== false) throw wrongType();
}
