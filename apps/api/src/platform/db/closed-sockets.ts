import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import mongoose from 'mongoose';

/** What is used of the driver's own connection, which it does not export. */
interface DriverConnection {
  socket: Pick<Socket, 'writable'>;
  onError: (error: Error) => void;
  writeCommand: (...args: unknown[]) => Promise<void>;
}

const patched = new WeakSet<DriverConnection>();

/**
 * Lets commands on a closed socket fail. The driver (7.8) notices a closed connection by the event `close` alone. A command
 * that it writes between the end of the socket and that event waits for `drain` forever. Where this is the command of its
 * monitor, the driver never looks for the database again, and the process answers 503 until it is restarted.
 */
export function failOnClosedSockets(): DriverConnection {
  const driver = createRequire(createRequire(import.meta.url).resolve('mongoose'));
  const { Connection } = driver('mongodb/lib/cmap/connection.js') as {
    Connection: { prototype: DriverConnection };
  };
  const connection = Connection.prototype;
  if (patched.has(connection)) return connection;
  patched.add(connection);
  const { writeCommand } = connection;
  connection.writeCommand = function (...args) {
    if (this.socket.writable) return writeCommand.apply(this, args);
    const error = new mongoose.mongo.MongoNetworkError('The connection is closed', {});
    this.onError(error);
    return Promise.reject(error);
  };
  return connection;
}
