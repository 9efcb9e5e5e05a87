/** Where a PNG's first chunk begins, after its signature. */
const FIRST_CHUNK = 8;

/** Whether a PNG has an animation chunk before its pixels. */
const hasFrames = (bytes: DataView, textAt: (place: number) => string): boolean => {
  for (let place = FIRST_CHUNK; place + 8 <= bytes.byteLength; place += 12 + bytes.getUint32(place)) {
    const type = textAt(place + 4);
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
  }
  return false;
};

/** Whether an AVIF names image sequences in its first box. */
const isSequence = (bytes: DataView, textAt: (place: number) => string): boolean => {
  const end = Math.min(bytes.byteLength, bytes.getUint32(0));
  for (let place = 8; place + 4 <= end; place += 4) if (textAt(place) === 'avis') return true;
  return false;
};

/** Enough of a file for the headers in question. */
const HEAD_BYTES = 64 * 1024;

/** Whether a picture moves, by its first bytes. Takes every GIF for an animation. */
export const isAnimated = async (file: Blob): Promise<boolean> => {
  const bytes = new DataView(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const textAt = (place: number): string =>
    place + 4 > bytes.byteLength
      ? ''
      : String.fromCharCode(...[0, 1, 2, 3].map((index) => bytes.getUint8(place + index)));
  if (textAt(0) === 'GIF8') return true;
  if (textAt(0) === '\x89PNG') return hasFrames(bytes, textAt);
  if (textAt(8) === 'WEBP')
    return textAt(12) === 'VP8X' && bytes.byteLength > 20 && (bytes.getUint8(20) & 2) !== 0;
  return textAt(4) === 'ftyp' && isSequence(bytes, textAt);
};
