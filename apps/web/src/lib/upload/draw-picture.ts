import { t } from '@lingui/core/macro';
import { isCanvasReadable } from './readable-canvas';

/** A part of a picture, in its own pixels. */
export interface CropArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const SPOILED = t`Your browser does not let pages read pictures that they draw. Allow it for this site and try again.`;

/**
 * Redraws a picture upright, with its longer side at most `longest` pixels: WebP if the browser supports it, else
 * PNG.
 * @param area the part to crop to; defaults to the whole picture
 * @throws Error if the picture cannot be read, or would be spoiled
 */
export const drawPicture = async (address: string, longest: number, area?: CropArea): Promise<Blob> => {
  const image = new Image();
  image.src = address;
  await image.decode();
  if (!isCanvasReadable()) throw new Error(SPOILED);
  const { x, y, width, height } = area ?? {
    x: 0,
    y: 0,
    width: image.naturalWidth,
    height: image.naturalHeight,
  };
  const scale = Math.min(1, longest / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error(t`This browser cannot draw pictures.`);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92));
  if (!blob) throw new Error(t`This picture cannot be read.`);
  return blob;
};
