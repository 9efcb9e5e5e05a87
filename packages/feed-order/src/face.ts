/** Squares in a row and in a column of a face. */
export const FACE_SIDE = 8;

/**
 * The face of a seed, a row per number: bit 0 is the square at the left. Each row is its own mirror image, so half of the
 * squares decide: 32, one for each bit of a hash that maps no two seeds to one number (docs/feed-order.md).
 */
export const faceRows = (seed: number): number[] => {
  let hash = (seed + 1) * 0x9e3779b1;
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  hash ^= hash >>> 16;
  return Array.from({ length: FACE_SIDE }, (_unused, row) => {
    const half = (hash >>> (row * 4)) & 15;
    return half | ((half & 1) << 7) | ((half & 2) << 5) | ((half & 4) << 3) | ((half & 8) << 1);
  });
};

/** The face of a seed as the `d` of an SVG path, on a square of 8 by 8: a bar for each run of filled squares. */
export const facePath = (seed: number): string =>
  faceRows(seed)
    .flatMap((row, y) =>
      [...row.toString(2).padStart(FACE_SIDE, '0').matchAll(/1+/g)].map(
        // a row is its own mirror image, so its digits read the same from both sides
        ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}`,
      ),
    )
    .join('');
