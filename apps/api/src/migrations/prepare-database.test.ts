import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Connection, mongo } from 'mongoose';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { NewerDatabaseError, PreparationError } from '../platform/db/preparation-error.js';
import { dropDatabases, openDatabase } from '../testing/databases.js';
import { createGate } from '../testing/gate.js';
import { createTestApp } from '../testing/test-app.js';
import { MIGRATIONS } from './index.js';
import type { Migration } from './migration.js';
import { prepareDatabase } from './prepare-database.js';
import { appliedMigrations } from './run-migrations.js';

const STALLING = fileURLToPath(new URL('../testing/migrate-and-stall.ts', import.meta.url));
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm')).href;

afterEach(dropDatabases);

const prepare = (connection: Connection, migrations: readonly Migration[], leaseTtl = 2000) =>
  prepareDatabase(connection, [], { migrations, leaseTtl });

const nothing = () => Promise.resolve();

describe('the list of migrations', () => {
  it('is in the order of the numbered names', () => {
    const names = MIGRATIONS.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)].sort());
    for (const name of names) expect(name).toMatch(/^\d{4}-[a-z0-9-]+$/);
  });
});

describe('preparing a database', () => {
  it('records all migrations in a new database, and runs none again', async () => {
    const connection = await openDatabase();
    await prepareDatabase(connection, []);
    expect(await appliedMigrations(connection.db!)).toEqual(MIGRATIONS.map(({ name }) => name));
    await prepare(
      connection,
      MIGRATIONS.map(({ name }) => ({ name, up: () => Promise.reject(new Error('again')) })),
    );
  });

  it('runs each migration once, in order, when several processes start together', async () => {
    const first = await openDatabase();
    const others = [await openDatabase(first.name), await openDatabase(first.name)];
    const ran: string[] = [];
    const migration = (name: string): Migration => ({
      name,
      up: async (db) => {
        await db.collection('things').insertOne({ name });
        ran.push(name);
      },
    });
    const list = ['0001-a', '0002-b', '0003-c'].map(migration);
    await Promise.all([first, ...others].map((connection) => prepare(connection, list)));
    expect(ran).toEqual(['0001-a', '0002-b', '0003-c']);
  });

  it('continues after a process that was killed halfway', async () => {
    const connection = await openDatabase();
    const things = connection.db!.collection('things');
    await things.insertMany([{}, {}, {}]);
    const uri = new URL(inject('mongoUri'));
    uri.pathname = `/${connection.name}`;
    const child = spawn(process.execPath, ['--conditions=source', '--import', TSX, STALLING, '1000'], {
      env: { PATH: process.env['PATH'] ?? '', MONGODB_URI: uri.toString() },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(await things.countDocuments({ marked: true })).toBe(1);
    expect(await appliedMigrations(connection.db!)).toEqual([]);

    const up = async (db: mongo.Db) => {
      await db.collection('things').updateMany({ marked: null }, { $set: { marked: true } });
    };
    await prepare(connection, [{ name: '0001-mark', up }], 1000);
    expect(await things.countDocuments({ marked: true })).toBe(3);
    expect(await appliedMigrations(connection.db!)).toEqual(['0001-mark']);
  });

  it('does not record a migration that failed or was stopped, and skips later ones', async () => {
    const connection = await openDatabase();
    const later = { name: '0003-c', up: () => Promise.reject(new Error('too early')) };
    const failing = { name: '0002-b', up: () => Promise.reject(new Error('no luck')) };
    const failure = await prepare(connection, [{ name: '0001-a', up: nothing }, failing, later]).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(PreparationError);
    expect(failure).toMatchObject({
      message: 'The migration 0002-b failed.',
      cause: expect.objectContaining({ message: 'no luck' }),
    });
    expect(await appliedMigrations(connection.db!)).toEqual(['0001-a']);

    const stopping = new AbortController();
    const gate = createGate();
    const stopped = prepareDatabase(connection, [], {
      signal: stopping.signal,
      migrations: [
        { name: '0001-a', up: nothing },
        { name: '0002-b', up: () => gate.pass() },
      ],
    });
    await gate.reached;
    stopping.abort(new Error('stopped'));
    gate.open();
    await expect(stopped).rejects.toThrow('stopped');
    expect(await appliedMigrations(connection.db!)).toEqual(['0001-a']);
  });

  it('rejects a database migrated by a newer version, and changes nothing', async () => {
    const connection = await openDatabase();
    await prepare(connection, [...MIGRATIONS, { name: '9999-later', up: nothing }]);
    await expect(prepareDatabase(connection, [])).rejects.toThrow(NewerDatabaseError);
    await expect(createTestApp({ dbName: connection.name })).rejects.toThrow(
      /^A newer version of Social Feed migrated this database \(9999-later\): start that version/,
    );
    const names = (await connection.db!.listCollections().toArray()).map(({ name }) => name);
    expect(names.sort()).toEqual(['leases', 'migrations']);
  });
});
