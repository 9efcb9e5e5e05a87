/** Widths in pixels that every uploaded picture is kept in; smaller ones are not enlarged. */
export const IMAGE_WIDTHS = [320, 640, 1280] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

const UPLOADED_PICTURE = /(\/media\/[0-9a-f]{32}\/)1280\.webp$/;

/** The address of an uploaded picture in another of its widths; any other address as it is. */
export const imageAtWidth = (url: string, width: ImageWidth): string =>
  url.replace(UPLOADED_PICTURE, `$1${width}.webp`);

/**
 * The `srcset` of an uploaded picture, `undefined` for any other and where there is one size only.
 * @param width of the picture as the API gives it, in pixels; 0 where it is not known
 */
export function imageSrcSet(url: string, width: number): string | undefined {
  if (!UPLOADED_PICTURE.test(url) || (width > 0 && width <= IMAGE_WIDTHS[0])) return undefined;
  const sources: string[] = [];
  for (const wanted of IMAGE_WIDTHS) {
    const real = width > 0 ? Math.min(wanted, width) : wanted;
    sources.push(`${imageAtWidth(url, wanted)} ${real}w`);
    if (real < wanted || real === width) break;
  }
  return sources.join(', ');
}
