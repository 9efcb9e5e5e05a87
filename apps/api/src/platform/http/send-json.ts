import type { ServerResponse } from 'node:http';
import { ERROR_STATUS, type ErrorAnswer, type ErrorCode } from '@social-feed/contracts';
import type { Response } from 'express';
import { OPEN_HEADERS, REFUSAL_HEADERS } from './answer-headers.js';

/** Sends JSON. Express's `res.json` does several times the work, mostly for an ETag that is not needed here. */
export function sendJson(res: Response, status: number, body: unknown): void {
  // A buffer: its length and the sent bytes need only one encoding pass.
  const bytes = Buffer.from(JSON.stringify(body));
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', bytes.length);
  res.end(bytes);
}

/** Rejects a request at minimal cost, outside Express. A 503 asks for a retry after a second. */
export function sendRefusal(res: ServerResponse, code: ErrorCode, message: string): void {
  const answer: ErrorAnswer = { success: false, message, code };
  const body = JSON.stringify(answer);
  const status = ERROR_STATUS[code];
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...REFUSAL_HEADERS,
    ...(res.hasHeader('Access-Control-Allow-Origin') ? {} : OPEN_HEADERS),
    ...(status === 503 ? { 'Retry-After': '1' } : {}),
  });
  res.end(body);
}
