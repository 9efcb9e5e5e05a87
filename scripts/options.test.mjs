import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from './lib/settings.mjs';
import { testEnvironment } from './lib/test-database.mjs';

describe('a mistyped command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'social-feed-options-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['seed', ['5000'], 'Unexpected argument'],
    ['seed', ['--post', '5000'], "Unknown option '--post'"],
    ['seed', ['--posts'], "Option '--posts <value>' argument missing"],
    ['seed', ['--posts', '0'], '--posts must be a whole number of at least 1, and "0" is not.'],
    ['db', ['--prot', '27018'], "Unknown option '--prot'"],
    ['db', ['--port'], "Option '--port <value>' argument missing"],
    ['db', ['--port', '65536'], '--port must be at most 65535'],
    ['db', ['--port', 'x'], '--port must be a whole number of at least 1, and "x" is not.'],
    ['verify-feed', ['--seed', '5'], 'Name the address of an API'],
    ['verify-feed', ['http://localhost', '--sed', '5'], "Unknown option '--sed'"],
    ['verify-feed', ['--seed', '5', 'http://127.0.0.1:9', '--other-seed', '5'], 'must be two different'],
    ['check-stack', ['https://feed.example/home'], 'Name the origin of an instance'],
  ])('%s %j fails with a message', (name, args, sentence) => {
    const { PATH, HOME } = process.env;
    const env = { ...testEnvironment({ PATH, HOME }), DATA_DIR: folder };
    const command = [join(root, `scripts/${name}.mjs`), ...args];
    const { status, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/^ {4}at /m);
  });
});
