/** The `d` of an SVG path on a square of 8 by 8: the pattern of a seed. */
export const facePath = (seed: number): string =>
  Array.from({ length: 64 }, (_unused, at) => at)
    .filter((at) => ((seed >>> (at % 16)) ^ (at >>> 2)) & 1)
    .map((at) => `M${at % 8} ${at >>> 3}h1v1h-1`)
    .join('');
