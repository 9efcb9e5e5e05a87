import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { clips } from '../../testing/uploads.js';
import { rewriteClip } from './clip-file.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'social-feed-clips-'));
  for (const name of ['mp4', 'webm', 'mov'] as const) {
    await writeFile(join(directory, `a.${name}`), await clips[name]());
  }
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const at = (name: string) => join(directory, name);
/** Files of the test that this process holds open. */
const openFiles = (): string[] => {
  if (!existsSync('/proc/self/fd')) return [];
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(directory) || path === '/dev/full' ? [path] : [];
    } catch {
      return [];
    }
  });
};
const expectClosed = () => vi.waitFor(() => expect(openFiles()).toEqual([]), { timeout: 5000, interval: 10 });

describe('rewriteClip', () => {
  it.each(['mp4', 'webm', 'mov'])('makes of its own file the same again, from %s', async (name) => {
    const facts = await rewriteClip(at(`a.${name}`), at('once'));
    const again = await rewriteClip(at('once'), at('twice'));
    expect(again).toEqual({ ...facts, duration: expect.closeTo(facts.duration, 0) });
    expect((await readFile(at('twice'))).length).toBe((await readFile(at('once'))).length);
  });

  it.runIf(existsSync('/dev/full'))('fails on a full disk and lets go of its files', async () => {
    for (const name of ['mp4', 'webm']) {
      await expect(rewriteClip(at(`a.${name}`), '/dev/full')).rejects.toMatchObject({ code: 'ENOSPC' });
    }
    await expectClosed();
  });

  it('stops when the sender left, and lets go of its files', async () => {
    const left = AbortSignal.abort();
    await expect(rewriteClip(at('a.mp4'), at('left'), left)).rejects.toMatchObject({ name: 'AbortError' });
    await expectClosed();
  });

  it('fails on a broken file and lets go of it', async () => {
    await writeFile(at('half.mp4'), (await clips.mp4()).subarray(0, 3000));
    await expect(rewriteClip(at('half.mp4'), at('out'))).rejects.toThrow();
    await expectClosed();
  });
});
