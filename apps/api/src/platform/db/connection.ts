import mongoose, { type Connection, type Model, type mongo } from 'mongoose';
import type { Config } from '../config/config.js';
import { within } from '../within.js';
import { failOnClosedSockets } from './closed-sockets.js';

/** A connection of its own, so that several apps may live in one process. It is not open yet. */
export function createConnection(): Connection {
  failOnClosedSockets();
  const connection = mongoose.createConnection();
  // A query waits for the database only as long as the driver does, never in a buffer of Mongoose's.
  connection.set('bufferCommands', false);
  connection.set('autoIndex', false);
  connection.set('autoCreate', false);
  connection.set('strictQuery', true);
  // `openUri` rejects and this event repeats the reason; without a listener Node would stop the process.
  connection.on('error', () => undefined);
  return connection;
}

/**
 * Opens a connection; rejects within the server selection timeout where no database answers.
 * @param watch is told of the driver's client before it connects, and of its commands
 */
export async function openConnection(
  connection: Connection,
  config: Config['mongo'],
  watch?: (client: mongo.MongoClient) => void,
): Promise<void> {
  const opening = connection.openUri(config.uri, {
    ...(config.dbName === undefined ? {} : { dbName: config.dbName }),
    serverSelectionTimeoutMS: config.serverSelectionTimeout,
    connectTimeoutMS: config.connectTimeout,
    heartbeatFrequencyMS: config.heartbeat,
    waitQueueTimeoutMS: config.serverSelectionTimeout,
    maxPoolSize: config.maxPoolSize,
    monitorCommands: config.monitorCommands || watch !== undefined,
    appName: 'social-feed-api',
  });
  if (connection.readyState === mongoose.STATES.connecting) watch?.(connection.getClient());
  await opening;
}

/** Builds every index that the schemas declare; the server serves nothing before: unique ones keep names and reactions unique. */
export async function buildIndexes(models: Iterable<Model<never>>): Promise<void> {
  for (const model of models) {
    await model.createIndexes();
  }
}

/** Whether the database answers a ping within a time in milliseconds. */
export async function pingDatabase(connection: Connection, timeout: number): Promise<boolean> {
  const database = connection.db;
  if (database === undefined) return false;
  return within(timeout, undefined, () => database.command({ ping: 1 })).then(
    () => true,
    () => false,
  );
}
