import { rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { runs } from '../runs.js';
import { temporaryDirectory } from '../server.js';
import { fullDisk } from './disk.js';
import { killLoop } from './kills.js';

const directories: string[] = [];
const directory = (): string => {
  directories.push(temporaryDirectory());
  return directories.at(-1)!;
};
afterEach(() => {
  for (const path of directories.splice(0)) rmSync(path, { recursive: true, force: true });
});

const KILLS = runs(3, 24);

// `npm run faults` has more: random plans, a mounted disk, and times
describe('faults', () => {
  it('a kill without warning loses no acknowledged write and keeps indexes and counters correct', async () => {
    const result = await killLoop({ dbPath: directory(), rounds: KILLS, writers: 16, writesOf: () => 200 });
    expect(result.wrong).toEqual([]);
    expect(result.acknowledged).toBeGreaterThanOrEqual(KILLS * 200);
  }, 240_000);

  // not every system can limit file sizes in the shell
  it.skipIf(process.platform === 'win32')(
    'a full disk gives the writer an error and keeps stored data intact',
    async () => {
      const result = await fullDisk({ dbPath: directory(), megabytes: 3 });
      expect(result.wrong).toEqual([]);
      expect(result.stored).toBeGreaterThan(100);
      expect(result.error).toMatch(/disk is full or cannot be written.*\(14031\)$/);
    },
  );
});
