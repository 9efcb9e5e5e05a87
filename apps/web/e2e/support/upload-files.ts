import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';

/** A file in the form that a file field accepts. */
export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

/** A picture as saved by a camera or a graphics program, drawn by the browser. */
export async function drawnPicture(
  page: Page,
  name: string,
  { width, height, type = 'image/jpeg' }: { width: number; height: number; type?: PictureType },
): Promise<ChosenFile> {
  const base64 = await page.evaluate(
    (wanted) => {
      const canvas = document.createElement('canvas');
      canvas.width = wanted.width;
      canvas.height = wanted.height;
      const context = canvas.getContext('2d');
      if (!context) throw new Error('There is no canvas');
      const shade = context.createLinearGradient(0, 0, wanted.width, wanted.height);
      shade.addColorStop(0, '#0b6e99');
      shade.addColorStop(1, '#f2b632');
      context.fillStyle = shade;
      context.fillRect(0, 0, wanted.width, wanted.height);
      return canvas.toDataURL(wanted.type).replace(/^.*,/, '');
    },
    { width, height, type },
  );
  return { name, mimeType: type, buffer: Buffer.from(base64, 'base64') };
}

/** A clip of one second, 64 by 48 pixels. */
export const clip = async (name: string): Promise<ChosenFile> => ({
  name,
  mimeType: 'video/webm',
  buffer: await readFile(new URL('../../../api/src/testing/files/clip.webm', import.meta.url)),
});

const chunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  // readers that verify checksums stop there too: only the size in the header matters
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
};

/** A PNG of a few hundred bytes whose header states 60,000 by 60,000 pixels. */
export function pictureBomb(name: string): ChosenFile {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(60_000, 0);
  header.writeUInt32BE(60_000, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const buffer = Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return { name, mimeType: 'image/png', buffer };
}

/** An HTML page with a script, named as a picture. */
export const pageAsPicture = (name: string): ChosenFile => ({
  name,
  mimeType: 'image/jpeg',
  buffer: Buffer.from('<!doctype html><script>document.title = "taken over"</script>'),
});

/** An SVG with a script, named as a PNG. */
export const scriptAsPicture = (name: string): ChosenFile => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="document.title = \'taken over\'"/>'),
});
