import { t } from '@social-feed/contracts/t';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import { sendRefusal } from './send-json.js';
import { limitUnsent } from './unsent.js';
import { SECOND } from '../time.js';

/** Longer than the usual idle timeout of proxies, so that proxies close idle connections first. */
const KEEP_ALIVE = 65 * SECOND;
const HEADERS_WITHIN = 20 * SECOND;
/** Maximum unanswered requests per connection. Browsers and proxies send the next request after the response. */
const UNANSWERED_MAX = 4;
/** Maximum requests ignored after the rejected one. A connection that sends more is closed at once. */
const IGNORED_MAX = 64;
/** Milliseconds for which a body may continue after its response. */
const LINGER = 5000;
/** How long an idle connection may still send one request while the server stops, because it may be in transit. */
const LAST_CALL = 1000;
const LOOK_EVERY = 100;
/** Where a server that listens on all addresses reaches itself. */
const LOOPBACK_OF: Readonly<Record<string, string>> = { '::': '::1', '0.0.0.0': '127.0.0.1' };

export interface HttpServerOptions {
  /** Time limit for receiving a request with its body, in milliseconds. */
  requestWithin: number;
  /**
   * A connection is closed if it neither sends nor receives for this many milliseconds during a body or a response.
   */
  standstill: number;
  /** Maximum bytes of responses buffered in memory, for all connections together. */
  unsentBytes: number;
  /** Called for each request that is rejected before it is read. */
  onRefused?: (() => void) | undefined;
}

interface Connection {
  /** Unsent responses, in the order of their requests. */
  unanswered: Set<ServerResponse>;
  /** The latest request. */
  latest?: IncomingMessage;
  /** The 503 response that ends the connection after too many requests. */
  refusal?: ServerResponse;
  /** The number of requests after the rejected one. */
  ignored: number;
  idleSince: number;
}

const isEventStream = (res: ServerResponse) =>
  String(res.getHeader('content-type')).startsWith('text/event-stream');

interface Serving extends Pick<HttpServerOptions, 'onRefused'> {
  handle: RequestListener;
  connections: Map<Socket, Connection>;
  unsent: ReturnType<typeof limitUnsent>;
  stopping: boolean;
}

/** Handles a request when its response is the connection's next one. */
function begin({ handle, unsent, onRefused }: Serving, connection: Connection, res: ServerResponse): void {
  unsent.begin(res.req.socket);
  res.once('prefinish', () => unsent.add(res.writableLength));
  if (connection.refusal !== res) handle(res.req, res);
  else {
    onRefused?.();
    sendRefusal(res, 'SERVICE_UNAVAILABLE', t`Service temporarily unavailable`);
  }
}

/** Rejects a request; the connection ends with that response. */
function refuseFrom(connection: Connection, res: ServerResponse): void {
  connection.refusal = res;
  res.shouldKeepAlive = false;
}

function receive(serving: Serving, req: IncomingMessage, res: ServerResponse): void {
  const connection = serving.connections.get(req.socket);
  if (connection === undefined) return;
  if (connection.refusal !== undefined) {
    // Node allocates a response for each parsed request, handled or not.
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
    // A response without a socket belongs to a closed connection.
    const [next] = unanswered;
    if (next?.socket && !next.socket.destroyed) {
      if (isEventStream(res)) refuseFrom(connection, next);
      begin(serving, connection, next);
    }
    if (req.complete) return;
    setTimeout(() => {
      if (!req.complete) req.socket.destroy();
    }, LINGER).unref();
  });
  if (unanswered.size > UNANSWERED_MAX) refuseFrom(connection, res);
  if (serving.stopping) res.shouldKeepAlive = false;
  if (unanswered.size === 1) begin(serving, connection, res);
}

/** Ends a connection on which nothing moved. Node restarts its timer on every transfer. */
function standStill({ connections, onRefused }: Serving, socket: Socket): void {
  const { latest, unanswered = new Set<ServerResponse>() } = connections.get(socket) ?? {};
  const [first] = unanswered;
  if (first === undefined || socket.writableLength > 0) socket.destroy();
  else if (latest?.complete === false && !first.headersSent) {
    first.shouldKeepAlive = false;
    onRefused?.();
    sendRefusal(first, 'REQUEST_TIMEOUT', t`The request took too long to arrive`);
  }
}

/**
 * Waits until the connections that clients have opened so far are accepted. Node accepts one per turn of the event
 * loop, and the system resets those that still wait when the server stops listening. They are accepted in order,
 * so the server is done with them when it accepts its own.
 * @param within milliseconds
 */
async function acceptWaiting(server: Server, within: number): Promise<void> {
  if (!server.listening) return;
  const { address, port } = server.address() as AddressInfo;
  const own = connect({ port, host: LOOPBACK_OF[address] ?? address });
  const ports = new Set<number | undefined>();
  await new Promise<void>((resolve) => {
    const look = () => {
      if (ports.has(own.localPort)) resolve();
    };
    server.on('connection', ({ remotePort }: Socket) => {
      ports.add(remotePort);
      look();
    });
    own.once('connect', look).once('error', () => resolve());
    own.setTimeout(within, resolve);
  });
  own.destroy();
}

function closeIdle({ connections }: Serving, now: number): void {
  for (const [socket, { unanswered, idleSince }] of connections) {
    if (unanswered.size === 0 && now - idleSince >= LAST_CALL) socket.destroy();
  }
}

async function stop(server: Server, serving: Serving, grace: number): Promise<boolean> {
  serving.stopping = true;
  const now = performance.now();
  for (const connection of serving.connections.values()) {
    connection.idleSince = now;
    // Only the last one, because the connection closes after the response with this header.
    const last = [...connection.unanswered].at(-1);
    if (last !== undefined) last.shouldKeepAlive = false;
  }
  let clean = true;
  // After the next reads: a request may have arrived while the process was busy.
  const look = () => setImmediate(() => closeIdle(serving, performance.now()));
  const looks = setInterval(look, LOOK_EVERY);
  const cut = setTimeout(() => {
    clean = false;
    server.closeAllConnections();
  }, grace);
  await acceptWaiting(server, grace);
  // The HTTP server's own `close` ends idle connections at once, even with requests in transit.
  await new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  clearInterval(looks);
  clearTimeout(cut);
  return clean;
}

export type HttpServer = ReturnType<typeof createHttpServer>;

/**
 * Creates an HTTP server that limits the resources of each connection and stops without cutting requests off. The
 * requests of one connection are handled in sequence, so no response is buffered behind another one. Requests
 * behind an event stream are rejected when it ends.
 */
export function createHttpServer(
  handle: RequestListener,
  { requestWithin, standstill, unsentBytes, onRefused }: HttpServerOptions,
) {
  const connections: Serving['connections'] = new Map();
  const unsent = limitUnsent(() => connections.keys(), unsentBytes, onRefused);
  const serving: Serving = { handle, connections, unsent, onRefused, stopping: false };

  const server = createServer({ requestTimeout: requestWithin, headersTimeout: HEADERS_WITHIN });
  server.keepAliveTimeout = KEEP_ALIVE;
  server.timeout = standstill;
  server.once('close', unsent.stop);
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { unanswered: new Set(), ignored: 0, idleSince: performance.now() });
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (req, res) => receive(serving, req, res));
  // The only listener that Node calls then.
  server.on('timeout', (socket: Socket) => standStill(serving, socket));

  return {
    server,
    /**
     * Accepts no new connections but those already opened, asks the clients of open ones to close them, and lets requests in flight finish.
     * @param grace milliseconds after which connections are cut
     * @returns whether all requests finished
     */
    stop: (grace: number) => stop(server, serving, grace),
  };
}
