import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { Connection } from 'mongoose';
import { afterEach, describe, expect, it } from 'vitest';
import { openConnection } from '../platform/db/connection.js';
import { DAY } from '../platform/time.js';
import { startS3Server } from '../testing/s3-server.js';
import { smallPng } from '../testing/uploads.js';
import { readManifest, writeManifest, type Manifest } from './archive.js';
import { createApi, createTestApp, testConfig, type TestApp } from '../testing/test-app.js';
import { backupStore, isBackupName, type BackupStore } from './backup-store.js';
import { backupsOf, latestBackup } from './choose-backup.js';
import { ownerOf } from './owner.js';
import { restore, restoreUploads } from './restore.js';
import { instanceName, saveBackup } from './scheduled.js';
import { uploadFiles } from './upload-files.js';
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
  // uploads of its own: other tests fill the shared folder at the same time
  const media = { directory: await newFolder() };
  const app = await createTestApp({
    config: { metricsPort: 0, media, backup: { every: DAY, keep: 2, ...to } },
  });
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

/** Names of the backups of an instance, the last made first. */
async function ownBackups({ ctx, store }: TestApp & { store: BackupStore }): Promise<string[]> {
  const owner = await ownerOf(ctx.connection, instanceName(ctx.config));
  return backupsOf(await store.list(), owner).map(({ name }) => name);
}

/** Posts, backs up after a day. @returns the name of the backup */
async function dayWithPost(app: TestApp & { store: BackupStore }, title: string): Promise<string> {
  const { agent } = await app.signUp();
  expect((await agent.post('/posts').send({ title })).status).toBe(201);
  await app.ctx.jobs.runDue('backup');
  app.clock.advance(DAY);
  return (await ownBackups(app))[0]!;
}

/** Makes a backup at once, as the command does. @returns its name */
const save = ({ ctx, clock, store }: TestApp & { store: BackupStore }) =>
  saveBackup({ store, connection: ctx.connection, config: ctx.config, now: clock.now }).then(
    ({ name }) => name,
  );

/** Restores the latest backup into another database and checks it, as a host rehearses it. */
async function rehearse(app: TestApp & { store: BackupStore }): Promise<string[]> {
  const connection = await emptyDatabase(app);
  const by = { name: instanceName(app.ctx.config), database: app.ctx.connection.name };
  const { name } = latestBackup(await app.store.list(), by);
  await app.store.open(name, async ({ folder }) => {
    const { manifest } = await restore(connection, folder);
    expect(await verify(connection, manifest)).toEqual([]);
  });
  const posts = await connection.db!.collection('posts').find().sort({ _id: 1 }).toArray();
  return posts.map((post) => post['title'] as string);
}

async function listOf<T>(values: AsyncIterable<T>): Promise<T[]> {
  const list = [];
  for await (const value of values) list.push(value);
  return list;
}

const statusOf = async (app: TestApp) => (await app.ctx.readiness()).checks['backup'];

describe('scheduled backups', () => {
  it('go to a folder, keep the latest, restore, and show their age [B22-9]', async () => {
    const folder = await newFolder();
    const app = await open({ folder: join(folder, 'backups') });
    await app.ctx.jobs.add('backup');
    await mkdir(join(folder, 'backups'));
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
    expect(await ownBackups(app)).toEqual(names.slice(1).reverse());
    expect(await rehearse(app)).toEqual(['First', 'Second', 'Third']);
    await expect(app.store.open(names[0]!, () => Promise.resolve())).rejects.toThrow('There is no backup');
  });

  it('that fail leave nothing behind, keep the former ones, and are retried', async () => {
    const folder = await newFolder();
    const blocked = join(folder, 'blocked');
    const app = await open({ folder: blocked });
    await app.ctx.jobs.add('backup');
    await writeFile(blocked, 'A file where the folder belongs');
    await app.ctx.jobs.runDue('backup');
    const job = await app.ctx.models.Job.findOne({ type: 'backup' }).lean();
    expect(job).toMatchObject({ attempts: 1, lastError: expect.stringContaining('ENOTDIR') });
    expect(await statusOf(app)).toEqual({ ok: false, lastSuccessSeconds: null });
    await rm(blocked);
    app.clock.advance(DAY);
    await app.ctx.jobs.runDue('backup');
    expect((await readdir(blocked)).map(isBackupName)).toEqual([true]);
  });

  it('do not run without a schedule', async () => {
    const app = await createTestApp();
    ends.push(() => app.close());
    expect(await statusOf(app)).toBeUndefined();
    await app.ctx.jobs.runDue('backup');
    expect(await app.ctx.models.Job.countDocuments({ type: 'backup' })).toBe(0);
  });

  it('leave those of others alone and keep the ones just made, whatever clocks said [B22-31]', async () => {
    const folder = await newFolder();
    const [app, other] = [await open({ folder, keep: 1 }), await open({ folder, keep: 1 })];
    const others = await save(other);
    const old = 'backup-2020-01-01T00-00-00Z';
    await cp(join(folder, others), join(folder, old), { recursive: true });
    const { owner: _, number: __, encrypted: ___, ...former } = await readManifest(join(folder, old));
    await writeManifest(join(folder, old), { ...former, format: 1 } as Manifest);

    app.clock.advance(2 * DAY);
    const ahead = await save(app);
    app.clock.advance(-2 * DAY);
    // as after the restore of an early backup
    await app.ctx.connection.db!.collection('backupowner').updateOne({}, { $set: { backups: 0 } });
    const right = await save(app);
    expect(right < ahead).toBe(true);
    expect((await readdir(folder)).sort()).toEqual([old, others, right].sort());
    // of two at the same time, the last one stays
    const both = await Promise.all([save(app), save(app)]);
    expect(both).toEqual(expect.arrayContaining(await ownBackups(app)));
    expect(await ownBackups(other)).toEqual([others]);
  });

  it.each(['folder', 'bucket'])('have uploads and are encrypted if asked, in a %s [B22-32]', async (kind) => {
    const server = await startS3Server();
    ends.push(() => server.close());
    const privateKey = await generateX25519Identity();
    const passphrase = 'correct horse battery staple';
    const [place, encryption, secrets, wrong] =
      kind === 'folder'
        ? [{ folder: await newFolder() }, { passphrase }, { passphrase }, { passphrase: 'wrong' }]
        : [
            { s3: server.config },
            { publicKey: await identityToRecipient(privateKey) },
            { privateKey },
            { privateKey: await generateX25519Identity() },
          ];
    const app = await open({ ...place, uploads: true, encryption });
    const { agent } = await app.signUp();
    const sent = await agent.post('/media').attach('files', await smallPng(), 'a.png');
    expect(sent.status, sent.text).toBe(201);
    const media = uploadFiles(app.ctx.config.media);
    const keys = await listOf(media.keys());
    expect(keys.length).toBeGreaterThan(1);
    await app.store.open(await save(app), async (backup) => {
      const files = await readdir(backup.folder);
      expect(files).toContain('users.bson.gz.age');
      expect(files).not.toContain('users.bson.gz');
      const connection = await emptyDatabase(app);
      await expect(restore(connection, backup.folder)).rejects.toThrow('The backup is encrypted');
      await expect(restore(connection, backup.folder, wrong)).rejects.toThrow(
        'Neither the passphrase nor the private key decrypts this backup.',
      );
      const { manifest } = await restore(connection, backup.folder, secrets);
      expect(await verify(connection, manifest)).toEqual([]);
      const directory = await newFolder();
      const restored = uploadFiles({ directory, s3: null });
      expect(await restoreUploads(backup, manifest, restored, secrets)).toBe(keys.length);
      for (const key of keys) {
        const [before, after] = await Promise.all(
          [app.ctx.config.media.directory, directory].map((each) => readFile(join(each, 'files', key))),
        );
        expect(after!.equals(before!)).toBe(true);
      }
    });
  });
});
