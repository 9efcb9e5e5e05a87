import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readKept } from '../../testing/edited-clips-model.js';
import { testPictures, testSound, writeTestClip, type TestClip } from '../../testing/edited-clips.js';
import { clips } from '../../testing/uploads.js';
import { codecName } from './clip-codecs.js';
import { rewriteClip } from './clip-file.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'social-feed-codecs-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));
// The container reader logs warnings about unknown codecs.
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

async function rewrite(rest: Partial<TestClip>) {
  const [from, to] = [join(directory, 'from'), join(directory, 'to')];
  const pictures = testPictures({ count: 25, group: 25, between: 0, timescale: 12_800, length: 512 });
  await writeFile(from, await writeTestClip({ movieScale: 1000, pictures, sound: testSound(43), ...rest }));
  const facts = await rewriteClip(from, to);
  return { facts, kept: await readKept(to) };
}

describe('the pictures of a clip', () => {
  it.each([
    ['apcn', 'ProRes'],
    ['apch', 'ProRes'],
    ['ap4h', 'ProRes'],
    ['mp4v', 'MPEG-4 Part 2'],
    ['m2v1', 'MPEG-2'],
    ['xdv6', 'MPEG-2'],
    ['s263', 'H.263'],
    ['h263', 'H.263'],
    ['AVdn', 'DNxHD'],
    ['AVdh', 'DNxHR'],
    ['mjpa', 'Motion JPEG'],
    ['CFHD', 'CineForm'],
    ['SVQ3', 'Sorenson Video'],
    ['vp08', 'VP8'],
  ])('of codec %s are rejected with its name', async (pictureType, name) => {
    await expect(rewrite({ pictureType })).rejects.toThrow(
      `No browser shows ${name} in MP4 or MOV. Export the video as H.264 (MP4) and upload that.`,
    );
  });

  it('are rejected if encrypted', async () => {
    await expect(rewrite({ pictureType: 'encv' })).rejects.toThrow('This video is encrypted');
  });

  it('are kept if a browser can show them', async () => {
    const { facts } = await rewrite({});
    expect(facts).not.toHaveProperty('note');
  });
});

describe('the sound of a clip', () => {
  it.each([
    ['alac', 'ALAC'],
    ['ac-3', 'AC-3'],
    ['ec-3', 'E-AC-3'],
    ['samr', 'AMR'],
    ['sowt', 'PCM'],
    ['twos', 'PCM'],
    ['ipcm', 'PCM'],
    ['dtsc', 'DTS'],
    ['QDM2', 'QDesign'],
  ])('of codec %s is removed, with a note', async (soundType, name) => {
    const { facts, kept } = await rewrite({ soundType });
    expect(facts.note).toBe(`The sound was left out: browsers cannot play ${name}.`);
    expect([kept.pictures.length, kept.sound.length]).toEqual([25, 0]);
  });

  it.each([
    [0xa9, 'DTS'],
    [0xdd, 'Vorbis'],
  ])('of the shared type mp4a/%i is recognized', async (objectType, name) => {
    expect((await rewrite({ objectType })).facts.note).toContain(name);
  });

  it('is kept if all browsers play it', async () => {
    const { facts, kept } = await rewrite({});
    expect([facts.note, kept.sound.length]).toEqual([undefined, 43]);
    for (const name of ['mp4', 'webm', 'mov'] as const) {
      await writeFile(join(directory, name), await clips[name]());
      expect(await rewriteClip(join(directory, name), join(directory, 'to'))).not.toHaveProperty('note');
    }
  });
});

describe('codecName', () => {
  it.each([
    ['V_MPEGH/ISO/HEVC', 'HEVC'],
    ['V_MPEG4/ISO/AVC', 'H.264'],
    ['A_PCM/INT/LIT', 'PCM'],
    ['wxyz', 'wxyz'],
    ['\u0000\u0001<>', 'an unknown codec'],
  ])('names %j', (id, name) => {
    expect(codecName(id)).toBe(name);
  });
});
