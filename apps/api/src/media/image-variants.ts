import { IMAGE_WIDTHS, UPLOAD_LIMITS } from '@social-feed/contracts';
import sharp from 'sharp';

/** A picture as it is kept. */
export interface ImageVariants {
  files: { name: string; data: Buffer }[];
  /** of the widest, in pixels */
  width: number;
  height: number;
  /** A tiny picture as a data url, to be shown until the picture is there. */
  placeholder: string;
}

const DECODE_SECONDS = 20;
const PLACEHOLDER_WIDTH = 16;
const WEBP = { quality: 80, effort: 3 };

/**
 * Decodes a picture within limits and encodes it anew: turned upright first, then without metadata, so that nothing of
 * the file that was sent is kept but its pixels (security 21). Of an animation the first frame is kept.
 * @throws Error where it is broken or has too many pixels
 */
export async function encodeVariants(path: string): Promise<ImageVariants> {
  const upright = sharp(path, { limitInputPixels: UPLOAD_LIMITS.imagePixels, failOn: 'error' })
    .timeout({ seconds: DECODE_SECONDS })
    .autoOrient();
  const files: ImageVariants['files'] = [];
  let size = { width: 0, height: 0 };
  for (const wanted of IMAGE_WIDTHS) {
    const { data, info } = await upright
      .clone()
      .resize({ width: wanted, withoutEnlargement: true })
      .webp(WEBP)
      .toBuffer({ resolveWithObject: true });
    files.push({ name: `${wanted}.webp`, data });
    size = { width: info.width, height: info.height };
  }
  const widest = sharp(files.at(-1)!.data);
  const fallback = await widest.clone().flatten({ background: '#ffffff' }).jpeg({ quality: 82 }).toBuffer();
  files.push({ name: 'fallback.jpg', data: fallback });
  const tiny = await widest.clone().resize({ width: PLACEHOLDER_WIDTH }).webp({ quality: 30 }).toBuffer();
  const placeholder = `data:image/webp;base64,${tiny.toString('base64')}`;
  return { files, ...size, placeholder };
}
