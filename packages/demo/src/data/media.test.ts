import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { avatars, clips, covers, mediaManifest, mediaUrl, pictures, picturesFor } from './media.js';
import { TOPICS } from './types.js';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../media');
const read = (file: string): Buffer => readFileSync(join(folder, file));

/** Fingerprint: each pixel of an 8 × 8 grey copy as above or below average, and a colour copy for close matches. */
async function fingerprint(file: string): Promise<{ bits: boolean[]; colors: Buffer }> {
  const size = { width: 8, height: 8 };
  const colors = await sharp(read(file))
    .resize({ ...size, fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
  const grey = await sharp(colors, { raw: { ...size, channels: 3 } })
    .greyscale()
    .raw()
    .toBuffer();
  const mean = grey.reduce((sum, value) => sum + value, 0) / grey.length;
  return { bits: [...grey].map((value) => value > mean), colors };
}

describe('media manifest', () => {
  it('lists enough pictures, avatars, covers and clips', () => {
    expect(pictures.length).toBeGreaterThanOrEqual(200);
    expect(new Set(pictures.map((item) => item.genre)).size).toBeGreaterThanOrEqual(14);
    expect(avatars).toHaveLength(60);
    expect(covers.length).toBeGreaterThanOrEqual(20);
    expect(clips.length).toBeGreaterThanOrEqual(6);
    for (const topic of TOPICS) expect(picturesFor(topic).length, topic).toBeGreaterThan(12);
  });

  it('matches the folder, file by file', () => {
    const listed = mediaManifest.flatMap((item) => [item.file, ...(item.poster ? [item.poster] : [])]).sort();
    const present = ['avatars', 'clips', 'covers', 'pictures']
      .flatMap((name) => readdirSync(join(folder, name)).map((file) => `${name}/${file}`))
      .sort();
    expect(present).toEqual(listed);
  });

  it('records the true size of every file and stays within the budget', async () => {
    let total = 0;
    for (const item of mediaManifest) {
      const body = read(item.file);
      expect(body.length, item.file).toBe(item.bytes);
      total += body.length;
      const still = item.poster ? read(item.poster) : body;
      const facts = await sharp(still).metadata();
      expect([facts.width, facts.height], item.file).toEqual([item.width, item.height]);
      if (item.poster) total += still.length;
    }
    expect(total).toBeLessThanOrEqual(14 * 1024 * 1024);
  });

  it('gives every file an alt text, a small placeholder and a colour', () => {
    for (const item of mediaManifest) {
      expect(item.alt.length).toBeGreaterThan(10);
      expect(item.placeholder).toMatch(/^data:image\/webp;base64,[A-Za-z0-9+/]+=*$/);
      expect(item.placeholder.length, item.file).toBeLessThanOrEqual(300);
      expect(item.color).toMatch(/^#[0-9a-f]{6}$/);
    }
  });

  it('has fast-start clips: MP4 with its index in front, 4 to 8 seconds, at most 400 kB', () => {
    for (const clip of clips) {
      const body = read(clip.file);
      expect(body.subarray(4, 8).toString('latin1')).toBe('ftyp');
      expect(body.indexOf('moov')).toBeGreaterThan(0);
      expect(body.indexOf('moov')).toBeLessThan(body.indexOf('mdat'));
      expect(body.length).toBeLessThanOrEqual(400_000);
      expect(clip.durationSeconds).toBeGreaterThanOrEqual(4);
      expect(clip.durationSeconds).toBeLessThanOrEqual(8);
    }
  });

  it('has no near-duplicate pictures', async () => {
    const hashes = pictures.map((item) => createHash('sha256').update(read(item.file)).digest('hex'));
    expect(new Set(hashes).size).toBe(pictures.length);
    const prints = await Promise.all(pictures.map((item) => fingerprint(item.file)));
    const close: string[] = [];
    for (let a = 0; a < prints.length; a += 1) {
      for (let b = a + 1; b < prints.length; b += 1) {
        const distance = prints[a]!.bits.filter((bit, k) => bit !== prints[b]!.bits[k]).length;
        const tones =
          prints[a]!.colors.reduce((sum, v, k) => sum + Math.abs(v - prints[b]!.colors[k]!), 0) / 192;
        // The same composition in other colours is allowed, e.g. at another time of day.
        if (distance <= 4 && tones < 9)
          close.push(`${pictures[a]!.file} ${pictures[b]!.file} ${distance} ${tones.toFixed(1)}`);
      }
    }
    expect(close).toEqual([]);
  }, 60_000);
});

describe('mediaUrl', () => {
  it('joins the origin and the file with one slash', () => {
    const url = 'http://localhost:4000/demo-media/pictures/sea-01.webp';
    expect(mediaUrl('http://localhost:4000', 'pictures/sea-01.webp')).toBe(url);
    expect(mediaUrl('http://localhost:4000/', 'pictures/sea-01.webp')).toBe(url);
  });
});
