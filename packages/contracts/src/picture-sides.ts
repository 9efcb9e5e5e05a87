import { IMAGE_WIDTHS } from './media-urls.js';
import { t } from './t.js';

/** The size of a picture as shown, in pixels. */
export interface Sides {
  width: number;
  height: number;
}

/** WebP allows no longer side. */
export const PICTURE_SIDE_MAX = 16_383;
/** A strip that would lose more of its width is refused: nobody could read a screenshot's text. */
const WIDTH_LEFT_MIN = 1 / 2;

/** Says why a still picture is refused that is too long to stay legible; `undefined` for others. */
export function tooLongPicture({ width, height }: Sides): string | undefined {
  const wanted = height * Math.min(1, IMAGE_WIDTHS.at(-1)! / width);
  if (PICTURE_SIDE_MAX >= wanted * WIDTH_LEFT_MIN) return undefined;
  return t`This picture is too long to stay legible. Cut it into ${Math.ceil(wanted / PICTURE_SIDE_MAX)} parts and upload those.`;
}
