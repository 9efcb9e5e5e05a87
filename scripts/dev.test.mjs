import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from './lib/preflight.mjs';
import { root } from './lib/settings.mjs';

/** Files that a clone does not contain. */
const MADE_LATER = /(^|\/)(node_modules|dist|dist-server|test-results|\.turbo|\.git|\.data|\.env)$|^docs$/;
const START_MS = 240_000;
const HEALTH = 'apps/api/src/outward/health/health.feature.ts';
const CONTRACT = 'packages/contracts/src/routes.ts';
const isLong = process.env.TEST_LONG === '1';
const LIVE = { timeout: 60_000, interval: 50 };

/** Links the packages of a folder; links to workspaces point into the clone, as with npm. */
function linkPackages(from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (!name.startsWith('.vite') && name !== '@social-feed') symlinkSync(join(from, name), join(to, name));
  }
}

/** Copies the repository as after `git clone` and `npm ci`: files and packages, but no build, settings or data. */
function makeClone(folder) {
  cpSync(root, folder, { recursive: true, filter: (path) => !MADE_LATER.test(relative(root, path)) });
  linkPackages(join(root, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'node_modules/@social-feed'));
  for (const group of ['apps', 'packages']) {
    for (const name of readdirSync(join(folder, group))) {
      symlinkSync(`../../${group}/${name}`, join(folder, 'node_modules/@social-feed', name));
      const own = join(group, name, 'node_modules');
      if (existsSync(join(root, own))) linkPackages(join(root, own), join(folder, own));
    }
  }
}

/** Processes with this working folder, from Linux's process table. */
const processesIn = (folder) =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
    } catch {
      return false;
    }
  });

const commandOf = (pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8');

describe.runIf(process.platform === 'linux')('npx turbo dev in a fresh clone', () => {
  const clone = join(realpathSync(mkdtempSync(join(tmpdir(), 'social-feed-clone-'))), 'clone');
  let turbo;
  let output = '';

  /** Runs the exact command with only these settings and waits for its ready line. */
  const start = async (settings) => {
    const { PATH, HOME } = process.env;
    turbo = spawn('npx', ['turbo', 'dev'], {
      cwd: clone,
      env: { PATH, HOME, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    output = '';
    for (const stream of [turbo.stdout, turbo.stderr]) stream.on('data', (chunk) => (output += chunk));
    const ended = once(turbo, 'exit').then(() => {
      throw new Error(`turbo dev ended; it printed:\n${output}`);
    });
    const ready = vi.waitFor(() => expect(output).toMatch(/Ready: web \S+ api \S+/), {
      timeout: START_MS,
      interval: 100,
    });
    await Promise.race([ready, ended]).catch((error) => {
      throw new Error(`${error.message}\nIt printed:\n${output}`);
    });
    ended.catch(() => undefined);
  };

  const stop = async () => {
    const ended = turbo.exitCode === null && turbo.signalCode === null ? once(turbo, 'exit') : undefined;
    // like Ctrl-C at a terminal: signals the whole group
    if (ended) process.kill(-turbo.pid, 'SIGINT');
    await ended;
    turbo = undefined;
  };

  beforeAll(() => makeClone(clone), 60_000);
  afterEach(async () => {
    if (turbo) await stop();
  });
  afterAll(() => rmSync(join(clone, '..'), { recursive: true, force: true, maxRetries: 5 }));
  let ports;
  const expectAll = async (dataFolder) => {
    const page = await fetch(`http://localhost:${ports.WEB_PORT}/`);
    expect(await page.text()).toContain('<div id="root">');
    const script = await fetch(`http://localhost:${ports.WEB_PORT}/src/main.tsx`);
    expect(script.status).toBe(200);
    const feed = await fetch(`http://localhost:${ports.WEB_PORT}/api/posts/infinite?limit=3`);
    expect((await feed.json()).data).toHaveLength(3);
    expect(existsSync(join(clone, dataFolder, 'db'))).toBe(true);
  };

  const ask = async (path) => (await fetch(`http://localhost:${ports.WEB_PORT}/api${path}`)).json();
  const save = (text) => writeFileSync(join(clone, HEALTH), text);

  it(
    'starts database, demo data, API and web app without a build, and stops all of them',
    async () => {
      ports = { API_PORT: String(await freePort()), WEB_PORT: String(await freePort()) };
      await start(ports);
      // neither the tools nor waiting programs fill the log of a first start
      expect(output).not.toMatch(/configLoader|does not answer/);
      await expectAll('.data');
      expect(existsSync(join(clone, 'apps/api/dist'))).toBe(false);

      const health = readFileSync(join(clone, HEALTH), 'utf8');
      const database = () => processesIn(clone).filter((pid) => commandOf(pid).includes('embedded-mongo'));
      const before = database();
      expect(before).toHaveLength(1);
      save(health.replace('The process runs', 'Saved once'));
      await vi.waitFor(
        async () => expect(await ask('/health/live')).toEqual({ success: true, message: 'Saved once' }),
        LIVE,
      );
      save(`${health} nonsense(`);
      await vi.waitFor(() => expect(output).toMatch(/health\.feature\.ts.*\n/), LIVE);
      expect(await ask('/health/live')).toMatchObject({ message: 'Saved once' });
      save(health.replace('The process runs', 'Saved again'));
      await vi.waitFor(
        async () => expect(await ask('/health/live')).toMatchObject({ message: 'Saved again' }),
        LIVE,
      );
      await vi.waitFor(async () => expect((await ask('/posts/infinite?limit=3')).data).toHaveLength(3), LIVE);
      const contract = readFileSync(join(clone, CONTRACT), 'utf8');
      // as editors do that write a new file
      writeFileSync(join(clone, 'new.ts'), contract.replace('/health/live', '/health/alive'));
      renameSync(join(clone, 'new.ts'), join(clone, CONTRACT));
      await vi.waitFor(
        async () => expect(await ask('/health/alive')).toMatchObject({ message: 'Saved again' }),
        LIVE,
      );
      expect(database()).toEqual(before);
      await stop();
      await vi.waitFor(() => expect(processesIn(clone)).toEqual([]), LIVE);
    },
    START_MS + 60_000,
  );

  describe('with a .env', () => {
    beforeAll(async () => {
      ports = { API_PORT: String(await freePort()), WEB_PORT: String(await freePort()) };
      // moved, so that the demo data is written once
      renameSync(join(clone, '.data'), join(clone, '.data-by-env'));
      const lines = { ...ports, DATA_DIR: '.data-by-env', MONGODB_URI: '', WEB_HOST: '', JWT_SECRET: '' };
      const text = Object.entries(lines).map(([name, value]) => `${name}=${value}\n`);
      writeFileSync(join(clone, '.env'), text.join(''));
    });

    const startsAll = async () => {
      await start({});
      await expectAll('.data-by-env');
      expect(existsSync(join(clone, '.data'))).toBe(false);
      await stop();
      await vi.waitFor(() => expect(processesIn(clone)).toEqual([]), LIVE);
    };

    it('gives its settings to the commands', () => {
      const print =
        "import { readSettings } from './scripts/lib/settings.mjs'; console.log(JSON.stringify(readSettings()));";
      const { PATH } = process.env;
      const printed = execFileSync(process.execPath, ['--input-type=module', '-e', print], {
        cwd: clone,
        env: { PATH },
      });
      expect(JSON.parse(String(printed))).toMatchObject({
        apiPort: Number(ports.API_PORT),
        webPort: Number(ports.WEB_PORT),
        dataDir: join(clone, '.data-by-env'),
      });
    });

    if (isLong) it('starts all of it', startsAll, START_MS + 60_000);
  });
});
