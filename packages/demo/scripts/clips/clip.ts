import type { Random } from '../../src/data/random.js';
import type { Noise } from '../paint/noise.js';
import type { Picture } from '../paint/picture.js';

export interface ClipSet {
  readonly random: Random;
  readonly noise: Noise;
  readonly width: number;
  readonly height: number;
}

/** Paints the moment `t` of the loop, from 0 to just below 1; at 1 the picture is that of 0 again. */
export type Frame = (pic: Picture, t: number) => void | Promise<void>;

export interface Clip {
  readonly name: string;
  readonly genre: string;
  readonly alt: string;
  readonly seconds: number;
  readonly width: number;
  readonly height: number;
  /** Share of the size at which it is painted. */
  readonly detail: number;
  readonly prepare: (set: ClipSet) => Frame;
}

export const TURN = Math.PI * 2;

/** Noise that comes back after one turn: the third dimension is a circle. */
export function looping(
  noise: Noise,
  x: number,
  y: number,
  t: number,
  radius: number,
  octaves: number,
): number {
  const a = Math.cos(t * TURN) * radius;
  const b = Math.sin(t * TURN) * radius;
  return (noise.fbm(x + a, y + b, octaves) + noise.fbm(x - b + 41.3, y + a - 17.9, octaves)) * 0.75;
}
