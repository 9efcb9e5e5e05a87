import { randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import { createConnection, openConnection } from '../platform/db/connection.js';
import { testConfig } from './test-app.js';

const opened: Connection[] = [];

/** Opens a connection to a new empty database, or to the database of another connection. */
export async function openDatabase(dbName = `test_${randomBytes(8).toString('hex')}`): Promise<Connection> {
  const connection = createConnection();
  await openConnection(connection, { ...testConfig().mongo, dbName });
  opened.push(connection);
  return connection;
}

/** Drops the databases and closes the connections; for `afterEach` or `afterAll`. */
export async function dropDatabases(): Promise<void> {
  for (const connection of opened.splice(0)) {
    await connection.dropDatabase();
    await connection.close();
  }
}
