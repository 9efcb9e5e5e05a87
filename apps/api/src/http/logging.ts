import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import type { LogLevel } from '../config/config.js';

/** Never written to a log, wherever they turn up (security 23). */
const REDACTED = [
  'password',
  'newPassword',
  'confirmPassword',
  'passwordHash',
  'otp',
  'code',
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

/** A logger of lines of JSON on standard output, or on the stream given. */
export const createLogger = (level: LogLevel, destination?: DestinationStream): Logger => {
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    redact: { paths: REDACTED, censor: '[redacted]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
};

const REQUEST_ID = /^[\w.:-]{8,64}$/;

/** A proxy's request id is kept, so that its log and ours can be read together. */
const requestId = (req: IncomingMessage) => {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
};

/** The address without its query: tokens and codes travel there. */
const pathOf = (url: string | undefined) => url?.split('?', 1)[0] ?? '';

/** One line per request with its id, path, status and time; the id also goes to the caller. */
export const requestLog = (log: Logger) =>
  pinoHttp({
    logger: log,
    genReqId: (req, res) => {
      const id = requestId(req);
      res.setHeader('X-Request-Id', id);
      return id;
    },
    customLogLevel: (_req, res) => (res.statusCode >= 500 && res.statusCode !== 503 ? 'error' : 'info'),
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request failed',
    quietReqLogger: true,
    serializers: {
      req: (req: { method: string; url: string }) => ({ method: req.method, path: pathOf(req.url) }),
      res: (res: { statusCode: number }) => ({ status: res.statusCode }),
    },
  });
