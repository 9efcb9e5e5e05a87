import { type Collection, MongoBulkWriteError, MongoClient, MongoServerError } from 'mongodb';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { spawnRunning } from '../server.js';
import { verify } from './verify.js';
import { connect, Expected, type Item } from './workload.js';

const megabyte = 1 << 20;

export interface FullDiskResult {
  stored: number;
  /** The error that the writers received. */
  error: string;
  wrong: string[];
}

export interface FullDiskOptions {
  dbPath: string;
  megabytes: number;
  /** Whether a file system of that size is mounted there; otherwise the server's file size is limited. */
  mount?: boolean;
  program?: string | undefined;
}

/** Mounts a small file system in memory; returns false if that is not allowed. */
export function mountSmall(folder: string, megabytes: number): boolean {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

export const unmount = (folder: string): void => {
  execFileSync('umount', [folder], { stdio: 'pipe' });
};

type Padded = Item & { pad: string };

/** Writes until the disk is full. Resolves with the error; records every acknowledged write. */
async function fill(items: Collection<Item>, expected: Expected): Promise<MongoServerError> {
  const padded = items as unknown as Collection<Padded>;
  for (;;) {
    const docs = Array.from({ length: 50 }, (_, i): Padded => {
      const id = expected.newId();
      return { _id: id, n: id, group: i % 7, tags: ['all', 'full', 'v0'], value: 0, pad: 'x'.repeat(900) };
    });
    try {
      await padded.insertMany(docs);
      for (const { _id } of docs) expected.values.set(_id, 0);
    } catch (error) {
      if (!(error instanceof MongoServerError)) throw error;
      // a batch may need several commits: those before the failed one remain
      const kept = error instanceof MongoBulkWriteError ? error.insertedCount : 0;
      for (const { _id } of docs.slice(0, kept)) expected.values.set(_id, 0);
      return error;
    }
  }
}

/**
 * Fills the disk under a server. The writer must get an error. Stored data must stay unchanged, readable, and
 * present after a restart with more room, when writes succeed again.
 */
export async function fullDisk(options: FullDiskOptions): Promise<FullDiskResult> {
  const { dbPath, megabytes, mount = false, program } = options;
  const args = ['--port', '0', '--dbpath', dbPath];
  const wrong: string[] = [];
  const expected = new Expected();
  const limited = await spawnRunning(args, { program, fileLimit: mount ? undefined : megabytes * megabyte });
  let { client, items } = await connect(limited.port);
  const told = await fill(items, expected);
  if (told.code !== 14031) wrong.push(`a full disk is answered by code ${String(told.code)}`);
  const again = await fill(items, expected);
  if (again.code !== 14031) wrong.push(`writing on to a full disk is answered by code ${String(again.code)}`);
  wrong.push(...(await verify(client, items, expected)));
  await client.close();
  await limited.end('SIGKILL');

  if (mount) execFileSync('mount', ['-o', `remount,size=${megabytes * 4}m`, dbPath], { stdio: 'pipe' });
  const roomy = await spawnRunning(args, { program });
  ({ client, items } = await connect(roomy.port));
  wrong.push(...(await verify(client, items, expected)).map((sentence) => `after a restart: ${sentence}`));
  const stored = expected.values.size;
  const id = expected.newId();
  await items.insertOne({ _id: id, n: id, group: 0, tags: ['all', 'later', 'v0'], value: 0 });
  await client.close();
  await roomy.end('SIGTERM');
  return { stored, error: `${told.message} (${String(told.code)})`, wrong };
}

/** Runs one query with a new client. */
export async function ask<T>(port: number, question: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = await MongoClient.connect(`mongodb://127.0.0.1:${port}`);
  try {
    return await question(client);
  } finally {
    await client.close();
  }
}
