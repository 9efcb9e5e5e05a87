import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ERROR_STATUS, type ErrorCode } from '@social-feed/contracts';
import type { Request, RequestHandler, Response } from 'express';
import { pino, stdSerializers, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config/config.js';
import { clientAddress, networkOf } from './client-address.js';

/** Maximum milliseconds before a line is written. */
const FLUSH_EVERY = 200;

/** Never logged, at any depth. */
const REDACTED = [
  'password',
  'newPassword',
  'confirmPassword',
  'passwordHash',
  'otp',
  'token',
  'resetToken',
  'accessToken',
  'refreshToken',
  'authorization',
  'cookie',
  '["set-cookie"]',
].flatMap((name) => {
  const dotted = name.startsWith('[') ? name : `.${name}`;
  return [name, `*${dotted}`, `*.*${dotted}`];
});

/** Returns an error with its causes, without the state that the database driver attaches. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, message, stack, ...(code === undefined ? {} : { code: code as unknown }) };
}

/** Buffered standard output: a write per line took a tenth of a busy process's time. */
const bufferedOutput = () =>
  pino.destination({ dest: 1, sync: true, minLength: 4096, periodicFlush: FLUSH_EVERY });

/**
 * Creates a logger that writes JSON lines to standard output or the given stream. Call its `flush` before the
 * process ends.
 */
export const createLogger = (
  level: Config['logLevel'],
  destination: DestinationStream = bufferedOutput(),
): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      redact: { paths: REDACTED, censor: '[redacted]' },
    },
    destination,
  );

const REQUEST_ID = /^[\w.:-]{8,64}$/;

/** Uses the proxy's request ID if there is one, so that both logs can be matched. */
const requestId = (req: IncomingMessage) => {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
};

/** Returns the address without its query, which may hold tokens and codes, and without e-mail addresses. */
const pathOf = (url: string) => {
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  const parts = path.split('/').map((part) => (/@|%40/.test(part) ? '[redacted]' : part));
  return parts.join('/');
};

/** Refusals that may be part of an attack: the log says who was refused. An expired session alone is none. */
const isSuspect = (code: ErrorCode): boolean =>
  code.startsWith('INVALID_')
    ? code !== 'INVALID_ID'
    : [401, 403, 429].includes(ERROR_STATUS[code]) && code !== 'AUTHENTICATION_REQUIRED';

/** Fields about a refused request: its error code, and for suspect ones user and network. */
function refusalOf(req: Request) {
  const { refusedAs: code, callerId: user } = req;
  if (code === undefined) return {};
  if (!isSuspect(code)) return { code };
  return { code, ...(user === undefined ? {} : { user }), network: networkOf(clientAddress(req)) };
}

/**
 * Logs one line per request with its ID, path, status and milliseconds; the response includes the ID. Skips pino's
 * child logger and redaction, because the fields are fixed and a logger per request took longer than the routing.
 * @param done is called for each finished request, with its milliseconds
 * @param isQuiet whether successful requests are logged at `debug`, as those of health checks, which come every second
 */
export function requestLog(
  log: Logger,
  done?: (req: Request, res: Response, milliseconds: number) => void,
  isQuiet = false,
): RequestHandler {
  const lines = log.child({}, { redact: [] });
  return (req, res, next) => {
    const startedAt = performance.now();
    req.id = requestId(req);
    res.setHeader('X-Request-Id', req.id);
    res.once('close', () => {
      const milliseconds = performance.now() - startedAt;
      done?.(req, res, milliseconds);
      const fields = {
        reqId: req.id,
        method: req.method,
        path: pathOf(req.originalUrl),
        status: res.statusCode,
        ms: Math.round(milliseconds * 10) / 10,
        ...refusalOf(req),
      };
      if (!res.writableFinished) lines.warn(fields, 'request cut off');
      else if (res.statusCode === 500) lines.error(fields, 'request');
      else if (isQuiet && res.statusCode === 200) lines.debug(fields, 'request');
      else lines.info(fields, 'request');
    });
    next();
  };
}
