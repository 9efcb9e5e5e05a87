import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { format } from 'prettier';
import sharp from 'sharp';

import type { MediaItem } from '../src/data/types.js';
import type { Picture } from './paint/picture.js';

const here = dirname(fileURLToPath(import.meta.url));
export const ROOT = join(here, '../../..');
export const MEDIA_DIR = join(ROOT, 'packages/demo/media');
export const MANIFEST = join(here, '../src/data/media-manifest.json');

export async function readManifest(): Promise<MediaItem[]> {
  if (!existsSync(MANIFEST)) return [];
  return JSON.parse(await readFile(MANIFEST, 'utf8')) as MediaItem[];
}

/** Adds entries or replaces those with the same file; the list stays sorted by file. */
export async function writeManifest(items: readonly MediaItem[]): Promise<void> {
  const present = (await readManifest()).filter((item) => !items.some((made) => made.file === item.file));
  const all = [...present, ...items].sort((a, b) => (a.file < b.file ? -1 : 1));
  await writeFile(MANIFEST, await format(JSON.stringify(all), { parser: 'json', printWidth: 110 }));
}

/** A few pixels of the picture as a WebP data URL of at most 300 characters, and its average colour. */
export async function tiny(image: Buffer): Promise<{ placeholder: string; color: string }> {
  const small = await sharp(image)
    .resize(12, 12, { fit: 'inside' })
    .webp({ quality: 30, effort: 6, smartSubsample: true })
    .toBuffer();
  const { data } = await sharp(image)
    .resize(1, 1, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    placeholder: `data:image/webp;base64,${small.toString('base64')}`,
    color: `#${data.subarray(0, 3).toString('hex')}`,
  };
}

type Facts = Pick<MediaItem, 'file' | 'use' | 'alt' | 'genre'> & { readonly limit: number };

/** WebP at quality 74, lower where the picture would be larger than `limit` bytes. */
export async function encode(pic: Picture, facts: Facts): Promise<{ body: Buffer; item: MediaItem }> {
  const png = await pic.toSharp().png({ compressionLevel: 1 }).toBuffer();
  let body = Buffer.alloc(0);
  for (const quality of [74, 66, 58, 50, 42, 34]) {
    body = await sharp(png).webp({ quality, effort: 5, smartSubsample: true }).toBuffer();
    if (body.length <= facts.limit) break;
  }
  const { limit: _, ...rest } = facts;
  const item: MediaItem = {
    ...rest,
    kind: 'image',
    width: pic.width,
    height: pic.height,
    bytes: body.length,
    ...(await tiny(png)),
  };
  return { body, item };
}
