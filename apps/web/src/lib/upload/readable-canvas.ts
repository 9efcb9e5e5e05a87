/** Some colour that no protection answers by chance. */
const SAMPLE = [12, 120, 210, 255];
/** Protections that do not spoil a picture change values by one or two. */
const NEARLY = 8;

/**
 * Whether the browser gives back what a page draws. Some protect against fingerprinting by noise or white in its place,
 * which must not be uploaded as a user's picture.
 */
export const isCanvasReadable = (): boolean => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [4, 4];
  const context = canvas.getContext('2d');
  if (!context) return false;
  context.fillStyle = `rgb(${SAMPLE.slice(0, 3).join(' ')})`;
  context.fillRect(0, 0, 4, 4);
  const { data } = context.getImageData(0, 0, 4, 4);
  return data.every((value, index) => Math.abs(value - SAMPLE[index % 4]!) <= NEARLY);
};
