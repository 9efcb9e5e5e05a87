import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { root } from '../scripts/lib/settings.mjs';
import { testEnvironment } from '../scripts/lib/test-database.mjs';

const folder = mkdtempSync(join(tmpdir(), 'social-feed-options-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['screenshots', ['--onyl', 'home'], "Unknown option '--onyl'"],
  ['bench', ['fed'], 'There is no benchmark "fed"; there are: api, db, events, feed, web.'],
  ['faults', ['disk'], 'There are no faults for "disk"; there are: db, api.'],
])('%s %j fails with a message', (name, args, sentence) => {
  const { PATH, HOME } = process.env;
  const env = { ...testEnvironment({ PATH, HOME }), DATA_DIR: folder };
  const command = [join(root, `tools/${name}.mjs`), ...args];
  const { status, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain(sentence);
  expect(stderr).not.toMatch(/^ {4}at /m);
});
