import { crc32, deflateSync } from 'node:zlib';
import { picture } from './uploads.js';

/** Replaces the brands of an ISO media file. */
export function withBrands(file: Buffer, major: string, compatible: readonly string[]): Buffer {
  const length = file.readUInt32BE(0);
  const brands = [major, ...compatible];
  if (16 + 4 * compatible.length > length) throw new Error('So many brands have no room');
  const head = Buffer.alloc(length);
  head.writeUInt32BE(length, 0);
  head.write('ftyp', 4, 'latin1');
  head.write(major, 8, 'latin1');
  // remaining space repeats the last brand, so that the file's layout does not change
  for (let at = 16, index = 1; at < length; at += 4, index += 1) {
    head.write(brands[Math.min(index, brands.length - 1)]!, at, 'latin1');
  }
  return Buffer.concat([head, file.subarray(length)]);
}

/** A small AVIF whose header claims another size. */
export async function avifThatClaims(width: number, height: number): Promise<Buffer> {
  const file = await picture(8, 8).avif({ effort: 0 }).toBuffer();
  const size = file.indexOf('ispe') + 8;
  file.writeUInt32BE(width, size);
  file.writeUInt32BE(height, size + 4);
  return file;
}

/** A small PNG whose header claims another size. */
export async function pngThatClaims(width: number, height: number): Promise<Buffer> {
  const file = await picture(8, 8).png().toBuffer();
  const header = Buffer.from(file.subarray(16, 29));
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([file.subarray(0, 8), chunk('IHDR', header), file.subarray(33)]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const bytes = Buffer.alloc(8 + body.length);
  bytes.writeUInt32BE(data.length, 0);
  body.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(body), 4 + body.length);
  return bytes;
}

/** A PNG of two frames. */
export async function animatedPng(): Promise<Buffer> {
  const [width, height] = [16, 16];
  const still = await picture(width, height).png({ palette: false }).toBuffer();
  const begin = still.subarray(0, 8 + 25);
  const control = Buffer.alloc(8);
  control.writeUInt32BE(2, 0);
  const frame = (sequence: number): Buffer => {
    const data = Buffer.alloc(26);
    for (const [index, value] of [sequence, width, height, 0, 0].entries())
      data.writeUInt32BE(value, 4 * index);
    data.writeUInt16BE(1, 20);
    data.writeUInt16BE(10, 22);
    return chunk('fcTL', data);
  };
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 200)]);
  const second = deflateSync(Buffer.concat(Array<Buffer>(height).fill(row)));
  return Buffer.concat([
    begin,
    chunk('acTL', control),
    frame(0),
    chunk('IDAT', second),
    frame(1),
    chunk('fdAT', Buffer.concat([Buffer.from([0, 0, 0, 2]), second])),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
