/** Widths in pixels stored for each uploaded picture. Smaller pictures are not enlarged. */
export const IMAGE_WIDTHS = [320, 640, 1280] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/** The widest file of an upload, which has all of its stored width: more than 1280 for a panorama. */
const WIDEST_UPLOAD = /\/media\/[0-9a-f]{32}\/1280\.webp$/;
/** Uploads, and pictures of other sites that this service passes on. */
const STORED_PICTURE = /(\/media\/(?:remote\/[0-9a-f]{32}\/[\w-]+|[0-9a-f]{32})\/)1280\.webp$/;
/** Demo pictures, which have the same widths at other addresses; the widest is the picture itself. */
const DEMO_PICTURE = /(\/demo-media\/)(?=pictures\/[\w-]+\.webp$)/;

/** Returns the address of an uploaded or demo picture at another width. Returns other addresses unchanged. */
export const imageAtWidth = (url: string, width: ImageWidth): string =>
  url.replace(STORED_PICTURE, `$1${width}.webp`).replace(DEMO_PICTURE, width === 1280 ? '$1' : `$1${width}/`);

/**
 * Returns the JPEG version of an uploaded picture, for software without WebP support. Returns other addresses
 * unchanged.
 */
export const imageAsJpeg = (url: string): string => url.replace(STORED_PICTURE, '$1fallback.jpg');

/**
 * Returns the `srcset` of an uploaded or demo picture, or `undefined` for other pictures and for those with only
 * one size.
 * @param width of the picture as returned by the API, in pixels; 0 if unknown
 */
export function imageSrcSet(url: string, width: number): string | undefined {
  if (imageAtWidth(url, 320) === url || (width > 0 && width <= IMAGE_WIDTHS[0])) return undefined;
  const sources: string[] = [];
  for (const wanted of IMAGE_WIDTHS) {
    const address = imageAtWidth(url, wanted);
    const real = width > 0 ? (WIDEST_UPLOAD.test(address) ? width : Math.min(wanted, width)) : wanted;
    sources.push(`${address} ${real}w`);
    if (real < wanted || real === width) break;
  }
  return sources.join(', ');
}
