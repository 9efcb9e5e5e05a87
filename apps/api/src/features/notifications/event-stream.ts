import type { Response } from 'express';

/** Bytes that may wait for a reader; whoever reads slower is cut off and comes again. */
const WAITING_MAX = 16 * 1024;
/** Milliseconds after which a browser comes again, different for each, so that they do not come all at once. */
const RETRY_AFTER = 2000;
const RETRY_SPREAD = 3000;

export interface EventStream {
  send: (event: string, data: object, id?: string) => void;
  end: () => void;
}

/** Begins an answer of server-sent events, which nobody on the way is to keep, to gather or to change. */
export function openEventStream(res: Response): EventStream {
  // Express would keep the whole way that the request came, as long as the stream lasts.
  res.req.next = undefined;
  res.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  res.write(`retry: ${RETRY_AFTER + Math.floor(Math.random() * RETRY_SPREAD)}\n\n`);
  return {
    send: (event, data, id) => {
      // A response that waits for its connection can be over without being closed.
      if (res.writableEnded) return;
      const name = id === undefined ? '' : `id: ${id}\n`;
      if (res.writableLength > WAITING_MAX) res.destroy();
      else res.write(`${name}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    end: () => res.end(),
  };
}
