/**
 * Renders the short looping clips of the demo with ffmpeg (H.264, yuv420p, faststart) and their posters.
 *
 *     npx tsx --conditions=source packages/demo/scripts/make-clips.ts [name]
 *
 * Needs `ffmpeg` on the path; nothing else of the project does. Every clip ends where it began.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import sharp from 'sharp';

import { randomFor } from '../src/data/random.js';
import type { MediaItem } from '../src/data/types.js';
import { CLIPS } from './clips/index.js';
import type { Clip } from './clips/clip.js';
import { MEDIA_DIR, tiny, writeManifest } from './manifest.js';
import { makeNoise } from './paint/noise.js';
import { Picture } from './paint/picture.js';

const RATE = 24;
const MOST_BYTES = 400_000;

/** Draws all frames at one rate factor and returns the size of the file. */
async function film(clip: Clip, file: string, frames: readonly Buffer[], crf: number): Promise<number> {
  const size = `${clip.width}x${clip.height}`;
  const args = [
    '-y',
    '-loglevel',
    'error',
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-s',
    size,
    '-r',
    String(RATE),
    '-i',
    '-',
  ];
  args.push(
    '-c:v',
    'libx264',
    '-preset',
    'slow',
    '-crf',
    String(crf),
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    '+faststart',
  );
  args.push('-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-threads', '1', file);
  const ffmpeg = spawn('ffmpeg', args, { stdio: ['pipe', 'inherit', 'inherit'] });
  const closed = once(ffmpeg, 'close');
  for (const frame of frames) {
    if (!ffmpeg.stdin.write(frame)) await once(ffmpeg.stdin, 'drain');
  }
  ffmpeg.stdin.end();
  const [code] = (await closed) as [number];
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  return (await stat(file)).size;
}

async function make(clip: Clip): Promise<void> {
  const random = randomFor(20_261_120, `clip-${clip.name}`, 0);
  const noise = makeNoise(random);
  const count = Math.round(clip.seconds * RATE);
  const draw = clip.prepare({ random, noise, width: clip.width, height: clip.height });
  const frames: Buffer[] = [];
  for (let k = 0; k < count; k += 1) {
    // painted at half the size where the subject is soft anyway, then enlarged
    const pic = new Picture(clip.width, clip.height, clip.detail);
    await draw(pic, k / count);
    const raw = { width: pic.width, height: pic.height, channels: 3 as const };
    frames.push(
      clip.detail === 1
        ? pic.bytes()
        : await sharp(pic.bytes(), { raw })
            .resize(clip.width, clip.height, { kernel: 'cubic' })
            .raw()
            .toBuffer(),
    );
  }
  const file = `clips/${clip.name}.mp4`;
  let bytes = 0;
  for (const crf of [24, 27, 30, 33, 36]) {
    bytes = await film(clip, join(MEDIA_DIR, file), frames, crf);
    if (bytes <= MOST_BYTES) break;
  }
  const still = await sharp(frames[0], { raw: { width: clip.width, height: clip.height, channels: 3 } })
    .webp({ quality: 72, effort: 5, smartSubsample: true })
    .toBuffer();
  const poster = `clips/${clip.name}.webp`;
  await writeFile(join(MEDIA_DIR, poster), still);
  const item: MediaItem = {
    file,
    use: 'clip',
    alt: clip.alt,
    genre: clip.genre,
    kind: 'video',
    width: clip.width,
    height: clip.height,
    bytes,
    ...(await tiny(still)),
    poster,
    durationSeconds: clip.seconds,
  };
  await writeManifest([item]);
  process.stdout.write(`${file} ${Math.round(bytes / 1024)} kB\n`);
}

const only = process.argv[2];
await mkdir(join(MEDIA_DIR, 'clips'), { recursive: true });
for (const clip of CLIPS) {
  if (!only || clip.name === only) await make(clip);
}
