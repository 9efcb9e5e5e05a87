import type { Ramp, Rgb } from '../paint/color.js';
import { ramp, rgb } from '../paint/color.js';
import { clamp, smooth } from '../paint/noise.js';
import type { Picture, Scene } from '../paint/picture.js';
import { add, over } from '../paint/picture.js';

/** A time of day: sky from the zenith to the horizon, light, haze and the darkest foreground. */
export interface Hour {
  readonly name: string;
  readonly sky: Ramp;
  readonly sun: Rgb;
  readonly haze: Rgb;
  readonly dark: Rgb;
  readonly cloud: Rgb;
  readonly night?: boolean;
}

const hour = (name: string, sky: string[], sun: string, haze: string, dark: string, cloud: string): Hour => ({
  name,
  sky: ramp(sky),
  sun: rgb(sun),
  haze: rgb(haze),
  dark: rgb(dark),
  cloud: rgb(cloud),
});

export const HOURS: readonly Hour[] = [
  hour('at dawn', ['#3d5a80', '#8fa9c4', '#e7c8b6', '#f7d9a8'], '#fff1d0', '#e9c9b5', '#1f2d3d', '#f4d7c4'),
  hour(
    'at dusk',
    ['#1f2347', '#5b3a6e', '#c2566a', '#f39a5b', '#fbd28a'],
    '#ffd9a0',
    '#d97b6c',
    '#161426',
    '#f0958a',
  ),
  hour(
    'in the morning',
    ['#4a86b8', '#8dbcd6', '#cfe3e6', '#f3efe0'],
    '#fffbe9',
    '#c7dbe2',
    '#1d3b40',
    '#ffffff',
  ),
  hour(
    'in the blue hour',
    ['#0d1b33', '#1e3a5f', '#46709a', '#9dbbcf'],
    '#dfeaf5',
    '#7d9fbb',
    '#0a1524',
    '#a9c1d6',
  ),
  hour(
    'in golden light',
    ['#6b6f8f', '#c39a86', '#f2c27c', '#fde6ae'],
    '#fff3c4',
    '#f0cf9a',
    '#3a2a1e',
    '#fbe3bd',
  ),
  hour(
    'in winter light',
    ['#8ba3b8', '#b9cad6', '#dfe6ea', '#f6efe9'],
    '#ffffff',
    '#d3dde4',
    '#2b3a48',
    '#ffffff',
  ),
  hour(
    'under a rose sky',
    ['#584d7c', '#9a6d9a', '#dd97a6', '#f8cdb9'],
    '#ffe9d6',
    '#d7a3b4',
    '#241f38',
    '#f7bfc0',
  ),
  hour(
    'after the storm',
    ['#27343c', '#4c6068', '#86979a', '#d5cfae'],
    '#fff2bd',
    '#97a5a2',
    '#12191b',
    '#b9bfb6',
  ),
  hour(
    'in green evening light',
    ['#12343b', '#2c6e6b', '#8fb996', '#f2e3a6'],
    '#fff5c2',
    '#9fc2a2',
    '#0b2022',
    '#d4e3b8',
  ),
];

/** Paints a sky with fair-weather or streaked clouds down to `horizon` (nominal pixels) and a little below. */
export function paintSky(scene: Scene, at: Hour, horizon: number, cloudiness = 0.5): void {
  const { pic, noise } = scene;
  const stretch = 1 / (pic.W * 0.34);
  pic.each((x, y, c) => {
    const t = clamp(y / horizon);
    over(c, at.sky(t ** 1.15), 1);
    const depth = 0.25 + t;
    const warp = noise.fbm(x * stretch * 0.8, y * stretch * 2.2, 3);
    const n = noise.fbm(x * stretch * depth + warp * 0.5, y * stretch * 3.4 * depth + warp * 0.3 + 7, 5);
    const cover = smooth(0.02, 0.5, n + (cloudiness - 0.5) * 0.5) * cloudiness;
    const light =
      noise.fbm(x * stretch * depth + warp * 0.5, y * stretch * 3.4 * depth + warp * 0.3 + 7.12, 4) - n;
    over(c, at.cloud, clamp(cover * (0.55 + light * 2.2)));
  });
}

/** A disc with a halo. */
export function paintSun(pic: Picture, cx: number, cy: number, radius: number, light: Rgb, halo = 1): void {
  pic.each((x, y, c) => {
    const d = Math.hypot(x - cx, y - cy);
    const g = Math.exp(-d / (radius * 5)) * 0.55 * halo + Math.exp(-d / (radius * 1.6)) * 0.35 * halo;
    for (let k = 0; k < 3; k += 1) c[k] = 1 - (1 - c[k]!) * (1 - clamp(light[k]! * g));
    over(c, light, smooth(radius + 1, radius - 1, d));
  });
}

/** Stars of many sizes and a few colours; dimmer ones are far more frequent. */
export function paintStars(scene: Scene, count: number, bottom: number): void {
  const { pic, random } = scene;
  const tints: readonly Rgb[] = [rgb('#ffffff'), rgb('#cfe0ff'), rgb('#ffe9c9'), rgb('#e6edff')];
  for (let k = 0; k < count; k += 1) {
    const sx = random.next() * pic.W;
    const sy = random.next() * bottom;
    const bright = random.next() ** 7;
    splat(
      pic,
      sx,
      sy,
      0.55 + bright * 1.5,
      random.pick(tints),
      (0.22 + bright) * (1 - smooth(0.6, 1, sy / bottom) * 0.7),
    );
  }
}

/** A small round light. */
export function splat(
  pic: Picture,
  cx: number,
  cy: number,
  radius: number,
  color: Rgb,
  amount: number,
): void {
  const s = pic.scale;
  const r = Math.max(0.6, radius * s);
  const reach = Math.ceil(r * 3);
  const px = cx * s;
  const py = cy * s;
  for (let row = Math.floor(py) - reach; row <= py + reach; row += 1) {
    for (let column = Math.floor(px) - reach; column <= px + reach; column += 1) {
      if (row < 0 || column < 0 || row >= pic.height || column >= pic.width) continue;
      const d = ((column + 0.5 - px) ** 2 + (row + 0.5 - py) ** 2) / (r * r);
      const at = (row * pic.width + column) * 3;
      add(pic.data.subarray(at, at + 3), color, amount * Math.exp(-d * 1.6));
    }
  }
}
