import type { ErrorAnswer } from '@social-feed/contracts';
import type { Request, RequestHandler } from 'express';

/** Milliseconds that a sender has to notice an answer that came before the end of the body. */
const LINGER = 5000;

const TOO_SLOW: ErrorAnswer = {
  success: false,
  message: 'The request took too long to arrive',
  code: 'REQUEST_TIMEOUT',
};
const BODY = JSON.stringify(TOO_SLOW);

const bringsBody = (req: Request) =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;

/**
 * Bounds the time in which a body must arrive, and ends connections whose body goes on after the answer.
 * @param milliseconds for all requests but those of `except`, which watch their bodies themselves
 */
export function requestWithin(milliseconds: number, except: (req: Request) => boolean): RequestHandler {
  return (req, res, next) => {
    if (!bringsBody(req)) {
      next();
      return;
    }
    const timer = except(req)
      ? undefined
      : setTimeout(() => {
          if (req.complete) return;
          if (res.headersSent) {
            req.destroy();
            return;
          }
          res.writeHead(408, {
            'Content-Type': 'application/json; charset=utf-8',
            'Content-Length': Buffer.byteLength(BODY),
            'Cache-Control': 'no-store',
            Connection: 'close',
          });
          res.end(BODY);
        }, milliseconds).unref();
    res.once('close', () => clearTimeout(timer));
    res.once('finish', () => {
      if (req.complete) return;
      const linger = setTimeout(() => req.destroy(), LINGER).unref();
      req.once('close', () => clearTimeout(linger));
    });
    next();
  };
}
