import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { HOUR } from '../platform/time.js';
import { startS3Server, type S3Server } from '../testing/s3-server.js';
import { writeDocuments, writeManifest, type Manifest } from './archive.js';
import { BackupRefusal } from './backup-refusal.js';
import { backupName, backupStore, isBackupName, type BackupStore, type NewBackup } from './backup-store.js';

const OWNER = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';
const NAME = backupName(new Date(0));

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'social-feed-store-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
async function newBucket(): Promise<S3Server> {
  const server = await startS3Server();
  ends.push(() => server.close());
  return server;
}
function storeOf(to: { folder: string } | { server: S3Server }): BackupStore {
  const store = backupStore(
    'folder' in to ? { folder: to.folder, s3: null } : { folder: null, s3: to.server.config },
  )!;
  ends.push(async () => {
    store.close();
    await Promise.resolve();
  });
  return store;
}

const MANIFEST: Manifest = {
  format: 2,
  owner: { id: OWNER, name: 'a.example', database: 'social-feed' },
  number: 1,
  encrypted: false,
  startedAt: new Date(0),
  endedAt: new Date(0),
  snapshot: false,
  migrations: [],
  collections: [],
};
/** Writes a backup of one file. */
async function write({ folder, done }: NewBackup) {
  await writeFile(join(folder, 'users.bson.gz'), 'users');
  await done('users.bson.gz');
  await writeManifest(folder, MANIFEST);
  await done('manifest.json');
}
/** Writes a part, then fails as a full disk does. */
const failing = async ({ folder, done }: NewBackup) => {
  await writeFile(join(folder, 'users.bson.gz'), 'users');
  await done('users.bson.gz');
  throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
};
const names = async (store: BackupStore) => (await store.list()).map(({ name }) => name);
const temporary = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`social-feed-backup-${OWNER}`));

it('names no two backups alike, and knows the names of older versions', () => {
  expect(backupName(new Date(0))).not.toBe(backupName(new Date(0)));
  expect([NAME, 'backup-2026-11-26T03-00-00Z'].every(isBackupName)).toBe(true);
  expect(['backup-', 'notes.txt', `${NAME}.tar`, `.unfinished-${NAME}`].some(isBackupName)).toBe(false);
});

it.each(['folder', 'bucket'])('lists, opens and removes complete backups in a %s', async (kind) => {
  const store = storeOf(kind === 'folder' ? { folder: await newFolder() } : { server: await newBucket() });
  expect(await store.list()).toEqual([]);
  await store.save(NAME, OWNER, write);
  expect(await store.list()).toEqual([{ name: NAME, manifest: MANIFEST }]);
  const files = await store.open(NAME, ({ folder }) => readdir(folder));
  expect(files.sort()).toEqual(['manifest.json', 'users.bson.gz']);
  await store.remove(NAME);
  expect(await store.list()).toEqual([]);
  expect(await temporary()).toEqual([]);
});

it('leaves nothing in a folder after a failure, and keeps what was there', async () => {
  const folder = await newFolder();
  const store = storeOf({ folder });
  await store.save(NAME, OWNER, write);
  await expect(store.save(backupName(new Date(1)), OWNER, failing)).rejects.toThrow('ENOSPC');
  expect(await readdir(folder)).toEqual([NAME]);
});

it('reports a full disk while it writes documents', async () => {
  const folder = await newFolder();
  await symlink('/dev/full', join(folder, 'users.bson.gz'));
  const documents = Readable.from(Array.from({ length: 100 }, () => randomBytes(10_000)));
  await expect(writeDocuments(folder, 'users', documents)).rejects.toThrow('ENOSPC');
});

describe('what a killed process left in a folder', () => {
  const leave = async (folder: string, ownerId: string, age: number) => {
    const path = join(folder, `.unfinished-${ownerId}-${backupName(new Date())}`);
    await mkdir(path);
    await writeFile(join(path, 'users.bson.gz'), 'half');
    const at = new Date(Date.now() - age);
    await utimes(join(path, 'users.bson.gz'), at, at);
    await utimes(path, at, at);
    return path.slice(folder.length + 1);
  };

  it('goes a day later, but not what another instance or a running process writes', async () => {
    const folder = await newFolder();
    const old = await leave(folder, OWNER, 25 * HOUR);
    const running = await leave(folder, OWNER, HOUR);
    const others = await leave(folder, OTHER, 25 * HOUR);
    const store = storeOf({ folder });
    expect(await names(store)).toEqual([]);
    await store.save(NAME, OWNER, write);
    const left = await readdir(folder);
    expect(left.sort()).toEqual([running, others, NAME].sort());
    expect(left).not.toContain(old);
  });
});

describe('what a killed process left in a bucket', () => {
  it('is not listed, and goes a day later by the clock of the store, but not that of others', async () => {
    const server = await newBucket();
    const store = storeOf({ server });
    const directory = join(server.directory, 'feed');
    const leave = async (ownerId: string, age: number) => {
      const name = backupName(new Date());
      await mkdir(join(directory, name), { recursive: true });
      const at = new Date(Date.now() - age);
      for (const file of ['users.bson.gz', `.unfinished-${ownerId}`]) {
        await writeFile(join(directory, name, file), '');
        await utimes(join(directory, name, file), at, at);
      }
      return name;
    };
    const old = await leave(OWNER, 25 * HOUR);
    const kept = [await leave(OWNER, HOUR), await leave(OTHER, 25 * HOUR)];
    expect(await names(store)).toEqual([]);
    await store.save(NAME, OWNER, write);
    expect(await names(store)).toEqual([NAME]);
    for (const name of kept) expect(await readdir(join(directory, name))).toHaveLength(2);
    await expect(readdir(join(directory, old)).then((files) => files.length)).resolves.toBe(0);
    expect((await readdir(join(directory, NAME))).sort()).toEqual(['manifest.json', 'users.bson.gz']);
  });

  it('is removed at once if the process only failed', async () => {
    const server = await newBucket();
    const store = storeOf({ server });
    await expect(store.save(NAME, OWNER, failing)).rejects.toThrow('ENOSPC');
    expect(await readdir(join(server.directory, 'feed', NAME))).toEqual([]);
    expect(await temporary()).toEqual([]);
  });
});

it('names the bucket that cannot be used, which the command does not take for the database', async () => {
  const server = await newBucket();
  await server.close();
  ends.splice(ends.length - 1);
  const store = storeOf({ server });
  const sentence = new RegExp(`^The bucket ${server.config.bucket} cannot be used: .*ECONNREFUSED`);
  for (const call of [
    () => store.list(),
    () => store.open(NAME, () => Promise.resolve()),
    () => store.save(NAME, OWNER, write),
  ]) {
    const error: unknown = await call().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BackupRefusal);
    expect((error as Error).message).toMatch(sentence);
  }
});

it('lists a damaged backup without a manifest', async () => {
  const folder = await newFolder();
  const store = storeOf({ folder });
  await mkdir(join(folder, NAME));
  await writeFile(join(folder, NAME, 'manifest.json'), '{"format": 1,');
  expect(await store.list()).toEqual([{ name: NAME, manifest: null }]);
});
