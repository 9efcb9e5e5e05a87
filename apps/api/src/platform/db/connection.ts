import mongoose, { type Connection, type mongo } from 'mongoose';
import type { Config } from '../config/config.js';
import { withTimeout } from '../with-timeout.js';
import { failOnClosedSockets } from './closed-sockets.js';

/** Creates a new connection, not yet open, so that one process can run several apps. */
export function createConnection(): Connection {
  failOnClosedSockets();
  const connection = mongoose.createConnection();
  connection.set('strictQuery', true);
  // `openUri` rejects with the same error; without a listener Node would end the process.
  connection.on('error', () => undefined);
  return connection;
}

/**
 * Opens a connection. Rejects within the server selection timeout if no database responds.
 * @param watch receives the driver's client before it connects, to observe its commands
 */
export async function openConnection(
  connection: Connection,
  config: Config['mongo'],
  watch?: (client: mongo.MongoClient) => void,
): Promise<void> {
  const opening = connection.openUri(config.uri, {
    // Queries wait for the database only in the driver, never in Mongoose's buffer.
    bufferCommands: false,
    ...(config.dbName === undefined ? {} : { dbName: config.dbName }),
    serverSelectionTimeoutMS: config.serverSelectionTimeout,
    connectTimeoutMS: config.connectTimeout,
    socketTimeoutMS: config.answerWithin.background,
    heartbeatFrequencyMS: config.heartbeat,
    waitQueueTimeoutMS: config.serverSelectionTimeout,
    maxPoolSize: config.maxPoolSize,
    monitorCommands: config.monitorCommands || watch !== undefined,
    appName: 'social-feed-api',
  });
  if (connection.readyState === mongoose.STATES.connecting) watch?.(connection.getClient());
  await opening;
}

/** Checks whether the database answers a ping within a timeout in milliseconds. */
export async function pingDatabase(connection: Connection, timeout: number): Promise<boolean> {
  const database = connection.db;
  if (database === undefined) return false;
  return withTimeout(timeout, undefined, () => database.command({ ping: 1 })).then(
    () => true,
    () => false,
  );
}
