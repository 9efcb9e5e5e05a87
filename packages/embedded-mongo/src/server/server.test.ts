import { MongoClient } from 'mongodb';
import { MongoMemoryServer } from 'mongodb-memory-server';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Catalogue } from '../store/catalogue.js';
import { Storage } from '../store/lmdb.js';
import { executable, spawnRunning, spawnServer, temporaryDirectory } from '../testing/server.js';
import { StartError, startServer } from './server.js';

const directories: string[] = [];
const directory = (): string => {
  directories.push(temporaryDirectory());
  return directories.at(-1)!;
};
afterEach(() => {
  for (const path of directories.splice(0)) rmSync(path, { recursive: true, force: true });
});

describe('the command line', () => {
  it('prints its version, for mongodb-memory-server', () => {
    const text = execFileSync(process.execPath, [executable, '--version'], { encoding: 'utf8' });
    expect(text).toMatch(/^db version v8\.0\.\d+\n$/);
  });

  it('stops cleanly on SIGINT and SIGTERM and releases the directory', async () => {
    const dbPath = directory();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const child = await spawnRunning(['--port', '0', '--dbpath', dbPath]);
      expect(await child.end(signal)).toBe(0);
    }
  });

  it('logs start and stop', async () => {
    const child = await spawnRunning(['--port', '0', '--dbpath', directory(), '--verbose']);
    await child.end('SIGTERM');
    const lines = child.output().trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { s: 'I', msg: 'Waiting for connections', attr: { port: child.port } },
      { s: 'I', msg: 'Stopped' },
    ]);
  });

  it('rejects a directory in use, a taken port, an unwritable directory and unknown options', async () => {
    const dbPath = directory();
    const child = await spawnRunning(['--port', '0', '--dbpath', dbPath]);
    expect(await spawnServer(['--port', '0', '--dbpath', dbPath])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^.* is in use by another server \(process \d+\)\. Stop it first\.\n$/),
    });
    expect(await spawnServer(['--port', String(child.port), '--dbpath', directory()])).toMatchObject({
      code: 1,
      stderr: `Port ${child.port} is taken (address already in use).\n`,
    });
    const file = join(directory(), 'file');
    writeFileSync(file, '');
    expect(await spawnServer(['--port', '0', '--dbpath', join(file, 'db')])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Cannot write to the data directory .*\n$/),
    });
    expect(await spawnServer(['--replSet', 'rs0'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('standalone'),
    });
    expect(await spawnServer(['--port', 'x'])).toMatchObject({
      code: 1,
      stderr: '--port needs a number from 0 to 65535.\n',
    });
    await child.end('SIGTERM');
  });

  it('can be started and stopped by mongodb-memory-server', async () => {
    const server = await MongoMemoryServer.create({
      binary: { systemBinary: executable, checkMD5: false },
      instance: { launchTimeout: 20_000, args: ['--setParameter', 'ttlMonitorSleepSecs=1'] },
    });
    const client = await MongoClient.connect(server.getUri());
    const collection = client.db('x').collection('y');
    await collection.createIndex({ endsAt: 1 }, { expireAfterSeconds: 0 }, {});
    await collection.insertMany([{ a: 1 }, { endsAt: new Date(0) }]);
    // shows that the option is used: by default the first pass starts after a minute
    await vi.waitFor(async () => expect(await collection.countDocuments()).toBe(1), { timeout: 20_000 });
    await client.close();
    expect(await server.stop()).toBe(true);
  });
});

describe('a start', () => {
  it('accepts connections only after it has removed the unfinished data of an earlier run', async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as { port: number };
    probe.close();
    const connects = () =>
      new Promise<boolean>((resolve) => {
        const socket = createConnection(port, '127.0.0.1', () => {
          socket.destroy();
          resolve(true);
        }).on('error', () => resolve(false));
      });
    const early: boolean[] = [];
    const spy = vi.spyOn(Catalogue.prototype, 'removeUnfinished').mockImplementation(async () => {
      early.push(await connects());
    });
    const server = await startServer({ dbPath: directory(), port });
    spy.mockRestore();
    expect(early).toEqual([false]);
    expect(await connects()).toBe(true);
    await server.close();
  });

  it('stops its sweep of dropped data before it closes the store', async () => {
    const dbPath = directory();
    const errors: unknown[] = [];
    const log = (severity: string, message: string, attributes?: object) => {
      if (severity === 'E') errors.push(message, attributes);
    };
    const server = await startServer({ dbPath, port: 0, log });
    const client = await MongoClient.connect(`mongodb://127.0.0.1:${server.port}/`);
    const c = client.db('a').collection('c');
    await c.insertMany(Array.from({ length: 20_000 }, (_, n) => ({ n })));
    await c.drop();
    await client.close();
    await server.close();
    const storage = new Storage(dbPath);
    await new Catalogue(storage).sweep();
    expect([...storage.docs.getKeys({ start: Buffer.of(0) })]).toEqual([]);
    await storage.close();
    expect(errors).toEqual([]);
  });
});

describe('the data directory', () => {
  it('is taken over from a killed process, even if another process has its id now', async () => {
    const dbPath = directory();
    const lock = join(dbPath, 'embedded-mongo.lmdb-lock');
    const ready = 'setTimeout(() => {}, 60_000); console.log(process.pid)';
    const stranger = spawn(process.execPath, ['-e', ready], { stdio: ['ignore', 'pipe', 'ignore'] });
    const pid = Buffer.alloc(4);
    const dead = Buffer.alloc(4);
    pid.writeUInt32LE(Number(String((await once(stranger.stdout, 'data'))[0])));
    const child = await spawnRunning(['--port', '0', '--dbpath', dbPath]);
    await expect(startServer({ dbPath, port: 0 })).rejects.toThrow(/another server \(process \d+\)/);
    dead.writeUInt32LE(child.pid);
    await child.kill();
    const table = readFileSync(lock);
    const at = table.indexOf(dead);
    expect(at).toBeGreaterThan(0);
    pid.copy(table, at);
    writeFileSync(lock, table);
    const server = await startServer({ dbPath, port: 0 });
    stranger.kill();
    await expect(startServer({ dbPath, port: 0 })).rejects.toThrow(StartError);
    await server.close();
    const again = await startServer({ dbPath, port: 0 });
    await again.close();
  });

  it('is released if the start fails on the port', async () => {
    const dbPath = directory();
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number };
    await expect(startServer({ dbPath, port })).rejects.toThrow(/is taken/);
    holder.close();
    const server = await startServer({ dbPath, port: 0 });
    await server.close();
  });

  it('is rejected if its contents are damaged', async () => {
    const dbPath = directory();
    writeFileSync(join(dbPath, 'embedded-mongo.lmdb'), Buffer.alloc(8192, 0x5a));
    await expect(startServer({ dbPath, port: 0 })).rejects.toThrow(/Cannot open the data/);
  });

  it('is rejected if it has another format', async () => {
    const dbPath = directory();
    await (await startServer({ dbPath, port: 0 })).close();
    const storage = new Storage(dbPath);
    await storage.write(() => storage.meta.putSync(Buffer.from('f:'), Buffer.from([0, 0, 0, 2])));
    await storage.close();
    await expect(startServer({ dbPath, port: 0 })).rejects.toThrow(/another version .* Delete the directory/);
  });

  it('is rejected with a message if it is not writable', async () => {
    const dbPath = join(directory(), 'locked');
    mkdirSync(dbPath);
    chmodSync(dbPath, 0o500);
    // root can write anywhere
    if (process.getuid?.() !== 0)
      await expect(startServer({ dbPath, port: 0 })).rejects.toThrow(/Cannot write/);
    chmodSync(dbPath, 0o700);
  });
});
