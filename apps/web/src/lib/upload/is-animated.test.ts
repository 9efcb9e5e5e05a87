import { describe, expect, it } from 'vitest';
import { isAnimated } from './is-animated';

const text = (value: string) => new TextEncoder().encode(value);
const u32 = (value: number) => new Uint8Array([value >>> 24, value >>> 16, value >>> 8, value]);
const fileOf = (...parts: (string | Uint8Array)[]): Blob =>
  new Blob(parts.map((part) => (typeof part === 'string' ? text(part) : part)) as BlobPart[]);

const SIGNATURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const chunk = (type: string, size: number) => [u32(size), type, new Uint8Array(size + 4)] as const;
const webp = (type: string, flags: number) =>
  fileOf('RIFF', u32(0), 'WEBP', type, u32(10), new Uint8Array([flags]), new Uint8Array(20));

describe('a picture', () => {
  it.each([
    ['a GIF', fileOf('GIF89a', new Uint8Array(20)), true],
    ['a PNG with frames', fileOf(SIGNATURE, ...chunk('IHDR', 13), ...chunk('acTL', 8)), true],
    ['a PNG', fileOf(SIGNATURE, ...chunk('IHDR', 13), ...chunk('IDAT', 8), ...chunk('acTL', 8)), false],
    ['a PNG that ends early', fileOf(SIGNATURE, u32(13), 'IH'), false],
    ['a WebP with frames', webp('VP8X', 0b10), true],
    ['a WebP with transparency', webp('VP8X', 0b10000), false],
    ['a simple WebP', webp('VP8 ', 0b10), false],
    ['an AVIF sequence', fileOf(u32(24), 'ftyp', 'avif', u32(0), 'mif1', 'avis'), true],
    ['an AVIF', fileOf(u32(20), 'ftyp', 'avif', u32(0), 'mif1', u32(16), 'avis'), false],
    ['a JPEG', fileOf(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 'JFIF'), false],
    ['an empty file', fileOf(), false],
  ])('%s is animated or not', async (_name, file, animated) => {
    expect(await isAnimated(file)).toBe(animated);
  });
});
