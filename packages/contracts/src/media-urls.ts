/** Widths in pixels that every uploaded picture is kept in; smaller ones are not enlarged. */
export const IMAGE_WIDTHS = [320, 640, 1280] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

const UPLOADED_PICTURE = /(\/media\/[0-9a-f]{32}\/)1280\.webp$/;
/** Pictures of the demo data, which have the same widths at other addresses; the widest is the picture itself. */
const DEMO_PICTURE = /(\/demo-media\/)(?=pictures\/[\w-]+\.webp$)/;

/** The address of an uploaded or demo picture in another of its widths; any other address as it is. */
export const imageAtWidth = (url: string, width: ImageWidth): string =>
  url
    .replace(UPLOADED_PICTURE, `$1${width}.webp`)
    .replace(DEMO_PICTURE, width === 1280 ? '$1' : `$1${width}/`);

/** The JPEG beside an uploaded picture, for software that shows no WebP; any other address as it is. */
export const imageAsJpeg = (url: string): string => url.replace(UPLOADED_PICTURE, '$1fallback.jpg');

/**
 * The `srcset` of an uploaded or demo picture, `undefined` for any other and where there is one size only.
 * @param width of the picture as the API gives it, in pixels; 0 where it is not known
 */
export function imageSrcSet(url: string, width: number): string | undefined {
  if (imageAtWidth(url, 320) === url || (width > 0 && width <= IMAGE_WIDTHS[0])) return undefined;
  const sources: string[] = [];
  for (const wanted of IMAGE_WIDTHS) {
    const real = width > 0 ? Math.min(wanted, width) : wanted;
    sources.push(`${imageAtWidth(url, wanted)} ${real}w`);
    if (real < wanted || real === width) break;
  }
  return sources.join(', ');
}
