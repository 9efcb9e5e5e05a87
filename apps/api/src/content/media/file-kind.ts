import { open } from 'node:fs/promises';
import { UPLOADS_TAKEN } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { fileTypeFromBuffer } from 'file-type';

/** The kind of a file, or a message for the uploader if it is not accepted. */
export type FileKind =
  | { kind: 'picture'; format: 'jpeg' | 'png' | 'apng' | 'webp' | 'gif' | 'avif' | 'avis' }
  | { kind: 'clip' }
  | { kind: 'refused'; reason: string };

/** Bytes read for detection. */
const HEAD_BYTES = 64 * 1024;
const PICTURES: Readonly<Record<string, 'jpeg' | 'png' | 'apng' | 'webp' | 'gif'>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'apng',
  'image/webp': 'webp',
  'image/gif': 'gif',
};
const CLIPS = new Set(['video/mp4', 'video/webm', 'video/quicktime']);
/** Names of common file types that are not accepted, by extension. */
const NAMES: Readonly<Record<string, string>> = { tif: 'TIFF', mkv: 'MKV', asf: 'WMV', jp2: 'JPEG 2000' };

/** Brands of HEIC pictures; each means an HEVC codec. */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);
const PICTURE_BRANDS = new Set(['mif1', 'mif2', 'msf1', 'miaf', '1pic', 'j2ki', 'jpeg', 'jpgs', 'vvic']);
const RAW_BRAND = 'crx ';

const refused = (reason: string): FileKind => ({ kind: 'refused', reason });
const isA = (name: string) => refused(t`This is a file of the kind ${name}. ${UPLOADS_TAKEN}`);
const HEIC = refused(
  t`HEIC pictures cannot be uploaded, since most browsers do not show them. Save it as JPEG and upload that.`,
);

/** Detects a file's kind from its bytes, not its name. */
export async function kindOfFile(path: string): Promise<FileKind> {
  const head = await readHead(path);
  if (head.length === 0) return refused(t`This file is empty.`);
  const brands = brandsOf(head);
  if (brands !== undefined) return kindOfBrands(brands, head);
  const type = await fileTypeFromBuffer(head);
  const format = PICTURES[type?.mime ?? ''];
  if (format !== undefined) return { kind: 'picture', format };
  if (type === undefined) return refused(UPLOADS_TAKEN);
  if (CLIPS.has(type.mime)) return { kind: 'clip' };
  return isA(NAMES[type.ext] ?? type.ext.toUpperCase());
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The major brand and all compatible brands of an ISO media file. */
function brandsOf(head: Buffer): string[] | undefined {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands = [head.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4));
  return brands;
}

function kindOfBrands(brands: readonly string[], head: Buffer): FileKind {
  const has = (set: ReadonlySet<string>) => brands.some((brand) => set.has(brand));
  if (brands.includes('avis')) return { kind: 'picture', format: 'avis' };
  if (brands.includes('avif')) return { kind: 'picture', format: 'avif' };
  if (brands[0] === RAW_BRAND) return isA('CR3');
  if (has(HEIC_BRANDS)) return HEIC;
  if (!has(PICTURE_BRANDS)) return { kind: 'clip' };
  // The brands do not tell the codec; the picture's item entry does.
  const codec = /infe[^]{4,12}(av01|hvc1|jpeg|vvc1|j2k1)/.exec(head.toString('latin1'))?.[1];
  if (codec === 'av01') return { kind: 'picture', format: 'avif' };
  return codec === undefined || codec === 'hvc1' ? HEIC : isA('HEIF');
}

/** Marks an AVIF as a still picture: the decoder checks only the first brand and accepts no other. */
export function asStillAvif(file: Buffer): Buffer {
  const still = Buffer.from(file);
  still.write('avif', 8, 'latin1');
  still.fill('avifmif1', 16, Math.min(still.readUInt32BE(0), still.length), 'latin1');
  return still;
}
