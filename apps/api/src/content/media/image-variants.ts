import {
  IMAGE_WIDTHS,
  PICTURE_SIDE_MAX,
  tooLongPicture,
  UPLOAD_LIMITS,
  type Sides,
} from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { isMostlyThere } from './picture-end.js';

const DECODE_SECONDS = 10;
const PLACEHOLDER_WIDTH = 16;
/** Name of the JPEG file, which shows the first frame of an animation. */
export const STILL = 'fallback.jpg';
const WIDEST = IMAGE_WIDTHS.at(-1)!;
/** Wide pictures such as panoramas keep this height if they have it, so they may be wider than others. */
const WIDE_HEIGHT = 320;
const WEBP = { quality: 80, effort: 3 };
/** Lower, because animations have many frames. */
const ANIMATED_WEBP = { quality: 70, effort: 2 };

type Source = string | Buffer;

/** An error whose message tells the uploader why a picture is not accepted. */
export class PictureRefusal extends Error {}

/**
 * Decodes a picture once, within limits, and re-encodes it upright and without metadata, so that only its pixels
 * are kept. Animated GIF and WebP stay animated.
 * @param source the file's path, or its bytes
 * @param signal stops between two sizes
 * @returns the files, whether they move, the pixel size of the widest, and a tiny placeholder picture as a data url
 * @throws PictureRefusal if it has too many pixels or frames; Error if it is broken
 */
export async function encodeVariants(source: Source, signal?: AbortSignal) {
  const found = await open(source, { limitInputPixels: false, failOn: 'none' }).metadata();
  const animated = (found.pages ?? 1) > 1 && (found.format === 'gif' || found.format === 'webp');
  refuseTooLarge(found, animated);
  const widths = animated
    ? IMAGE_WIDTHS.map((width) => Math.min(width, UPLOAD_LIMITS.animationWidth))
    : IMAGE_WIDTHS;
  if (!animated) refuseTooLong(found);
  const widest = animated ? await decodeAnimation(source) : await decodeStill(source);
  // The last size of a still is all that is kept of it.
  const sizeOf = (width: number) =>
    !animated && width === WIDEST ? widest.width : Math.min(width, widest.width);

  const encoded = new Map<number, Buffer>();
  for (const width of widths.toReversed()) {
    signal?.throwIfAborted();
    // For a narrow picture, all larger sizes are the same file.
    const wanted = sizeOf(width);
    if (!encoded.has(wanted)) encoded.set(wanted, await widest.encode(wanted));
  }
  const main = sharp(encoded.get(sizeOf(widths.at(-1)!)));
  const files = IMAGE_WIDTHS.map((name, index) => ({
    name: `${name}.webp`,
    data: encoded.get(sizeOf(widths[index]!))!,
  }));
  files.push({ name: STILL, data: await asJpeg(main) });
  const { width, height } = widest;
  return { files, animated, width, height, placeholder: await placeholderOf(main) };
}

/**
 * Encodes the poster of a clip: one file and its placeholder.
 * @throws PictureRefusal if it has too many pixels; Error if it is broken
 */
export async function encodePoster(path: string): Promise<{ data: Buffer; placeholder: string }> {
  refuseTooLarge(await open(path, { limitInputPixels: false }).metadata(), false);
  const still = await decodeStill(path);
  const data = await still.encode(still.width);
  return { data, placeholder: await placeholderOf(sharp(data)) };
}

function refuseTooLarge({ width, height, pages = 1, format }: Metadata, animated: boolean): void {
  const isAvif = format === 'heif';
  const pixels = width * height;
  const limit = isAvif ? UPLOAD_LIMITS.avifPixels : UPLOAD_LIMITS.imagePixels;
  if (pixels > limit) {
    const [most, own] = [limit / 1e6, Math.ceil(pixels / 1e6)];
    throw new PictureRefusal(
      isAvif
        ? t`An AVIF picture may have at most ${most} megapixels; this one has ${own}. Make it smaller and upload that.`
        : t`A picture may have at most ${most} megapixels; this one has ${own}. Make it smaller and upload that.`,
    );
  }
  if (!animated) return;
  if (pages > UPLOAD_LIMITS.animationFrames || pixels * pages > UPLOAD_LIMITS.animationPixels) {
    throw new PictureRefusal(t`This animation has too many frames. Shorten it or make it smaller.`);
  }
}

/** The box of a still, by its sides as shown. */
const widthMax = ({ width, height }: Sides): number =>
  Math.max(WIDEST, Math.min(PICTURE_SIDE_MAX, Math.floor((WIDE_HEIGHT * width) / height)));

/** The sides of a picture as shown: a camera may have turned it. */
const shownSides = ({ width, height, orientation = 1 }: Metadata): Sides =>
  orientation >= 5 ? { width: height, height: width } : { width, height };

function refuseTooLong(found: Metadata): void {
  const said = tooLongPicture(shownSides(found));
  if (said !== undefined) throw new PictureRefusal(said);
}

interface Decoded {
  width: number;
  height: number;
  /** Encodes a WebP of this width, or narrower if it would be too high. */
  encode(width: number): Promise<Buffer>;
}

/** Decodes the pixels that all sizes are made from. A slightly truncated file counts as complete. */
async function decodeStill(source: Source): Promise<Decoded> {
  const found = await open(source, { limitInputPixels: false, failOn: 'none' }).metadata();
  const box = { width: widthMax(shownSides(found)), height: PICTURE_SIDE_MAX };
  const read = (failOn: 'error' | 'none') =>
    open(source, { failOn })
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .toColorspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
  // Browsers show the available part of a truncated picture.
  const { data, info } = await read('error').catch(async (error: unknown) => {
    if (!(await isMostlyThere(source))) throw error;
    return read('none');
  });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const pixels = sharp(data, { raw });
  return {
    width: info.width,
    height: info.height,
    encode: (wanted) => pixels.clone().resize({ width: wanted }).webp(WEBP).toBuffer(),
  };
}

/** Decodes an animation at its largest size. Smaller sizes are made from that, so the upload is read only once. */
async function decodeAnimation(source: Source): Promise<Decoded> {
  const { data, info } = await open(source, { pages: -1, limitInputPixels: UPLOAD_LIMITS.animationPixels })
    .resize({
      width: UPLOAD_LIMITS.animationWidth,
      height: PICTURE_SIDE_MAX,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .webp(ANIMATED_WEBP)
    .toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.pageHeight ?? info.height,
    encode: (wanted) =>
      wanted === info.width
        ? Promise.resolve(data)
        : sharp(data, { pages: -1, limitInputPixels: UPLOAD_LIMITS.animationPixels })
            .resize({ width: wanted })
            .webp(ANIMATED_WEBP)
            .toBuffer(),
  };
}

const open = (source: Source, options: SharpOptions = {}): Sharp =>
  sharp(source, { limitInputPixels: UPLOAD_LIMITS.imagePixels, failOn: 'error', ...options }).timeout({
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
