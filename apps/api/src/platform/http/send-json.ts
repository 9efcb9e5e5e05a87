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
