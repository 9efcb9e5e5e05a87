/**
 * Paints the pictures, avatars and covers of the demo and writes `src/media-manifest.json`.
 *
 *     npx tsx --conditions=source packages/demo/scripts/make-media.ts [pictures|avatars|covers|sheet] [genre]
 *
 * Without arguments everything but the clips is made anew (some ten minutes on two cores).
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { randomFor } from '../src/data/random.js';
import { AVATARS, COVERS } from './cast.js';
import { contactSheet } from './contact-sheet.js';
import { GENRES, SHAPES } from './genres/index.js';
import { portrait } from './genres/portrait/portrait.js';
import { encode, MEDIA_DIR, readManifest, writeManifest } from './manifest.js';
import { makeNoise } from './paint/noise.js';
import type { Painter, Scene } from './paint/picture.js';
import { Picture } from './paint/picture.js';

const SEED = 20_261_120;
/** Pictures in which fine texture costs most are made a little smaller. */
const LONGEST = 1280;
const SMALLER = 960;
const SMALLEST = 840;
const FINEST = new Set(['flow', 'textile']);
const FINE = new Set([
  'poster',
  'fruit',
  'textile',
  'mosaic',
  'tide-pool',
  'birds',
  'topographic',
  'flow',
  'stained-glass',
  'marbled',
  'fields',
  'rain',
]);

const ORDER = Object.keys(SHAPES) as (keyof typeof SHAPES)[];

const two = (value: number): string => String(value).padStart(2, '0');

function scene(kind: string, index: number, width: number, height: number, scale: number): Scene {
  const random = randomFor(SEED, kind, index);
  return { pic: new Picture(width, height, scale), random, noise: makeNoise(random), variant: index };
}

async function save(file: string, body: Buffer): Promise<void> {
  await writeFile(join(MEDIA_DIR, file), body);
  process.stdout.write(`${file} ${Math.round(body.length / 1024)} kB\n`);
}

async function makePictures(only?: string): Promise<void> {
  let genreAt = 0;
  for (const genre of GENRES) {
    genreAt += 1;
    if (only && genre.name !== only) continue;
    for (let k = 0; k < genre.count; k += 1) {
      const shapes = genre.shapes ?? ORDER;
      // each genre starts at another shape, so that none is bound to one format
      const [width, height] = SHAPES[shapes[(k + (genre.shapes ? 0 : genreAt)) % shapes.length]!];
      const scale =
        (FINEST.has(genre.name) ? SMALLEST : FINE.has(genre.name) ? SMALLER : LONGEST) /
        Math.max(width, height);
      const made = scene(`picture-${genre.name}`, k, width, height, scale);
      const alt = await genre.paint(made);
      const file = `pictures/${genre.name}-${two(k + 1)}.webp`;
      const { body, item } = await encode(made.pic, {
        file,
        use: 'picture',
        alt,
        genre: genre.name,
        limit: 64_000,
      });
      await save(file, body);
      await writeManifest([item]);
    }
  }
}

const painterOf = (name: string): Painter => {
  const genre = GENRES.find((entry) => entry.name === name);
  if (!genre) throw new Error(`No genre ${name}`);
  return genre.paint;
};

async function makeAvatars(): Promise<void> {
  for (const [k, entry] of AVATARS.entries()) {
    const side = 1280;
    const made = scene('avatar', k, side, side, 320 / side);
    let alt: string;
    if (typeof entry === 'string') {
      const [name = '', variant = '0'] = entry.split(':');
      alt = await painterOf(name)({ ...made, variant: Number(variant) });
    } else {
      await portrait(made, entry);
      alt = 'A drawn portrait.';
    }
    const file = `avatars/person-${two(k)}.webp`;
    const { body, item } = await encode(made.pic, {
      file,
      use: 'avatar',
      alt,
      genre: 'avatar',
      limit: 20_000,
    });
    await save(file, body);
    await writeManifest([item]);
  }
}

async function makeCovers(): Promise<void> {
  for (const [k, entry] of COVERS.entries()) {
    const [name = '', variant = '0'] = entry.split(':');
    const made = scene(`cover-${name}`, k, 1280, 426, 1200 / 1280);
    const alt = await painterOf(name)({ ...made, variant: Number(variant) });
    const file = `covers/cover-${two(k + 1)}.webp`;
    const { body, item } = await encode(made.pic, { file, use: 'cover', alt, genre: name, limit: 48_000 });
    await save(file, body);
    await writeManifest([item]);
  }
}

const [what, only] = process.argv.slice(2);
for (const folder of ['pictures', 'avatars', 'covers', 'clips'])
  await mkdir(join(MEDIA_DIR, folder), { recursive: true });
if (what === undefined)
  await rm(join(MEDIA_DIR, 'pictures'), { recursive: true }).then(() => mkdir(join(MEDIA_DIR, 'pictures')));
if (what === undefined || what === 'pictures') await makePictures(only);
if (what === undefined || what === 'avatars') await makeAvatars();
if (what === undefined || what === 'covers') await makeCovers();
if (what === undefined || what === 'sheet') await contactSheet(await readManifest());
