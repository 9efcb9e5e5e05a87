import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from 'mongoose';
import { afterEach, describe, expect, it } from 'vitest';
import { openConnection } from '../platform/db/connection.js';
import { DAY } from '../platform/time.js';
import { startS3Server } from '../testing/s3-server.js';
import { createApi, createTestApp, testConfig, type TestApp } from '../testing/test-app.js';
import { BackupRefusal } from './archive.js';
import { backupName, backupStore, isBackupName, type BackupStore } from './backup-store.js';
import { restore } from './restore.js';
import { verify } from './verify.js';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'social-feed-scheduled-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

type BackupConfig = TestApp['ctx']['config']['backup'];

async function open(to: Partial<BackupConfig>): Promise<TestApp & { store: BackupStore }> {
  const app = await createTestApp({ config: { metricsPort: 0, backup: { every: DAY, keep: 2, ...to } } });
  const store = backupStore(app.ctx.config.backup)!;
  ends.push(async () => {
    store.close();
    await app.close();
  });
  return { ...app, store };
}

async function emptyDatabase(app: TestApp): Promise<Connection> {
  // With all models, to compare indexes with their schemas.
  const { connection } = createApi(testConfig(), { log: app.ctx.log, backgroundWork: false });
  await openConnection(connection, { ...testConfig().mongo, dbName: `${app.ctx.connection.name}_again` });
  ends.push(async () => {
    await connection.dropDatabase();
    await connection.close();
  });
  return connection;
}

/** Posts, backs up after a day. @returns the name of the backup */
async function dayWithPost({ ctx, clock, ...app }: TestApp, title: string): Promise<string> {
  const { agent } = await app.signUp();
  expect((await agent.post('/posts').send({ title })).status).toBe(201);
  const name = backupName(clock.now());
  await ctx.jobs.runDue('backup');
  clock.advance(DAY);
  return name;
}

/** Restores the latest backup into another database and checks it, as a host rehearses it. */
async function rehearse(app: TestApp & { store: BackupStore }): Promise<string[]> {
  const connection = await emptyDatabase(app);
  const name = (await app.store.list()).at(-1)!;
  await app.store.open(name, async (folder) => {
    const { manifest } = await restore(connection, folder);
    expect(await verify(connection, manifest)).toEqual([]);
  });
  const posts = await connection.db!.collection('posts').find().sort({ _id: 1 }).toArray();
  return posts.map((post) => post['title'] as string);
}

const statusOf = async (app: TestApp) => (await app.ctx.readiness()).checks['backup'];

describe('scheduled backups', () => {
  it('go to a folder, keep the latest, restore, and show their age [B22-9]', async () => {
    const folder = await newFolder();
    const app = await open({ folder: join(folder, 'backups') });
    await app.ctx.jobs.add('backup');
    await mkdir(join(folder, 'backups', '.unfinished-backup-2020-01-01T00-00-00Z'), { recursive: true });
    await writeFile(join(folder, 'backups', 'notes.txt'), 'Not of the backups');
    expect(await statusOf(app)).toEqual({ ok: false, lastSuccessSeconds: null });
    expect(await app.ctx.metrics!.text()).toContain('backup_last_success_seconds +Inf\n');
    await dayWithPost(app, 'First');
    const second = await dayWithPost(app, 'Second');
    const third = await dayWithPost(app, 'Third');
    expect(await readdir(join(folder, 'backups'))).toEqual([second, third, 'notes.txt'].sort());
    expect(await rehearse(app)).toEqual(['First', 'Second', 'Third']);
    const age = DAY / 1000;
    expect(await statusOf(app)).toEqual({ ok: true, lastSuccessSeconds: age });
    const text = await app.ctx.metrics!.text();
    expect(text).toContain(`backup_last_success_seconds ${age}\n`);
    expect(text).toContain(`backup_every_seconds ${age}\n`);
  });

  it('go to a bucket, keep the latest and restore [B22-9]', async () => {
    const server = await startS3Server();
    ends.push(() => server.close());
    const app = await open({ s3: server.config });
    await app.ctx.jobs.add('backup');
    const names = [];
    for (const title of ['First', 'Second', 'Third']) names.push(await dayWithPost(app, title));
    expect(await app.store.list()).toEqual(names.slice(1));
    expect(await rehearse(app)).toEqual(['First', 'Second', 'Third']);
    await expect(app.store.open(names[0]!, () => Promise.resolve())).rejects.toThrow('There is no backup');
  });

  it('name the bucket that cannot be used, which the command does not take for the database', async () => {
    const server = await startS3Server();
    await server.close();
    const store = backupStore({ every: null, keep: 1, folder: null, s3: server.config })!;
    const sentence = new RegExp(`^The bucket ${server.config.bucket} cannot be used: .*ECONNREFUSED`);
    const name = backupName(new Date(0));
    const write = (folder: string) => writeFile(join(folder, 'manifest.json'), '{}');
    for (const failing of [store.list(), store.open(name, write), store.save(name, write, new Date())]) {
      const error: unknown = await failing.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(BackupRefusal);
      expect((error as Error).message).toMatch(sentence);
    }
    store.close();
  });

  it('that fail leave nothing behind, keep the former ones, and are retried', async () => {
    const folder = await newFolder();
    const blocked = join(folder, 'blocked');
    const app = await open({ folder: blocked });
    await app.ctx.jobs.add('backup');
    await writeFile(blocked, 'A file where the folder belongs');
    await app.ctx.jobs.runDue('backup');
    const job = await app.ctx.models.Job.findOne({ type: 'backup' }).lean();
    expect(job).toMatchObject({ attempts: 1, lastError: expect.stringContaining('EEXIST') });
    expect(await statusOf(app)).toEqual({ ok: false, lastSuccessSeconds: null });
    await rm(blocked);
    app.clock.advance(DAY);
    await app.ctx.jobs.runDue('backup');
    expect((await readdir(blocked)).map(isBackupName)).toEqual([true]);
    const failing = app.store.save(
      backupName(new Date(0)),
      () => Promise.reject(new Error('Full')),
      new Date(),
    );
    await expect(failing).rejects.toThrow('Full');
    expect(await readdir(blocked)).toHaveLength(1);
  });

  it('do not run without a schedule', async () => {
    const app = await createTestApp();
    ends.push(() => app.close());
    expect(await statusOf(app)).toBeUndefined();
    await app.ctx.jobs.runDue('backup');
    expect(await app.ctx.models.Job.countDocuments({ type: 'backup' })).toBe(0);
  });
});
