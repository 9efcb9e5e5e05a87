import type { ErrorAnswer, ErrorCode } from '@social-feed/contracts';
import type { ErrorRequestHandler } from 'express';
import mongoose from 'mongoose';
import type { Logger } from 'pino';
import { duplicateKeyFields, isDuplicateKey, type DuplicateKeyError } from '../db/duplicate-key.js';
import { AppError, serviceUnavailable, storageFull } from './errors.js';
import { sendJson } from './send-json.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Joins the lines of one request in the log, and the caller's report with them. */
    id: string;
  }
}

/** Names of the driver's errors that say that the database cannot be reached or does not answer. */
const DATABASE_AWAY =
  /^(Mongo(ose)?(ServerSelection|ServerClosed|StalePrimary|System|Network|NetworkTimeout|PoolCleared|PoolClosed|WaitQueueTimeout|NotConnected|TopologyClosed|OperationTimeout|ConnectionPool|ClientClosed)\w*Error|MongoExpiredSessionError|PoolClearedOnNetworkError)$/;
/**
 * Codes of a connection that broke. The driver passes the socket's own error on where the connection breaks while a
 * large command is being written.
 */
const BROKEN_CODES = new Set<unknown>([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_STREAM_DESTROYED',
]);
/** Server codes that mean the same: shutting down, not primary, node recovering, time limit. */
const AWAY_CODES = new Set<unknown>([6, 7, 50, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

/** Codes of a full disk or quota: of the database's, of a hosted database, of our own. */
const FULL_CODES = new Set<unknown>([14_031, 12_501, 'ENOSPC', 'EDQUOT']);

const isDatabaseAway = (error: Error) =>
  DATABASE_AWAY.test(error.name) ||
  hasCode(error, AWAY_CODES) ||
  hasCode(error, BROKEN_CODES) ||
  /before initial connection is complete/.test(error.message);

const hasCode = (error: object, codes: ReadonlySet<unknown>) => 'code' in error && codes.has(error.code);

/** An error and what the driver wraps in it: the cause of a failed bulk write, or its single failures. */
function* withReasons(error: Error): Generator<Error> {
  yield error;
  const { cause, errorResponse, writeErrors } = error as {
    cause?: unknown;
    errorResponse?: unknown;
    writeErrors?: unknown;
  };
  for (const reason of [
    cause,
    errorResponse,
    ...(Array.isArray(writeErrors) ? (writeErrors as unknown[]) : []),
  ]) {
    if (reason instanceof Error && reason !== error) yield* withReasons(reason);
    else if (typeof reason === 'object' && reason !== null && 'code' in reason) {
      yield Object.assign(new Error(), { code: reason.code });
    }
  }
}

/** What body-parser and the router throw, told by `type` or status. */
const BODY_ERRORS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  'entity.parse.failed': ['MALFORMED_JSON', 'The request is not valid JSON'],
  'entity.too.large': ['PAYLOAD_TOO_LARGE', 'The request is too large'],
  'encoding.unsupported': ['UNSUPPORTED_MEDIA_TYPE', 'Compressed requests are not supported'],
  'charset.unsupported': ['UNSUPPORTED_MEDIA_TYPE', 'Only UTF-8 requests are supported'],
  'request.aborted': ['VALIDATION_FAILED', 'The request was cut off'],
  'request.size.invalid': ['VALIDATION_FAILED', 'The request does not have the announced size'],
};

/** Turns whatever was thrown into the refusal or failure that the caller hears of. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return internal(error);
  if (isDuplicateKey(error)) return taken(error);
  if (error instanceof mongoose.Error.CastError || error instanceof mongoose.Error.ValidationError) {
    return new AppError('VALIDATION_FAILED', 'Invalid request data', { cause: error });
  }
  const type = 'type' in error && typeof error.type === 'string' ? error.type : '';
  const known = BODY_ERRORS[type];
  if (known !== undefined) return new AppError(known[0], known[1], { cause: error });
  if (error instanceof URIError) {
    return new AppError('VALIDATION_FAILED', 'The address is malformed', { cause: error });
  }
  const reasons = [...withReasons(error)];
  if (reasons.some((reason) => hasCode(reason, FULL_CODES))) return storageFull(error);
  if (reasons.some(isDatabaseAway)) return serviceUnavailable(error, 2);
  const status = 'status' in error && typeof error.status === 'number' ? error.status : 500;
  if (status === 404) return new AppError('ROUTE_NOT_FOUND', 'Resource not found', { cause: error });
  if (status >= 400 && status < 500) {
    return new AppError('VALIDATION_FAILED', 'Invalid request data', { cause: error });
  }
  return internal(error);
}

const internal = (cause: unknown) =>
  new AppError('INTERNAL', 'Server error. Please try again later', { cause });

/** A unique index refused a write that no feature foresaw: the answer names the fields of the index. */
function taken(error: DuplicateKeyError): AppError {
  const message = 'Resource already exists';
  const errors = duplicateKeyFields(error).map((path) => ({ path, message }));
  return new AppError('ALREADY_EXISTS', message, { errors, cause: error });
}

/**
 * Every error answer in one shape, without a stack; only failures of ours are logged as errors.
 * @param refused is told the code of each
 */
export const errorHandler =
  (log: Logger, refused?: (code: ErrorCode) => void): ErrorRequestHandler =>
  (thrown: unknown, req, res, next) => {
    const error = toAppError(thrown);
    const reqId = req.id;
    refused?.(error.code);
    if (error.code === 'INTERNAL') log.error({ reqId, err: error.cause }, 'request failed unexpectedly');
    else if (error.code === 'STORAGE_FULL')
      log.error({ reqId, err: error.cause }, 'there is no room to save');
    else if (error.status === 503) log.warn({ reqId, reason: describe(error.cause) }, 'service unavailable');
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
