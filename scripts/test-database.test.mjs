import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from './lib/chromium.mjs';
import { DATABASE_PROGRAM } from './lib/database.mjs';
import { freePort } from './lib/preflight.mjs';
import { root } from './lib/settings.mjs';
import { describeTestDatabase, testEnvironment } from './lib/test-database.mjs';

/** A proxy to the server on `port` that counts messages to it. */
async function countingProxy(port) {
  const counter = { messages: 0, uri: '' };
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    let waiting = Buffer.alloc(0);
    client.on('data', (bytes) => {
      upstream.write(bytes);
      waiting = Buffer.concat([waiting, bytes]);
      // each message starts with its length
      while (waiting.length >= 4 && waiting.length >= waiting.readInt32LE(0)) {
        waiting = waiting.subarray(waiting.readInt32LE(0));
        counter.messages += 1;
      }
    });
    upstream.on('data', (bytes) => client.write(bytes));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ]) {
      one.on('close', () => other.destroy());
      one.on('error', () => one.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  counter.uri = `mongodb://127.0.0.1:${server.address().port}/?directConnection=true`;
  counter.close = () => server.close();
  return counter;
}

describe('the database of the tests', () => {
  const folder = mkdtempSync(join(tmpdir(), 'social-feed-test-database-'));
  let database;
  let proxy;

  beforeAll(async () => {
    const port = await freePort();
    const args = [DATABASE_PROGRAM, '--port', String(port), '--dbpath', folder];
    database = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(database.stdout, 'data');
    proxy = await countingProxy(port);
  });
  afterAll(async () => {
    proxy.close();
    database.kill('SIGTERM');
    await once(database, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs tests of one suite on the counted server. */
  const run = (suite, ...args) => {
    const asked = { TEST_DATABASE: 'mongod', MONGODB_URI: proxy.uri };
    const env = testEnvironment({ ...process.env, VITEST: '', E2E_DEMO: 'false', ...asked });
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const child = spawn(process.execPath, [vitest, 'run', '--root', join(root, suite), ...args], { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    return once(child, 'close').then(([code]) => ({ code, output }));
  };

  it('uses MONGODB_URI for the tests of the API', async () => {
    const before = proxy.messages;
    const { code, output } = await run('apps/api', 'src/platform/db/lease');
    expect(code, output).toBe(0);
    expect(proxy.messages - before).toBeGreaterThan(10);
  }, 180_000);

  it.skipIf(findChromium() === undefined)(
    'uses MONGODB_URI for the stack of the browser tests',
    async () => {
      const before = proxy.messages;
      // the stack prepares its database, and no test has this name
      const { code, output } = await run('apps/web/e2e', 'sizes', '-t', 'no test has this name');
      expect(code, output).toBe(0);
      expect(proxy.messages - before).toBeGreaterThan(100);
    },
    240_000,
  );

  it('uses MONGODB_URI only if TEST_DATABASE requests it', async () => {
    const own = { MONGODB_URI: 'mongodb://db', DATA_DIR: '/d', SMTP_URL: 'smtp://mail', HOME: '/h' };
    expect(testEnvironment(own, join(folder, 'none'))).toEqual({ HOME: '/h' });
    const named = { TEST_DATABASE: 'mongod', MONGODB_URI: proxy.uri };
    expect(await describeTestDatabase(named)).toMatch(
      /: the embedded database as 8\.\S+ at 127\.0\.0\.1:\d+\.$/,
    );
    await expect(describeTestDatabase({ ...named, TEST_DATABASE_VERSION: '8' })).rejects.toThrow(
      /^The tests are to run on MongoDB 8, and MONGODB_URI leads to the embedded database as 8/,
    );
    await expect(describeTestDatabase({ TEST_DATABASE_VERSION: '8' })).rejects.toThrow(
      'The tests are to run on MongoDB 8, and TEST_DATABASE is not mongod.',
    );
  });

  it('ignores .env and all its settings, also in commands that read .env themselves', () => {
    const envFile = join(folder, '.env');
    const text = readFileSync(join(root, '.env.example'), 'utf8').replaceAll(/=.*$/gm, '=mine');
    writeFileSync(envFile, text);
    const env = testEnvironment({ PATH: process.env.PATH, S3_BUCKET: 'mine' }, envFile);
    const command = 'process.loadEnvFile(process.argv[1]); console.log(JSON.stringify(process.env))';
    const { stdout } = spawnSync(process.execPath, ['-e', command, envFile], { env, encoding: 'utf8' });
    const seen = JSON.parse(stdout);
    expect(Object.keys(seen)).toEqual(expect.arrayContaining(['MONGODB_URI', 'S3_BUCKET', 'SMTP_URL']));
    expect(Object.keys(seen).filter((name) => seen[name] === 'mine')).toEqual([]);
    const onServer = { TEST_DATABASE: 'mongod', MONGODB_URI: 'mongodb://tests' };
    expect(testEnvironment(onServer, envFile).MONGODB_URI).toBe('mongodb://tests');
  });

  it('is reported missing by npm test in one sentence if MONGODB_URI is', () => {
    const sentence =
      'TEST_DATABASE=mongod needs MONGODB_URI, the address of a running MongoDB: none is ever downloaded.';
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/test.mjs')], {
      env: { ...process.env, TEST_DATABASE: 'mongod', MONGODB_URI: ' ' },
      encoding: 'utf8',
    });
    expect([status, stdout, stderr]).toEqual([1, '', `${sentence}\n`]);
  });
});
