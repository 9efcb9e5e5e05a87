import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clipOfOnePicture, clipThatClaims, clipWithTable } from '../../testing/forged-clips.js';
import { clips } from '../../testing/uploads.js';
import { rewriteClip } from './clip-file.js';
import { rewriteClip as rewriteApart } from './rewrite-clip.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'social-feed-clips-'));
  for (const name of ['mp4', 'webm', 'mov'] as const) {
    await writeFile(join(directory, `a.${name}`), await clips[name]());
  }
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const at = (name: string) => join(directory, name);
/** Test files that this process has open. */
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
/** Where the header of the first track says how its pictures are turned (ISO/IEC 14496-12, 8.3.2, version 0). */
const matrixAt = (clip: Buffer): number => clip.indexOf('tkhd') + 44;
const expectClosed = () => expect.poll(openFiles, { interval: 10 }).toEqual([]);

describe('rewriteClip', () => {
  it.each(['mp4', 'webm', 'mov'])('reproduces its own output, from %s', async (name) => {
    const facts = await rewriteClip(at(`a.${name}`), at('once'));
    const again = await rewriteClip(at('once'), at('twice'));
    expect(again).toEqual({ ...facts, duration: expect.closeTo(facts.duration, 0) });
    expect((await readFile(at('twice'))).length).toBe((await readFile(at('once'))).length);
  });

  it.each([
    ['shown as in a mirror', [-1, 0, 0, 1]],
    ['upside down in a mirror', [1, 0, 0, -1]],
    ['turned', [0, 1, -1, 0]],
  ])('leaves a clip %s', async (_how, [a, b, c, d]) => {
    const clip = await clips.mp4();
    // The third of each row stays.
    [a, b, undefined, c, d].forEach((value, index) => {
      if (value !== undefined) clip.writeInt32BE(value * 65536, matrixAt(clip) + 4 * index);
    });
    await writeFile(at('turned.mp4'), clip);
    await rewriteClip(at('turned.mp4'), at('out'));
    const written = await readFile(at('out'));
    const shown = [0, 1, 3, 4].map((index) => written.readInt32BE(matrixAt(written) + 4 * index) / 65536);
    expect(shown).toEqual([a, b, c, d]);
  });

  it.runIf(existsSync('/dev/full'))('fails on a full disk and closes its files', async () => {
    for (const name of ['mp4', 'webm']) {
      await expect(rewriteClip(at(`a.${name}`), '/dev/full')).rejects.toMatchObject({ code: 'ENOSPC' });
    }
    await expectClosed();
  });

  it('fails on a broken file and closes it', async () => {
    await writeFile(at('half.mp4'), (await clips.mp4()).subarray(0, 3000));
    await expect(rewriteClip(at('half.mp4'), at('out'))).rejects.toThrow();
    await expectClosed();
  });
});

describe('a clip whose sample table claims too much', () => {
  it.each(['stts', 'ctts', 'stsc', 'stsz', 'stco', 'stss'] as const)(
    'fails before reading %s',
    async (table) => {
      await writeFile(at('claims'), await clipWithTable(table));
      const before = process.cpuUsage();
      await expect(rewriteClip(at('claims'), at('out'))).rejects.toThrow(/broken|too many/);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1e6).toBeLessThan(5);
    },
  );
});

describe('rewriteClip in a worker', () => {
  it('returns the facts of the clip', async () => {
    const facts = await rewriteClip(at('a.mp4'), at('here'));
    expect(await rewriteApart(at('a.mp4'), at('apart'))).toEqual(facts);
    expect((await stat(at('apart'))).size).toBe((await stat(at('here'))).size);
  });

  it('stops when the uploader disconnects, and closes its files', async () => {
    const sender = new AbortController();
    const left = rewriteApart(at('a.mp4'), at('left'), sender.signal);
    sender.abort();
    await expect(left).rejects.toMatchObject({ name: 'AbortError' });
    await expect(rewriteApart(at('a.mp4'), at('left'), sender.signal)).rejects.toThrow();
    await expectClosed();
  });

  it.runIf(existsSync('/dev/full'))('distinguishes a full disk from a broken file', async () => {
    const full = { code: 'ENOSPC', syscall: 'write' };
    await expect(rewriteApart(at('a.mp4'), '/dev/full')).rejects.toMatchObject(full);
  });

  it('rejects a file that references the same bytes repeatedly, before writing them', async () => {
    await writeFile(at('bomb.mp4'), await clipOfOnePicture(60, 100_000));
    await expect(rewriteApart(at('bomb.mp4'), at('bombed'))).rejects.toThrow('longer than its file');
    expect(existsSync(at('bombed'))).toBe(false);
  });

  it('fails alone if a file claims more pictures than fit into memory', async () => {
    await writeFile(at('claims.mp4'), await clipThatClaims(900_000));
    const turns: number[] = [];
    const clock = setInterval(() => turns.push(performance.now()), 10);
    const limits = { cpu: 60_000, within: 60_000, megabytes: 40 };
    const claimed = rewriteApart(at('claims.mp4'), at('claimed'), undefined, limits);
    await expect(claimed).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' });
    clearInterval(clock);
    // the event loop kept running
    expect(turns.length).toBeGreaterThan(5);
  });

  it('stops when a clip uses too much CPU time', async () => {
    const limits = { cpu: -1, within: 60_000, megabytes: 256 };
    await writeFile(at('claims.mp4'), await clipThatClaims(900_000));
    await expect(rewriteApart(at('claims.mp4'), at('busy'), undefined, limits)).rejects.toThrow(
      'This video takes too long to read',
    );
    await expectClosed();
  });
});
