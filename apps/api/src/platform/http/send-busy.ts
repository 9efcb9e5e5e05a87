import type { ServerResponse } from 'node:http';
import type { ErrorAnswer } from '@social-feed/contracts';

const BUSY: ErrorAnswer = {
  success: false,
  message: 'Service temporarily unavailable',
  code: 'SERVICE_UNAVAILABLE',
};
const BODY = JSON.stringify(BUSY);

/** Refuses a request for which there is no room now, at the least cost. */
export function sendBusy(res: ServerResponse): void {
  res.writeHead(503, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(BODY),
    'Retry-After': '1',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  res.end(BODY);
}
