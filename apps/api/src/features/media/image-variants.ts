import { IMAGE_WIDTHS, UPLOAD_LIMITS } from '@social-feed/contracts';
import sharp, { type Sharp } from 'sharp';

const DECODE_SECONDS = 20;
const PLACEHOLDER_WIDTH = 16;
/** A strip that is longer is shrunk: the format knows no side above 16,383. */
const HEIGHT_MAX = 8192;
const WEBP = { quality: 80, effort: 3 };
/** Less for each of many frames. */
const ANIMATED_WEBP = { quality: 70, effort: 2 };

/**
 * Decodes a picture within limits and encodes it anew: turned upright first, then without metadata, so that nothing of
 * the file that was sent is kept but its pixels. Animations stay animated.
 * @param signal stops between two of the sizes
 * @returns the files, the size of the widest in pixels, and a tiny picture as a data url, to be shown until it is there
 * @throws Error where it is broken, or has too many pixels or frames
 */
export async function encodeVariants(path: string, signal?: AbortSignal) {
  const { pages = 1, format } = await open(path).metadata();
  if (pages > UPLOAD_LIMITS.animationFrames) throw new Error('The animation has too many frames');
  const animated = pages > 1 && (format === 'gif' || format === 'webp');
  const upright = animated
    ? open(path, { pages: -1, limitInputPixels: UPLOAD_LIMITS.animationPixels })
    : open(path).autoOrient();

  const files: { name: string; data: Buffer }[] = [];
  let size = { width: 0, height: 0 };
  let last: Buffer | undefined;
  let before = 0;
  for (const wanted of IMAGE_WIDTHS) {
    signal?.throwIfAborted();
    const width = animated ? Math.min(wanted, UPLOAD_LIMITS.animationWidth) : wanted;
    // A picture that filled no more than the size before is the same in this one.
    if (last === undefined || (size.width === before && width > before)) {
      const { data, info } = await upright
        .clone()
        .resize({ width, height: HEIGHT_MAX, fit: 'inside', withoutEnlargement: true })
        .webp(animated ? ANIMATED_WEBP : WEBP)
        .toBuffer({ resolveWithObject: true });
      last = data;
      size = { width: info.width, height: info.pageHeight ?? info.height };
    }
    before = width;
    files.push({ name: `${wanted}.webp`, data: last });
  }
  const widest = sharp(last);
  files.push({ name: 'fallback.jpg', data: await asJpeg(widest) });
  return { files, ...size, placeholder: await placeholderOf(widest) };
}

/**
 * The same for the still frame of a clip: one file, and what is shown before it.
 * @throws Error where it is broken or has too many pixels
 */
export async function encodePoster(path: string): Promise<{ data: Buffer; placeholder: string }> {
  const data = await open(path)
    .autoOrient()
    .resize({ width: IMAGE_WIDTHS.at(-1)!, height: HEIGHT_MAX, fit: 'inside', withoutEnlargement: true })
    .webp(WEBP)
    .toBuffer();
  return { data, placeholder: await placeholderOf(sharp(data)) };
}

const open = (path: string, options: { pages?: number; limitInputPixels?: number } = {}): Sharp =>
  sharp(path, { limitInputPixels: UPLOAD_LIMITS.imagePixels, failOn: 'error', ...options }).timeout({
    seconds: DECODE_SECONDS,
  });

const asJpeg = (picture: Sharp): Promise<Buffer> =>
  picture.clone().flatten({ background: '#ffffff' }).jpeg({ quality: 82 }).toBuffer();

async function placeholderOf(picture: Sharp): Promise<string> {
  const tiny = await picture
    .clone()
    .resize({ width: PLACEHOLDER_WIDTH, height: PLACEHOLDER_WIDTH * 4, fit: 'inside' })
    .webp({ quality: 30 })
    .toBuffer();
  return `data:image/webp;base64,${tiny.toString('base64')}`;
}
