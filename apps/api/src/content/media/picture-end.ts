import { UPLOAD_LIMITS } from '@social-feed/contracts';
import sharp from 'sharp';

/** Number of rows compared. */
const ROWS = 200;
/** Maximum share of a picture that may be missing at its end. */
const MISSING_MAX = 0.1;
/** Value of missing rows after decoding: gray in a JPEG, black or transparent in the others. */
const FILLS: Readonly<Record<string, number>> = { jpeg: 128, png: 0, gif: 0 };
/** Tolerance for color conversion. */
const FILL_NEARLY = 2;

/**
 * Whether a truncated JPEG, PNG or GIF contains nearly all of its rows. A picture that is black there counts as truncated
 * further up. False for other formats, which cannot be read in part.
 */
export async function isMostlyThere(source: string | Buffer): Promise<boolean> {
  const picture = sharp(source, { failOn: 'none', limitInputPixels: UPLOAD_LIMITS.imagePixels });
  const fill = FILLS[(await picture.metadata()).format];
  if (fill === undefined) return false;
  const { data, info } = await picture
    .resize({ width: 64, height: ROWS, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const rowBytes = info.width * info.channels;
  let missing = 0;
  const rowFromEnd = (row: number) => data.subarray(-rowBytes * (row + 1)).subarray(0, rowBytes);
  while (missing < info.height && isFilled(rowFromEnd(missing), fill)) missing += 1;
  return missing / info.height <= MISSING_MAX;
}

const isFilled = (row: Buffer, fill: number): boolean =>
  row.every((value) => Math.abs(value - fill) <= FILL_NEARLY);
