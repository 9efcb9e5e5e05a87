import type { ServerResponse } from 'node:http';
import { ERROR_STATUS, type ErrorAnswer, type ErrorCode } from '@social-feed/contracts';
import type { Response } from 'express';

/** Sends JSON. Express's own `res.json` does the same with several times the work: no ETag is wanted here. */
export function sendJson(res: Response, status: number, body: unknown): void {
  // Bytes, not text: their length and what is sent are one pass over it.
  const bytes = Buffer.from(JSON.stringify(body));
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', bytes.length);
  res.end(bytes);
}

/** Refuses a request at the least cost, outside of Express. A 503 asks to come again after a second. */
export function sendRefusal(res: ServerResponse, code: ErrorCode, message: string): void {
  const answer: ErrorAnswer = { success: false, message, code };
  const body = JSON.stringify(answer);
  const status = ERROR_STATUS[code];
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(status === 503 ? { 'Retry-After': '1' } : {}),
  });
  res.end(body);
}
