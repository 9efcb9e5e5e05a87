import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { sendRefusal } from './send-json.js';

/** Longer than the usual idle time of proxies, so that they close idle connections and not we. */
const KEEP_ALIVE = 65_000;
const HEADERS_WITHIN = 20_000;
/** Requests of one connection that may wait for their answers. Browsers and proxies send the next after the answer. */
const UNANSWERED_MAX = 4;
/** How long a body may go on after its answer. */
const LINGER = 5000;
/** How long an idle connection may bring one more request while the server stops: it may be on its way already. */
const LAST_CALL = 1000;
const LOOK_EVERY = 100;

export interface HttpServerOptions {
  /** Milliseconds until a request and its body must be there. */
  requestWithin: number;
  /** Milliseconds after which a connection ends that brings no more of a body or takes no more of an answer. */
  standstill: number;
  /** Is told of each request that is refused before it is looked at. */
  onRefused?: (() => void) | undefined;
}

interface Connection {
  /** Answers that are not sent, in the order of their requests. */
  unanswered: Set<ServerResponse>;
  /** The request that came last. */
  latest?: IncomingMessage;
  /** Whether it asked for too much and ends with the answer that says so. */
  refused: boolean;
  idleSince: number;
}

export type HttpServer = ReturnType<typeof createHttpServer>;

/** An HTTP server whose connections cannot hold more than their share, and which stops without cutting anybody off. */
export function createHttpServer(
  handle: RequestListener,
  { requestWithin, standstill, onRefused }: HttpServerOptions,
) {
  const connections = new Map<Socket, Connection>();
  let stopping = false;

  const server = createServer({ requestTimeout: requestWithin, headersTimeout: HEADERS_WITHIN });
  server.keepAliveTimeout = KEEP_ALIVE;
  server.timeout = standstill;

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { unanswered: new Set(), refused: false, idleSince: performance.now() });
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (req, res) => {
    const connection = connections.get(req.socket);
    if (connection === undefined || connection.refused) return;
    const { unanswered } = connection;
    unanswered.add(res);
    connection.latest = req;
    res.once('close', () => {
      unanswered.delete(res);
      connection.idleSince = performance.now();
      if (req.complete) return;
      setTimeout(() => {
        if (!req.complete) req.socket.destroy();
      }, LINGER).unref();
    });
    connection.refused = unanswered.size > UNANSWERED_MAX;
    if (stopping || connection.refused) res.shouldKeepAlive = false;
    if (connection.refused) {
      onRefused?.();
      sendRefusal(res, 'SERVICE_UNAVAILABLE', 'Service temporarily unavailable');
    } else handle(req, res);
  });
  // Node restarts this clock whenever bytes come or go, and asks nobody but this listener when it runs out.
  server.on('timeout', (socket: Socket) => {
    const { latest, unanswered = new Set<ServerResponse>() } = connections.get(socket) ?? {};
    const [first] = unanswered;
    if (first === undefined || socket.writableLength > 0) socket.destroy();
    else if (latest?.complete === false && !first.headersSent) {
      first.shouldKeepAlive = false;
      onRefused?.();
      sendRefusal(first, 'REQUEST_TIMEOUT', 'The request took too long to arrive');
    }
  });

  const closeIdle = (now: number) => {
    for (const [socket, { unanswered, idleSince }] of connections) {
      if (unanswered.size === 0 && now - idleSince >= LAST_CALL) socket.destroy();
    }
  };

  return {
    server,
    /**
     * Takes no new connections, asks the clients of open ones to close them, and lets the requests under way finish.
     * @param grace milliseconds after which the connections are cut
     * @returns whether all requests finished
     */
    stop: async (grace: number): Promise<boolean> => {
      stopping = true;
      const now = performance.now();
      for (const connection of connections.values()) {
        connection.idleSince = now;
        // Only the last, since the connection closes behind the answer that says so.
        const last = [...connection.unanswered].at(-1);
        if (last !== undefined) last.shouldKeepAlive = false;
      }
      let clean = true;
      const looks = setInterval(() => closeIdle(performance.now()), LOOK_EVERY);
      const cut = setTimeout(() => {
        clean = false;
        server.closeAllConnections();
      }, grace);
      // The HTTP server's own `close` ends idle connections at once, and with them requests that are on their way.
      await new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
      clearInterval(looks);
      clearTimeout(cut);
      return clean;
    },
  };
}
