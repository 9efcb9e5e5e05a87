import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** How a connection breaks off the exchange of one command. The last two send a part of the answer. */
export type Way =
  | 'never answers'
  | 'closes'
  | 'stops in the head'
  | 'stops in the body'
  | 'closes in the body';

/** A proxy to the test database that can cut or block connections, to test outages. */
export interface DatabaseProxy {
  /** The URI of the proxy instead of the database. */
  uri: string;
  /** Rejects connections and cuts existing ones: the database is down. */
  cut: () => Promise<void>;
  /** Accepts connections and bytes, but sends nothing: the database hangs. */
  hang: () => void;
  /** Breaks off each exchange of a command, by its name such as `find`; other commands work. */
  breakOff: (command: string, way: Way) => void;
  /** How many exchanges were broken off. */
  brokenOff: () => number;
  /** Cuts the existing connections; new ones are accepted. */
  disconnect: () => Promise<void>;
  /** Forwards everything again. */
  restore: () => Promise<void>;
  close: () => Promise<void>;
}

/** Opens a proxy to the database at `target`. It forwards everything at first unless `down` is set. */
export async function openDatabaseProxy(target: string, { down = false } = {}): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let hanging = false;
  let breaking: { command: string; way: Way } | undefined;
  let broken = 0;

  /** Calls `onMessage` with each whole message of the wire, which begins with its length. */
  const track = (socket: Socket, other: Socket, onMessage: (message: Buffer) => void) => {
    let held = Buffer.alloc(0);
    sockets.add(socket);
    socket.on('data', (bytes) => {
      if (hanging) return;
      held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      while (held.length >= 4 && held.length >= held.readInt32LE()) {
        const length = held.readInt32LE();
        onMessage(held.subarray(0, length));
        held = held.subarray(length);
      }
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let doomed: { request: number; way: Way } | undefined;
    track(client, upstream, (message) => {
      if (breaking?.command === commandOf(message)) {
        broken += 1;
        doomed = { request: message.readInt32LE(4), way: breaking.way };
        if (breaking.way === 'closes') client.destroy();
      }
      upstream.write(message);
    });
    track(upstream, client, (message) => {
      if (doomed === undefined) client.write(message);
      else if (message.readInt32LE(8) === doomed.request) answerPartly(client, message, doomed.way);
    });
  });

  let listenPort = await listen(server, 0);
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    destroyAll();
    await closed;
  };
  const proxied = new URL(target);
  proxied.hostname = '127.0.0.1';
  proxied.port = String(listenPort);
  proxied.searchParams.set('directConnection', 'true');
  if (down) await cut();

  return {
    uri: proxied.toString(),
    cut,
    hang: () => {
      hanging = true;
    },
    breakOff: (command, way) => {
      breaking = { command, way };
    },
    brokenOff: () => broken,
    disconnect: async () => {
      const closed = [...sockets].map((socket) => once(socket, 'close'));
      destroyAll();
      await Promise.all(closed);
    },
    restore: async () => {
      hanging = false;
      breaking = undefined;
      destroyAll();
      if (!server.listening) listenPort = await listen(server, listenPort);
    },
    close: async () => {
      if (server.listening) await cut();
    },
  };
}

const OP_MSG = 2013;
/** Bytes of a message before its sections. */
const HEAD = 16;

/** Returns the name of the command: the first field of its document. A greeting in an old form is `hello`. */
function commandOf(message: Buffer): string {
  if (message.readInt32LE(12) !== OP_MSG) return 'hello';
  // flags, the kind of the section, the length of the document, the type of the field
  const name = HEAD + 4 + 1 + 4 + 1;
  return message.toString('latin1', name, message.indexOf(0, name));
}

function answerPartly(client: Socket, answer: Buffer, way: Way): void {
  if (way === 'stops in the head') client.write(answer.subarray(0, HEAD - 3));
  if (way === 'stops in the body') client.write(answer.subarray(0, HEAD + 9));
  if (way === 'closes in the body') client.end(answer.subarray(0, HEAD + 9));
}

const listen = (server: Server, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
