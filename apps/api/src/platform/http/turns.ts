import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

declare module 'node:http' {
  interface IncomingMessage {
    /** `performance.now()` when its head had arrived; absent where no `inTurns` took it. */
    arrivedAt?: number;
  }
}

/** Milliseconds of work on requests in one turn of the event loop. */
const SLICE = 2;
/** Milliseconds for which turns may go by with nothing but new connections. */
const CONNECTING = 10;
/** Milliseconds after which a request that still waits for its turn has waited too long. */
export const OVERDUE = 500;

/**
 * Begins requests in the order of their arrival, a few in each turn of the event loop. Node takes one new connection a
 * turn: where every turn begins whatever has arrived, a thousand busy connections make turns so long that nobody else
 * is heard until they rest (security 27). So a turn is short, and one that took a connection begins nothing, since more
 * may wait. While the first in the line is overdue, a quarter of each turn goes to the last: these can still be served in
 * time, and a line in which all are overdue would else serve nobody.
 */
export function inTurns(server: Pick<Server, 'on'>, handle: RequestListener): void {
  const line: [IncomingMessage, ServerResponse][] = [];
  let spent = 0;
  let begunAt = 0;
  let connected = false;
  let scheduled = false;

  const begin = (req: IncomingMessage, res: ServerResponse) => {
    const start = performance.now();
    handle(req, res);
    begunAt = performance.now();
    spent += begunAt - start;
  };
  const next = () => {
    const first = line[0];
    const overdue = first !== undefined && performance.now() - (first[0].arrivedAt ?? 0) > OVERDUE;
    return overdue && spent < SLICE / 4 ? line.pop() : line.shift();
  };
  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(turn);
  };
  const turn = () => {
    scheduled = false;
    spent = 0;
    const connecting = connected && performance.now() - begunAt < CONNECTING;
    connected = false;
    while (!connecting && spent < SLICE) {
      const request = next();
      if (request === undefined) break;
      // Whoever has left is owed nothing.
      if (!request[0].socket.destroyed) begin(...request);
    }
    if (line.length > 0) schedule();
  };

  server.on('connection', () => {
    connected = true;
  });
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    req.arrivedAt = performance.now();
    schedule();
    if (line.length === 0 && !connected && spent < SLICE) begin(req, res);
    else line.push([req, res]);
  });
}
