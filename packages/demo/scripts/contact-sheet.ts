import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import sharp from 'sharp';

import type { MediaItem } from '../src/data/types.js';
import { MEDIA_DIR, ROOT } from './manifest.js';

/** Lays every picture out in rows of equal height and writes `docs/demo-contact-sheet.webp`. */
export async function contactSheet(items: readonly MediaItem[]): Promise<void> {
  const width = 2000;
  const gap = 4;
  const shown = items.filter((item) => item.use === 'picture');
  const tiles: { input: Buffer; left: number; top: number }[] = [];
  let top = gap;
  const place = async (list: readonly MediaItem[], height: number): Promise<void> => {
    let row: MediaItem[] = [];
    const flush = async (last: boolean): Promise<void> => {
      if (row.length === 0) return;
      const aspects = row.reduce((sum, item) => sum + item.width / item.height, 0);
      const fitted = (width - gap * (row.length + 1)) / aspects;
      const tall = Math.floor(last ? Math.min(fitted, height) : fitted);
      let left = gap;
      for (const item of row) {
        const wide = Math.floor((item.width / item.height) * tall);
        const input = await sharp(join(MEDIA_DIR, item.poster ?? item.file))
          .resize(wide, tall)
          .png()
          .toBuffer();
        tiles.push({ input, left, top });
        left += wide + gap;
      }
      top += tall + gap;
      row = [];
    };
    for (const item of list) {
      row.push(item);
      const aspects = row.reduce((sum, entry) => sum + entry.width / entry.height, 0);
      if (aspects * height + gap * row.length >= width) await flush(false);
    }
    await flush(true);
  };
  await place(shown, 116);
  await place(
    items.filter((item) => item.use === 'clip'),
    116,
  );
  await place(
    items.filter((item) => item.use === 'avatar'),
    62,
  );
  await place(
    items.filter((item) => item.use === 'cover'),
    62,
  );
  const sheet = sharp({ create: { width, height: top, channels: 3, background: '#17181c' } }).composite(
    tiles,
  );
  const png = await sheet.png().toBuffer();
  for (const quality of [60, 50, 40, 30, 20]) {
    const file = await sharp(png).webp({ quality, effort: 6 }).toBuffer();
    if (file.length > 600_000 && quality > 20) continue;
    await writeFile(join(ROOT, 'docs/demo-contact-sheet.webp'), file);
    return;
  }
}
