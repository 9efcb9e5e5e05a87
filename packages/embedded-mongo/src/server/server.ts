import { createServer, type Socket } from 'node:net';
import { answer } from '../commands/dispatch.js';
import { Records } from '../indexes/records.js';
import { Scanner } from '../plan/scan.js';
import { Cursors } from '../run/cursors.js';
import type { Engine } from '../run/engine.js';
import { failure, type Log } from '../run/log.js';
import { Catalogue } from '../store/catalogue.js';
import { Storage } from '../store/lmdb.js';
import { serveConnection } from '../wire/connection.js';
import { lockDirectory, StartError } from './lock.js';
import { TtlMonitor } from './ttl.js';

export { StartError } from './lock.js';
export { version } from '../commands/diagnostics.js';

export interface ServerOptions {
  /** Directory of the data; made if it does not exist. */
  dbPath: string;
  /** 0 takes a free one. */
  port?: number;
  /** Address to listen on; loopback unless given. */
  host?: string;
  /** Milliseconds between two looks for expired documents of TTL indexes; 0 for never. */
  ttlInterval?: number;
  now?: () => Date;
  /** Takes what the server tells: starts, stops, failures. */
  log?: Log;
}

export interface RunningServer {
  port: number;
  /** Ends connections, finishes writes and releases the directory. */
  close(): Promise<void>;
}

/** Starts a server. Throws StartError, with a sentence for people, when the directory or the port is not to be had. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { dbPath, port = 27017, host = '127.0.0.1', ttlInterval = 60_000 } = options;
  const now = options.now ?? (() => new Date());
  const log = options.log ?? (() => undefined);
  const release = lockDirectory(dbPath);
  let storage: Storage;
  let catalogue: Catalogue;
  try {
    storage = new Storage(dbPath);
    catalogue = new Catalogue(storage);
  } catch (error) {
    release();
    throw new StartError(`Cannot open the data in ${dbPath}: ${(error as Error).message}`);
  }
  const sockets = new Set<Socket>();
  const engine: Engine = {
    storage,
    catalogue,
    records: new Records(storage, catalogue),
    scanner: new Scanner(storage),
    cursors: new Cursors(() => now().getTime()),
    log,
    now,
    port: () => listening,
  };
  const ttl = new TtlMonitor(engine);
  storage.onFlushFailure = failure(log, 'Writes could not be flushed to the disk');

  let connections = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    const connection = { id: ++connections, address: `${socket.remoteAddress}:${socket.remotePort}` };
    serveConnection(
      socket,
      (request) => answer(engine, request, connection),
      () => sockets.delete(socket),
    );
  });
  let listening = port;
  try {
    await catalogue.removeUnfinished();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  } catch (error) {
    await storage.close();
    release();
    throw new StartError(
      (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
        ? `Port ${port} is taken (address already in use).`
        : `Cannot start on ${host}:${port}: ${(error as Error).message}`,
    );
  }
  const address = server.address();
  if (typeof address === 'object' && address) listening = address.port;
  // accepting may fail later, too: for want of file handles
  server.on('error', failure(log, 'Connections cannot be accepted'));
  catalogue.onSweepFailure = failure(log, 'Dropped data could not be removed');
  void catalogue.sweep();
  ttl.every(ttlInterval);
  log('I', 'Waiting for connections', { port: listening, dbpath: dbPath });
  const idle = setInterval(() => engine.cursors.closeIdle(), 60_000).unref();

  return {
    port: listening,
    async close() {
      clearInterval(idle);
      await ttl.stop();
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
      await catalogue.stopSweeping();
      await storage.close();
      release();
      log('I', 'Stopped');
    },
  };
}
