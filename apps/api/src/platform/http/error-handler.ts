import type { ErrorAnswer, ErrorCode } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import type { ErrorRequestHandler } from 'express';
import mongoose from 'mongoose';
import type { Logger } from 'pino';
import { hasCode, isDatabaseAway, withReasons } from '../db/database-away.js';
import { duplicateKeyFields, isDuplicateKey, type DuplicateKeyError } from '../db/duplicate-key.js';
import { AppError, serviceUnavailable, storageFull } from './errors.js';
import { sendJson } from './send-json.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Links the log lines of one request, and the caller's report, to each other. */
    id: string;
    /** Error code of the response, if it is an error. */
    refusedAs?: ErrorCode;
  }
}

/** Error codes of a full disk or quota: the database's, a hosted database's, our own. */
const FULL_CODES = new Set<unknown>([14_031, 12_501, 'ENOSPC', 'EDQUOT']);

/** Errors of body-parser and the router, identified by `type` or status. */
const BODY_ERRORS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  'entity.parse.failed': ['MALFORMED_JSON', 'The request is not valid JSON'],
  'entity.too.large': ['PAYLOAD_TOO_LARGE', t`The request is too large`],
  'encoding.unsupported': ['UNSUPPORTED_MEDIA_TYPE', 'Compressed requests are not supported'],
  'charset.unsupported': ['UNSUPPORTED_MEDIA_TYPE', 'Only UTF-8 requests are supported'],
  'request.aborted': ['VALIDATION_FAILED', 'The request was cut off'],
  'request.size.invalid': ['VALIDATION_FAILED', 'The request does not have the announced size'],
};

/** Converts any thrown value to the error for the caller. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return internal(error);
  if (isDuplicateKey(error)) return taken(error);
  if (error instanceof mongoose.Error.CastError || error instanceof mongoose.Error.ValidationError) {
    return new AppError('VALIDATION_FAILED', t`Invalid request data`, { cause: error });
  }
  const type = 'type' in error && typeof error.type === 'string' ? error.type : '';
  const known = BODY_ERRORS[type];
  if (known !== undefined) return new AppError(known[0], known[1], { cause: error });
  if (error instanceof URIError) {
    return new AppError('VALIDATION_FAILED', 'The address is malformed', { cause: error });
  }
  if ([...withReasons(error)].some((reason) => hasCode(reason, FULL_CODES))) return storageFull(error);
  if (isDatabaseAway(error)) return serviceUnavailable(error, 2);
  const status = 'status' in error && typeof error.status === 'number' ? error.status : 500;
  if (status === 404) return new AppError('ROUTE_NOT_FOUND', t`Resource not found`, { cause: error });
  if (status >= 400 && status < 500) {
    return new AppError('VALIDATION_FAILED', t`Invalid request data`, { cause: error });
  }
  return internal(error);
}

const internal = (cause: unknown) =>
  new AppError('INTERNAL', t`Server error. Please try again later`, { cause });

/** Handles a duplicate key that no feature handled: the error names the fields of the index. */
function taken(error: DuplicateKeyError): AppError {
  const message = t`Resource already exists`;
  const errors = duplicateKeyFields(error).map((path) => ({ path, message }));
  return new AppError('ALREADY_EXISTS', message, { errors, cause: error });
}

/**
 * Sends every error in one format, without a stack. Only internal errors are logged as errors.
 * @param refused receives the code of each error
 */
export const errorHandler =
  (log: Logger, refused?: (code: ErrorCode) => void): ErrorRequestHandler =>
  (thrown: unknown, req, res, next) => {
    const error = toAppError(thrown);
    const reqId = req.id;
    req.refusedAs = error.code;
    refused?.(error.code);
    if (error.code === 'INTERNAL') log.error({ reqId, err: error.cause }, 'request failed unexpectedly');
    else if (error.code === 'STORAGE_FULL')
      log.error({ reqId, err: error.cause }, 'there is no room to save');
    // Without a cause, the code that throws logs the reason.
    else if (error.status === 503 && error.cause !== undefined)
      log.warn({ reqId, reason: describe(error.cause) }, 'service unavailable');
    if (res.headersSent) {
      next(thrown);
      return;
    }
    if (error.retryAfterSeconds !== undefined) res.set('Retry-After', String(error.retryAfterSeconds));
    const answer: ErrorAnswer = {
      success: false,
      message: error.message,
      code: error.code,
      ...(error.errors === undefined ? {} : { errors: error.errors }),
    };
    res.set('Cache-Control', 'no-store');
    sendJson(res, error.status, answer);
  };

const describe = (cause: unknown) => (cause instanceof Error ? `${cause.name}: ${cause.message}` : undefined);
