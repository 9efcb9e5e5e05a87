import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { sendRefusal } from './send-json.js';
import { limitUnsent } from './unsent.js';

/** Longer than the usual idle time of proxies, so that they close idle connections and not we. */
const KEEP_ALIVE = 65_000;
const HEADERS_WITHIN = 20_000;
/** Requests of one connection that may wait for their answers. Browsers and proxies send the next after the answer. */
const UNANSWERED_MAX = 4;
/** Requests behind the refused one that are ignored. A connection that sends more is closed at once. */
const IGNORED_MAX = 64;
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
  /** Bytes of answers that may wait in memory for their clients, of all connections together. */
  unsentBytes: number;
  /** Is told of each request that is refused before it is looked at. */
  onRefused?: (() => void) | undefined;
}

interface Connection {
  /** Answers that are not sent, in the order of their requests. */
  unanswered: Set<ServerResponse>;
  /** The request that came last. */
  latest?: IncomingMessage;
  /** The answer that says that it asked for too much, and ends it. */
  refusal?: ServerResponse;
  /** How many requests came behind it. */
  ignored: number;
  idleSince: number;
}

const isEventStream = (res: ServerResponse) =>
  String(res.getHeader('content-type')).startsWith('text/event-stream');

export type HttpServer = ReturnType<typeof createHttpServer>;

/**
 * Creates an HTTP server whose connections cannot hold more than their share, and which stops without cutting anybody
 * off. The requests of one connection are handled one after the other, so that no answer waits in memory behind another;
 * those behind an event stream are refused once it ends.
 */
export function createHttpServer(
  handle: RequestListener,
  { requestWithin, standstill, unsentBytes, onRefused }: HttpServerOptions,
) {
  const connections = new Map<Socket, Connection>();
  let stopping = false;

  const server = createServer({ requestTimeout: requestWithin, headersTimeout: HEADERS_WITHIN });
  server.keepAliveTimeout = KEEP_ALIVE;
  server.timeout = standstill;
  const unsent = limitUnsent(() => connections.keys(), unsentBytes, onRefused);
  server.once('close', unsent.stop);

  /** Handles a request whose answer is the next of its connection. */
  const begin = (connection: Connection, res: ServerResponse) => {
    unsent.begin(res.req.socket);
    res.once('prefinish', () => unsent.add(res.writableLength));
    if (connection.refusal !== res) handle(res.req, res);
    else {
      onRefused?.();
      sendRefusal(res, 'SERVICE_UNAVAILABLE', 'Service temporarily unavailable');
    }
  };

  /** Refuses a request; the connection ends with that answer. */
  const refuseFrom = (connection: Connection, res: ServerResponse) => {
    connection.refusal = res;
    res.shouldKeepAlive = false;
  };

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { unanswered: new Set(), ignored: 0, idleSince: performance.now() });
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (req, res) => {
    const connection = connections.get(req.socket);
    if (connection === undefined) return;
    if (connection.refusal !== undefined) {
      // Node keeps a response for each request that it parses, handled or not.
      connection.ignored += 1;
      if (connection.ignored > IGNORED_MAX) req.socket.destroy();
      return;
    }
    const { unanswered } = connection;
    unanswered.add(res);
    connection.latest = req;
    res.once('close', () => {
      unanswered.delete(res);
      connection.idleSince = performance.now();
      // An answer without a socket is one of a connection that has ended.
      const [next] = unanswered;
      if (next?.socket && !next.socket.destroyed) {
        if (isEventStream(res)) refuseFrom(connection, next);
        begin(connection, next);
      }
      if (req.complete) return;
      setTimeout(() => {
        if (!req.complete) req.socket.destroy();
      }, LINGER).unref();
    });
    if (unanswered.size > UNANSWERED_MAX) refuseFrom(connection, res);
    if (stopping) res.shouldKeepAlive = false;
    if (unanswered.size === 1) begin(connection, res);
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
