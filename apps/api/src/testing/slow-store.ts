import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { S3Config } from '../platform/config/storage-config.js';

export interface SlowStore {
  config: S3Config;
  /** The number of open connections. */
  connections: () => number;
  close: () => Promise<void>;
}

/** Starts an S3 store that handles requests with the given function. */
export async function startSlowStore(
  handle: (req: IncomingMessage, res: ServerResponse) => void,
): Promise<SlowStore> {
  const sockets = new Set<Socket>();
  const server = createServer(handle);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    config: {
      bucket: 'uploads',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      forcePathStyle: true,
      prefix: '',
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    },
    connections: () => sockets.size,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const DRIP_EVERY = 20;

/** Sends a text byte by byte, and then repeats its last byte forever. */
export function drip(socket: Socket, text: string): void {
  let at = 0;
  const timer = setInterval(() => {
    socket.write(text[Math.min(at, text.length - 1)] ?? ' ');
    at += 1;
  }, DRIP_EVERY);
  socket.once('close', () => clearInterval(timer));
}
