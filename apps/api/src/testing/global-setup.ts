import { fileURLToPath } from 'node:url';
import { MongoMemoryServer } from 'mongodb-memory-server';
import type { TestProject } from 'vitest/node';
import { requireMongo } from './real-mongo.js';

declare module 'vitest' {
  export interface ProvidedContext {
    mongoUri: string;
  }
}

const EMBEDDED = fileURLToPath(
  new URL('../../../../packages/embedded-mongo/bin/embedded-mongo.js', import.meta.url),
);
/** Runs it from source, so that tests need no build and never meet an old one. */
const FROM_SOURCE = { NODE_OPTIONS: '--import tsx --conditions=source' };
const LAUNCH_TIMEOUT = 60_000;

/**
 * Starts one database for the whole run: the embedded one. TEST_DATABASE=mongod uses the server in MONGODB_URI, and
 * TEST_DATABASE=memory-server lets mongodb-memory-server download and start a MongoDB, and refuses any other.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_DATABASE'] === 'mongod') {
    const given = process.env['MONGODB_URI'] ?? '';
    if (given === '') {
      throw new Error(
        'TEST_DATABASE=mongod needs MONGODB_URI, the address of a running MongoDB: none is ever downloaded.',
      );
    }
    project.provide('mongoUri', given);
    return undefined;
  }
  const downloads = process.env['TEST_DATABASE'] === 'memory-server';
  if (!downloads) process.env['MONGOMS_SYSTEM_BINARY_VERSION_CHECK'] = 'false';
  const server = await MongoMemoryServer.create({
    instance: { launchTimeout: LAUNCH_TIMEOUT },
    ...(!downloads && {
      binary: { systemBinary: EMBEDDED },
      spawn: { env: { ...process.env, ...FROM_SOURCE } },
    }),
  });
  const stop = async () => {
    await server.stop({ doCleanup: true, force: true });
  };
  if (downloads) {
    try {
      await requireMongo(server.getUri());
    } catch (error) {
      await stop();
      throw error;
    }
  }
  project.provide('mongoUri', server.getUri());
  return stop;
}
