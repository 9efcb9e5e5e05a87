import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { newPerson } from './support/people.js';
import {
  environmentOf,
  newPlace,
  removePlace,
  runStart,
  startStack,
  type StackPlace,
} from './support/stack.js';

const TRIES = 10;
const START = fileURLToPath(new URL('../../../scripts/start.mjs', import.meta.url));

/** Returns the ids of all descendant processes, read from Linux's process table. */
function descendants(of: number): number[] {
  if (!existsSync('/proc')) return [];
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        // the program name, in parentheses, may contain spaces
        return [{ pid: Number(pid), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }];
      } catch {
        return [];
      }
    });
  const below = (parent: number): number[] =>
    parents.filter((one) => one.parent === parent).flatMap((one) => [one.pid, ...below(one.pid)]);
  return below(of);
}

const alive = (pids: number[]) =>
  pids.filter((pid) => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  });

/** An API client with its own cookie jar. It tries again where an answer says that nothing was done, as on a busy machine. */
function client(api: string) {
  let cookies: string[] = [];
  return async (method: string, path: string, body?: object) => {
    for (let tries = 0; ; tries += 1) {
      const answer = await fetch(api + path, {
        method,
        headers: { 'content-type': 'application/json', cookie: cookies.join('; ') },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const set = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
      if (set.length > 0) cookies = set;
      const { code, data } = (await answer.json()) as { code?: string; data: unknown };
      if (code !== 'SERVICE_UNAVAILABLE' || tries === TRIES) return { status: answer.status, data };
      await pause(1000 * Number(answer.headers.get('retry-after')));
    }
  };
}

describe.skipIf(chromiumPath === undefined)('npm start', () => {
  let place: StackPlace;
  beforeEach(async () => {
    place = await newPlace();
  });

  afterEach(() => removePlace(place));

  it('keeps user data, leaves no process running after Ctrl-C or a crash, and seeds only once', async () => {
    const person = newPerson();
    const first = await startStack(place);
    expect(first.output()).toContain('Demo posts');
    expect([first.web, first.api]).toEqual([
      `http://localhost:${place.webPort}`,
      `http://localhost:${place.apiPort}`,
    ]);
    const call = client(first.api);
    expect((await call('POST', '/auth/register', person)).status).toBe(201);
    const newest = await call('GET', '/posts?sortBy=createdAt&limit=1');
    const postId = (newest.data as { _id: string }[])[0]?._id ?? '';
    expect((await call('POST', `/post-interactions/${postId}/like`)).status).toBe(200);
    const comment = { postId, body: 'Here before the restart' };
    expect((await call('POST', '/comments', comment)).status).toBe(201);
    const pids = descendants(first.child.pid ?? 0);
    if (existsSync('/proc')) expect(pids.length).toBeGreaterThanOrEqual(place.database.MONGODB_URI ? 2 : 3);
    expect(await first.stop()).toBe(0);
    expect(alive(pids)).toEqual([]);

    const second = await startStack(place, { RATE_LIMIT_FACTOR: '0.1' });
    expect(second.output()).not.toContain('Demo posts');
    const again = client(second.api);
    const login = { emailOrUsername: person.userName, password: person.password };
    expect((await again('POST', '/auth/login', login)).status).toBe(200);
    const status = await again('GET', `/post-interactions/${postId}/status`);
    expect(status.data).toMatchObject({ liked: true });
    const comments = await again('GET', `/comments/post/${postId}?limit=1&sortOrder=desc`);
    expect(comments.data).toMatchObject([{ body: 'Here before the restart' }]);

    // another address of this machine acts as another machine, which can reach neither pages nor the mailbox
    for (const port of process.platform === 'linux' ? [place.webPort, place.apiPort] : []) {
      const outside = fetch(`http://127.0.0.2:${port}/api/dev/mailbox`);
      await expect(outside).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
      expect((await fetch(`http://127.0.0.1:${port}/api/dev/mailbox`)).status).toBe(200);
    }

    // failed guesses of one client, forwarded by the web server, do not count against others
    const signIn = async (address: string, password: string) => {
      const answer = await fetch(`${second.web}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ ...login, password }),
      });
      return answer.status;
    };
    const guesses = [];
    for (let guess = 0; guess < 6; guess += 1) guesses.push(await signIn('203.0.113.1', 'Wrong guess 1'));
    expect(guesses).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await signIn('203.0.113.2', person.password)).toBe(200);
    // a part that crashes stops the rest
    const parts = descendants(second.child.pid ?? 0);
    const crashed = parts.find((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('apps/api/dist/main.js'),
    );
    process.kill(crashed ?? Number.NaN, 'SIGKILL');
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain('The API ended unexpectedly (SIGKILL); stopping the rest.');
    expect(alive(parts)).toEqual([]);
  });

  it('exits with a one-sentence error when a port is taken', async () => {
    const squatter = createServer().listen(place.webPort);
    await once(squatter, 'listening');
    const started = runStart(environmentOf(place));
    expect(await started.ended).toBe(1);
    expect(started.output()).toBe(
      `Port ${place.webPort} is already taken; stop the program that uses it or set WEB_PORT to another port.\n`,
    );
    squatter.close();
  });

  it('exits with a one-sentence error when the data folder is not writable', async () => {
    const file = join(place.dataDir, 'file');
    writeFileSync(file, '');
    const started = runStart({ ...environmentOf(place), DATA_DIR: join(file, 'data') });
    expect(await started.ended).toBe(1);
    expect(started.output()).toMatch(
      /^The data folder \S+ cannot be written: part of the path is a file; .*\n$/,
    );
  });

  it('exits with a one-sentence error when a port is not a number', async () => {
    const started = runStart({ ...environmentOf(place), API_PORT: 'four thousand' });
    expect(await started.ended).toBe(1);
    expect(started.output()).toBe(
      'API_PORT must be a port number from 1 to 65535, and "four thousand" is not.\n',
    );
  });

  it('exits with a one-sentence error on an outdated Node version', () => {
    const older = 'Object.defineProperty(process,"versions",{value:{...process.versions,node:"18.20.8"}})';
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(older)}`, START],
      { encoding: 'utf8' },
    );
    expect(status).toBe(1);
    expect(stdout + stderr).toBe(
      'Social Feed needs Node 20.19 or newer of 20, 22.13 or newer of 22, or 24 and newer, and this is Node 18.20.8; install one of them and try again.\n',
    );
  });
});
