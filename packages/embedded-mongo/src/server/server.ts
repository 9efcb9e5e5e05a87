import { createServer, type Socket } from 'node:net';
import { answer } from '../commands/dispatch.js';
import { Records } from '../indexes/records.js';
import { Scanner } from '../plan/scan.js';
import { Cursors } from '../run/cursors.js';
import type { Engine } from '../run/engine.js';
import { failure, type Log } from '../run/log.js';
import { Catalogue } from '../store/catalogue.js';
import { Storage } from '../store/lmdb.js';
import { InUse } from '../store/lock.js';
import { serveConnection } from '../wire/connection.js';
import { TtlMonitor } from './ttl.js';

export { version } from '../commands/diagnostics.js';

/** A failed start; the message is for the user at the terminal. */
export class StartError extends Error {
  override name = 'StartError';
}

export interface ServerOptions {
  /** Data directory; created if missing. */
  dbPath: string;
  /** 0 chooses a free port. */
  port?: number;
  /** Address to listen on; default loopback. */
  host?: string;
  /** Milliseconds between two passes over TTL indexes; 0 disables them. */
  ttlInterval?: number;
  now?: () => Date;
  /** Logs starts, stops and failures. */
  log?: Log;
}

export interface RunningServer {
  port: number;
  /** Closes connections, finishes writes and releases the directory. */
  close(): Promise<void>;
}

/** Opens the store of a directory. Throws StartError. */
async function openData(dbPath: string): Promise<[Storage, Catalogue]> {
  let storage: Storage | undefined;
  try {
    storage = new Storage(dbPath);
    return [storage, new Catalogue(storage)];
  } catch (error) {
    await storage?.close();
    const { message, code } = error as NodeJS.ErrnoException;
    if (error instanceof InUse) throw new StartError(`${dbPath} is in use by ${message}. Stop it first.`);
    throw new StartError(
      typeof code === 'string'
        ? `Cannot write to the data directory ${dbPath}: ${message}`
        : `Cannot open the data in ${dbPath}: ${message}`,
    );
  }
}

/** Starts a server. Throws StartError, with a message for the user, if the directory or the port is unavailable. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { dbPath, port = 27017, host = '127.0.0.1', ttlInterval = 60_000 } = options;
  const now = options.now ?? (() => new Date());
  const log = options.log ?? (() => undefined);
  const [storage, catalogue] = await openData(dbPath);
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
    const told = { connectionId: connection.id, remote: connection.address };
    log('D', 'Connection accepted', told);
    serveConnection(
      socket,
      (request) => answer(engine, request, connection),
      () => {
        sockets.delete(socket);
        log('D', 'Connection ended', told);
      },
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
    throw new StartError(
      (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
        ? `Port ${port} is taken (address already in use).`
        : `Cannot start on ${host}:${port}: ${(error as Error).message}`,
    );
  }
  const address = server.address();
  if (typeof address === 'object' && address) listening = address.port;
  // accepting can fail later, too, for example without file handles
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
      log('I', 'Stopped');
    },
  };
}
