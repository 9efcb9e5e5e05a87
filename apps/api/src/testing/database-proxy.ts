import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A proxy to the test database that can cut or block connections, to test outages. */
export interface DatabaseProxy {
  /** The URI of the proxy instead of the database. */
  uri: string;
  /** Rejects connections and cuts existing ones: the database is down. */
  cut: () => Promise<void>;
  /** Accepts connections and bytes, but sends nothing: the database hangs. */
  hang: () => void;
  /** Forwards everything again. */
  restore: () => Promise<void>;
  close: () => Promise<void>;
}

/** Opens a proxy to the database at `target`. It forwards everything at first unless `down` is set. */
export async function openDatabaseProxy(target: string, { down = false } = {}): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let hanging = false;

  const track = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on('data', (bytes) => {
      if (!hanging) other.write(bytes);
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    track(client, upstream);
    track(upstream, client);
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
    restore: async () => {
      hanging = false;
      destroyAll();
      if (!server.listening) listenPort = await listen(server, listenPort);
    },
    close: async () => {
      if (server.listening) await cut();
    },
  };
}

const listen = (server: Server, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
