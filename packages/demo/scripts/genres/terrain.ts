import type { Rgb } from '../paint/color.js';
import { clamp } from '../paint/noise.js';
import type { Scene } from '../paint/picture.js';

/** A skyline read once per column, since painters ask for it at every pixel. */
export function columns(scene: Scene, line: (x: number) => number): (x: number) => number {
  const { pic } = scene;
  const margin = 40;
  const table = Float32Array.from({ length: Math.ceil((pic.W + 2 * margin) * pic.scale) + 2 }, (_, k) =>
    line(k / pic.scale - margin),
  );
  return (x) => table[clamp(Math.round((x + margin) * pic.scale), 0, table.length - 1)]!;
}

const tmp: [number, number, number] = [0, 0, 0];

export function mix3(a: Rgb, b: Rgb, t: number): Rgb {
  for (let k = 0; k < 3; k += 1) tmp[k] = a[k]! + (b[k]! - a[k]!) * t;
  return tmp;
}

const own: [number, number, number] = [0, 0, 0];

export function mix3own(a: Rgb, b: Rgb, t: number): Rgb {
  for (let k = 0; k < 3; k += 1) own[k] = a[k]! + (b[k]! - a[k]!) * t;
  return own;
}
