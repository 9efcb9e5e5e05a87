import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runningDatabase } from './lib/database.mjs';

const folder = mkdtempSync(join(tmpdir(), 'social-feed-note-'));
const server = createServer((socket) => socket.destroy());
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

it('treats the database of another command as running only while that command runs', async () => {
  const uri = `mongodb://127.0.0.1:${server.address().port}/social-feed`;
  const note = (pid) => writeFileSync(join(folder, 'running-database.json'), JSON.stringify({ uri, pid }));
  expect(await runningDatabase(folder)).toBeUndefined();
  note(process.pid);
  expect(await runningDatabase(folder)).toBe(uri);
  // as after a power failure: another process may use the port now
  note(spawnSync(process.execPath, ['-e', '']).pid);
  expect(await runningDatabase(folder)).toBeUndefined();
});
