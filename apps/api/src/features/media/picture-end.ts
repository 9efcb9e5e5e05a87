import { UPLOAD_LIMITS } from '@social-feed/contracts';
import sharp from 'sharp';

/** Number of rows compared. */
const ROWS = 200;
/** Maximum share of a picture that may be missing at its end. */
const MISSING_MAX = 0.1;
/** Decoders fill the missing rows of a JPEG with this gray. */
const FILL = 128;
/** Tolerance for color conversion. */
const FILL_NEARLY = 2;

/** Whether a truncated JPEG contains nearly all of its rows. False for other formats. */
export async function isMostlyThere(source: string | Buffer): Promise<boolean> {
  const picture = sharp(source, { failOn: 'none', limitInputPixels: UPLOAD_LIMITS.imagePixels });
  if ((await picture.metadata()).format !== 'jpeg') return false;
  const { data, info } = await picture
    .resize({ width: 64, height: ROWS, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const rowBytes = info.width * info.channels;
  let missing = 0;
  while (missing < info.height && isFill(data.subarray(-rowBytes * (missing + 1)).subarray(0, rowBytes))) {
    missing += 1;
  }
  return missing / info.height <= MISSING_MAX;
}

const isFill = (row: Buffer): boolean => row.every((value) => Math.abs(value - FILL) <= FILL_NEARLY);
