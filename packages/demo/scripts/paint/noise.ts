import type { Random } from '../../src/data/random.js';

/** Gradient noise in the plane, and the usual sums of it. */
export interface Noise {
  /** From -1 to 1, smooth. */
  at(x: number, y: number): number;
  /** Octaves of half the size and half the height each, from about -1 to 1. */
  fbm(x: number, y: number, octaves: number): number;
  /** Sharp crests, from 0 to 1. */
  ridge(x: number, y: number, octaves: number): number;
}

/** A step that eases between two edges: 0 below `a`, 1 above `b`. */
export function smooth(a: number, b: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - a) / (b - a)));
  return t * t * (3 - 2 * t);
}

export const clamp = (x: number, low = 0, high = 1): number => Math.min(high, Math.max(low, x));

export function makeNoise(random: Random): Noise {
  const order = random.sample(
    Array.from({ length: 256 }, (_, k) => k),
    256,
  );
  const perm = new Uint8Array(512);
  const gx = new Float32Array(256);
  const gy = new Float32Array(256);
  for (let k = 0; k < 512; k += 1) perm[k] = order[k & 255]!;
  for (let k = 0; k < 256; k += 1) {
    const angle = random.next() * Math.PI * 2;
    gx[k] = Math.cos(angle);
    gy[k] = Math.sin(angle);
  }
  const at = (x: number, y: number): number => {
    const xi = Math.floor(x);
    const yi = Math.floor(y);
    const fx = x - xi;
    const fy = y - yi;
    const X = xi & 255;
    const Y = yi & 255;
    const left = perm[X]!;
    const right = perm[(X + 1) & 255]!;
    const a = perm[left + Y]!;
    const b = perm[right + Y]!;
    const c = perm[left + ((Y + 1) & 255)]!;
    const d = perm[right + ((Y + 1) & 255)]!;
    const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10);
    const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
    const n00 = gx[a]! * fx + gy[a]! * fy;
    const n10 = gx[b]! * (fx - 1) + gy[b]! * fy;
    const n01 = gx[c]! * fx + gy[c]! * (fy - 1);
    const n11 = gx[d]! * (fx - 1) + gy[d]! * (fy - 1);
    const top = n00 + u * (n10 - n00);
    return (top + v * (n01 + u * (n11 - n01) - top)) * 1.5;
  };
  const fbm = (x: number, y: number, octaves: number): number => {
    let sum = 0;
    let height = 0.5;
    for (let k = 0; k < octaves; k += 1) {
      sum += height * at(x, y);
      x = x * 2.03 + 17.3;
      y = y * 2.03 - 9.1;
      height *= 0.5;
    }
    return sum;
  };
  const ridge = (x: number, y: number, octaves: number): number => {
    let sum = 0;
    let height = 0.5;
    let total = 0;
    for (let k = 0; k < octaves; k += 1) {
      const n = 1 - Math.abs(at(x, y));
      sum += height * n * n;
      total += height;
      x = x * 2.03 + 5.7;
      y = y * 2.03 + 3.1;
      height *= 0.5;
    }
    return sum / total;
  };
  return { at, fbm, ridge };
}
