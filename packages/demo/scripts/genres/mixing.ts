import type { Rgb } from '../paint/color.js';

const tmp: [number, number, number] = [0, 0, 0];

export function mix3(a: Rgb, b: Rgb, t: number): Rgb {
  const r = a[0] + (b[0] - a[0]) * t;
  const g = a[1] + (b[1] - a[1]) * t;
  const bl = a[2] + (b[2] - a[2]) * t;
  tmp[0] = r;
  tmp[1] = g;
  tmp[2] = bl;
  return [r, g, bl];
}
