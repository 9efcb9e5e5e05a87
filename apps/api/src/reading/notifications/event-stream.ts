import type { Response } from 'express';

/** Bytes buffered for a client. A slower client is disconnected and reconnects. */
const WAITING_MAX = 16 * 1024;
/** Milliseconds until a browser reconnects, plus a random spread, so that not all reconnect at once. */
const RETRY_AFTER = 2000;
const RETRY_SPREAD = 3000;

/** Proxies must not cache, buffer or change it. */
const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

export interface EventStream {
  send: (event: string, data: object, id?: string) => void;
  end: () => void;
}

/** Answers HEAD: what `openEventStream` begins would never end. */
export const sendStreamHead = (res: Response) => res.writeHead(200, HEADERS).end();

/** Starts a response of server-sent events. */
export function openEventStream(res: Response): EventStream {
  // Otherwise Express would keep the middleware chain of the request in memory as long as the stream lasts.
  res.req.next = undefined;
  res.writeHead(200, HEADERS);
  res.write(`retry: ${RETRY_AFTER + Math.floor(Math.random() * RETRY_SPREAD)}\n\n`);
  return {
    send: (event, data, id) => {
      // A response that waits for its connection can have ended without being closed.
      if (res.writableEnded) return;
      const name = id === undefined ? '' : `id: ${id}\n`;
      if (res.writableLength > WAITING_MAX) res.destroy();
      else res.write(`${name}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    end: () => res.end(),
  };
}
