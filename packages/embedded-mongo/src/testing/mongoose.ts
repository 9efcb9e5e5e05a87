import mongoose from 'mongoose';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startTestServer, type TestServer } from './server.js';

/** A Mongoose connection to a server for this test file, emptied before each test. */
export function mongooseConnection(): () => mongoose.Connection {
  let server: TestServer;
  let connection: mongoose.Connection;
  beforeAll(async () => {
    server = await startTestServer();
    connection = await mongoose.createConnection(`mongodb://127.0.0.1:${server.port}/mongoose`).asPromise();
  });
  afterAll(async () => {
    await connection.close();
    await server.stop();
  });
  beforeEach(async () => {
    connection.deleteModel(/./);
    await connection.dropDatabase();
  });
  return () => connection;
}
