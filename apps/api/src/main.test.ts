import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, get, request, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import mongoose from 'mongoose';
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest';
import { API, killServed, serve } from './testing/faults/processes.js';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

const dbName = `test_${randomBytes(8).toString('hex')}`;
const databaseUri = () => {
  const uri = new URL(inject('mongoUri'));
  uri.pathname = `/${dbName}`;
  return uri.toString();
};
// a failed test must not leave a server running
afterEach(killServed);
afterAll(async () => {
  const connection = await mongoose.createConnection(databaseUri()).asPromise();
  await connection.dropDatabase();
  await connection.close();
});

const run = (env: Record<string, string>) => serve(API, { API_PORT: '0', ...env });

describe('the process', () => {
  it.each([
    ['no database', {}, /^MONGODB_URI is missing/],
    [
      'no secret in production',
      { MONGODB_URI: 'mongodb://127.0.0.1:1/x', NODE_ENV: 'production' },
      /^JWT_SECRET is missing/,
    ],
    [
      'an address for others outside production',
      { MONGODB_URI: 'mongodb://127.0.0.1:1/x', PUBLIC_WEB_ORIGIN: 'https://feed.example' },
      /^PUBLIC_WEB_ORIGIN is https/,
    ],
    [
      'a data folder that cannot be written',
      { MONGODB_URI: 'mongodb://127.0.0.1:1/x', DATA_DIR: MAIN },
      /^The folder .*\/media cannot be written \(ENOTDIR\): .* DATA_DIR/,
    ],
    ['a port that is none', { MONGODB_URI: 'mongodb://127.0.0.1:1/x', API_PORT: 'x' }, /^API_PORT must be/],
  ])('exits with code 1 and one sentence on %s', async (_case, env, sentence) => {
    const { ended, output } = run(env);
    expect(await ended).toBe(1);
    expect(output()).toMatch(sentence);
    expect(output().trim().split('\n')).toHaveLength(1);
  });

  it('exits with code 1 and one sentence on an invalid database address', async () => {
    const { ended, output } = run({ MONGODB_URI: 'mongodb://host:1/x?unknownOption=1' });
    expect(await ended).toBe(1);
    expect(output().trim().split('\n').at(-1)).toMatch(/^MONGODB_URI cannot be used: .*unknownoption/i);
  });

  it('exits with code 1 and one sentence on a database migrated by a newer version', async () => {
    const connection = await mongoose.createConnection(databaseUri()).asPromise();
    const migrations = connection.collection<{ _id: string }>('migrations');
    await migrations.insertOne({ _id: '9999-later' });
    const { ended, output } = run({ MONGODB_URI: databaseUri() });
    expect(await ended).toBe(1);
    expect(output().trim().split('\n').at(-1)).toMatch(
      /^A newer version of Social Feed migrated this database \(9999-later\): start that version/,
    );
    await migrations.deleteOne({ _id: '9999-later' });
    await connection.close();
  });

  it.each(['API_PORT', 'METRICS_PORT'])('exits with code 1 and one sentence if %s is taken', async (name) => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const { port } = blocker.address() as AddressInfo;
    const { ended, output } = run({ MONGODB_URI: databaseUri(), [name]: String(port) });
    expect(await ended).toBe(1);
    expect(output().trim()).toBe(`Port ${port} is taken: stop what uses it or set ${name} to another.`);
    blocker.close();
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('serves, and exits with code 0 on %s', async (signal) => {
    const { child, ended, line, output } = run({ MONGODB_URI: databaseUri() });
    const { url } = JSON.parse(await line('api listening')) as { url: string };
    await line('api ready');
    const answer = await fetch(`${url}/health`);
    expect(answer.status).toBe(200);
    child.kill(signal);
    expect(await ended).toBe(0);
    expect(output()).toContain('"clean":true');
  });

  it('exits with code 1 after an unhandled rejection, and finishes requests in flight', async () => {
    const fault = 'process.on("SIGUSR2", () => Promise.reject(new Error("Nobody looks at this")))';
    const { child, ended, line, output } = run({
      MONGODB_URI: databaseUri(),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}`,
    });
    const { url } = JSON.parse(await line('api listening')) as { url: string };
    await line('api ready');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const [health] = (await once(get(`${url}/health/live`, { agent }), 'response')) as [IncomingMessage];
    await once(health.resume(), 'end');
    const signIn = request(`${url}/auth/login`, {
      agent,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': 2 },
    });
    signIn.write('{');
    child.kill('SIGUSR2');
    expect(await line('nothing caught')).toContain('Nobody looks at this');
    signIn.end('}');
    const [answer] = (await once(signIn, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(400);
    expect(await ended).toBe(1);
    expect(output()).toContain('"clean":true');
  });

  it('keeps running without a database and exits with code 0 on SIGTERM', async () => {
    const { child, ended, line } = run({ MONGODB_URI: 'mongodb://127.0.0.1:1/nothing' });
    const { url } = JSON.parse(await line('api listening')) as { url: string };
    await line('cannot be reached');
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    expect((await fetch(`${url}/health`)).status).toBe(503);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
