import { Types } from 'mongoose';
import { spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { createConfig } from './platform/config/config.js';
import { readEnv } from './platform/config/env.js';
import { modelsOf } from './testing/models.js';
import { createConnection, openConnection } from './platform/db/connection.js';
import { syncIndexes } from './platform/db/indexes.js';

const EMBEDDED = fileURLToPath(
  new URL('../../../packages/embedded-mongo/bin/embedded-mongo.js', import.meta.url),
);

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/**
 * Starts the embedded database on a folder.
 * @returns its address, and a function that stops it cleanly
 */
async function start(directory: string): Promise<{ uri: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [EMBEDDED, '--port', '0', '--dbpath', directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  const port = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.once('exit', () => reject(new Error(`The database ended: ${text}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /waiting for connections.*"port":(\d+)/i.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  return {
    uri: `mongodb://127.0.0.1:${port}/social-feed?directConnection=true`,
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit');
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

async function connect(uri: string) {
  const connection = createConnection();
  await openConnection(connection, createConfig(readEnv({ MONGODB_URI: uri })).mongo);
  return connection;
}

/** Every document of every collection, and every index, as text. */
async function contentOf(uri: string): Promise<string> {
  const connection = await connect(uri);
  try {
    const database = connection.db!;
    const names = (await database.listCollections().toArray()).map(({ name }) => name).sort();
    const content = [];
    for (const name of names) {
      const collection = database.collection(name);
      const [documents, indexes] = await Promise.all([
        collection.find().sort({ _id: 1 }).toArray(),
        collection.indexes(),
      ]);
      content.push({ name, documents, indexes });
    }
    return JSON.stringify(content);
  } finally {
    await connection.close();
  }
}

it('restores all documents and indexes from a copy of the stopped embedded database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'social-feed-backup-'));
  try {
    const [original, backup] = [join(folder, 'db'), join(folder, 'backup')];
    const database = await start(original);
    const connection = await connect(database.uri);
    const models = modelsOf(connection);
    await syncIndexes([models.User, models.AdminLog] as never[]);
    const now = new Date('2026-11-21T12:00:00Z');
    await models.AdminLog.insertMany(
      Array.from({ length: 500 }, (_, index) => ({
        at: now,
        adminName: 'Ada',
        act: 'suspend' as const,
        user: new Types.ObjectId(),
        note: `entry-${index}`,
      })),
    );
    await connection.close();
    const before = await contentOf(database.uri);
    await database.stop();
    await cp(original, backup, { recursive: true });

    // Changes after the backup are not in it, and the original folder is not needed.
    await rm(original, { recursive: true });
    await cp(backup, original, { recursive: true });
    const restored = await start(original);
    expect(await contentOf(restored.uri)).toBe(before);
    expect(before).toContain('entry-499');
    await restored.stop();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
