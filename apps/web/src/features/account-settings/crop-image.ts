/** A part of a picture, in its own pixels. */
export interface CropArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

const load = async (address: string): Promise<HTMLImageElement> => {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
};

/**
 * Cuts a picture to an area, upright and no wider than `widest` pixels; WebP where the browser makes it, else PNG.
 * @throws Error where the picture cannot be read
 */
export const cropImage = async (address: string, area: CropArea, widest: number): Promise<File> => {
  const image = await load(address);
  const scale = Math.min(1, widest / area.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(area.width * scale));
  canvas.height = Math.max(1, Math.round(area.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot cut pictures.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92));
  if (!blob) throw new Error('This picture cannot be read.');
  return new File([blob], 'picture', { type: blob.type });
};
