import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { pino, stdSerializers, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config/config.js';

/** Milliseconds that a line waits at most before it is written. */
const FLUSH_EVERY = 200;

/** Never written to a log, wherever they turn up. */
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

/** An error with its causes, and without the state that the database driver hangs on to its own. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, message, stack, ...(code === undefined ? {} : { code: code as unknown }) };
}

/** Standard output in blocks: a write for each line cost a busy process a tenth of its time. */
const bufferedOutput = () =>
  pino.destination({ dest: 1, sync: true, minLength: 4096, periodicFlush: FLUSH_EVERY });

/** A logger of lines of JSON on standard output, or on the stream given. A process that ends calls its `flush`. */
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

/** A proxy's request id is kept, so that its log and ours can be read together. */
const requestId = (req: IncomingMessage) => {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
};

/** The address without its query, where tokens and codes travel, and without e-mail addresses in it. */
const pathOf = (url: string) => {
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  const parts = path.split('/').map((part) => (/@|%40/.test(part) ? '[redacted]' : part));
  return parts.join('/');
};

/**
 * One line per request with its id, path, status and milliseconds; the id also goes to the caller. Written by hand and
 * past the redaction, since its fields are fixed and a logger of its own for each request cost more than the routing.
 * @param done is told of each request that is over, with its milliseconds
 */
export function requestLog(
  log: Logger,
  done?: (req: Request, res: Response, milliseconds: number) => void,
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
      };
      if (!res.writableFinished) lines.warn(fields, 'request cut off');
      else if (res.statusCode === 500) lines.error(fields, 'request');
      else lines.info(fields, 'request');
    });
    next();
  };
}
