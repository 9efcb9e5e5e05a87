import type { Rgb } from './color.js';
import { clamp, smooth } from './noise.js';
import type { Picture } from './picture.js';
import { dim, over } from './picture.js';

/** Half widths from the top (0) to the foot (1), as [height, half width] in units of the object's height. */
export type Profile = readonly (readonly [number, number])[];

export interface Turned {
  readonly profile: Profile;
  /** Centre of the foot, nominal pixels. */
  readonly x: number;
  readonly y: number;
  readonly height: number;
  /** How much the rings are seen from above: 0 from the side, 0.3 from well above. */
  readonly tilt: number;
  /** Colour of the surface at a height (0 top to 1 foot) and angle (-1 left to 1 right). */
  readonly color: (t: number, side: number, x: number, y: number) => Rgb;
  /** 0 matt to 1 glazed. */
  readonly gloss: number;
  /** A hollow vessel shows its dark inside. */
  readonly hollow?: Rgb;
}

/** Where the light comes from: left, above, in front. */
const LIGHT = [-0.56, -0.5, 0.66] as const;

/** A smooth curve through the points (Catmull–Rom), sampled at `t` from 0 to 1. */
function sample(profile: Profile, t: number): number {
  let i = 0;
  while (i < profile.length - 2 && t > profile[i + 1]![0]) i += 1;
  const p0 = profile[Math.max(0, i - 1)]!;
  const p1 = profile[i]!;
  const p2 = profile[i + 1]!;
  const p3 = profile[Math.min(profile.length - 1, i + 2)]!;
  const u = clamp((t - p1[0]) / Math.max(1e-6, p2[0] - p1[0]));
  const slope1 = ((p2[1] - p0[1]) / Math.max(1e-6, p2[0] - p0[0])) * (p2[0] - p1[0]);
  const slope2 = ((p3[1] - p1[1]) / Math.max(1e-6, p3[0] - p1[0])) * (p2[0] - p1[0]);
  const u2 = u * u;
  const u3 = u2 * u;
  return (
    (2 * u3 - 3 * u2 + 1) * p1[1] +
    (u3 - 2 * u2 + u) * slope1 +
    (-2 * u3 + 3 * u2) * p2[1] +
    (u3 - u2) * slope2
  );
}

/** Paints a turned body, lit from the upper left, with a soft shadow on the table. */
export function turn(pic: Picture, body: Turned): void {
  const { x: cx, y: foot, height: h, tilt } = body;
  const steps = 400;
  const radii = Float32Array.from(
    { length: steps + 1 },
    (_, k) => Math.max(0.002, sample(body.profile, k / steps)) * h,
  );
  const radius = (t: number): number => radii[Math.round(clamp(t) * steps)]!;
  const widest = radii.reduce((most, r) => Math.max(most, r), 0);
  const top = foot - h;
  const footR = radius(1);
  shadow(pic, cx, foot, widest, footR, h, tilt);
  const rim = radius(0);
  pic.each(
    (x, y, c) => {
      const dx = x - cx;
      if (Math.abs(dx) > widest + 2) return;
      if (body.hollow) {
        const e = (dx / rim) ** 2 + ((y - top) / Math.max(1, rim * tilt)) ** 2;
        const inside = smooth(1.02, 0.98, Math.sqrt(e));
        if (inside > 0 && y < top + rim * tilt * Math.sqrt(Math.max(0, 1 - (dx / rim) ** 2))) {
          const k = 0.55 + 0.6 * clamp((dx / rim + 1) / 2) - 0.25 * clamp((y - top) / (rim * tilt) + 0.6);
          over(c, [body.hollow[0] * k, body.hollow[1] * k, body.hollow[2] * k], inside);
          return;
        }
      }
      // the front of a ring hangs below its centre; two rounds of correction are enough
      let t = (y - top) / h;
      let nz = 0;
      for (let k = 0; k < 3; k += 1) {
        const r = radius(t);
        nz = Math.sqrt(Math.max(0, 1 - (dx / r) ** 2));
        t = (y - top - tilt * r * nz) / h;
      }
      if (t < -0.004 || t > 1.004) return;
      const r = radius(t);
      const side = dx / r;
      const cover = smooth(0, 1.4, r - Math.abs(dx));
      if (cover === 0) return;
      const slope = (radius(t + 0.012) - radius(t - 0.012)) / (0.024 * h);
      const length = Math.sqrt(1 + slope * slope);
      const nx = side / length;
      const ny = -slope / length;
      const n = nz / length;
      const lambert = clamp(nx * LIGHT[0] + ny * LIGHT[1] + n * LIGHT[2]);
      const color = body.color(clamp(t), side, x, y);
      const bounce = 0.1 * clamp(side) + 0.07 * clamp(t - 0.6);
      const shade = 0.2 + 0.9 * lambert + bounce;
      const half = nx * -0.36 + ny * -0.32 + n * 0.88;
      const shine = body.gloss * (clamp(half) ** 60 * 0.75 + clamp(half) ** 14 * 0.12);
      const contact = 1 - 0.35 * Math.exp((t - 1) * 22);
      over(
        c,
        [
          color[0] * shade * contact + shine,
          color[1] * shade * contact + shine,
          color[2] * shade * contact + shine,
        ],
        cover,
      );
      if (body.hollow && t < 0.012)
        over(
          c,
          [Math.min(1, color[0] * 1.25), Math.min(1, color[1] * 1.25), Math.min(1, color[2] * 1.25)],
          0.5 * cover,
        );
    },
    top - rim * tilt - 2,
    foot + footR * tilt + 2,
  );
}

/** A long soft shadow to the right and a tight dark one at the foot. */
function shadow(
  pic: Picture,
  cx: number,
  foot: number,
  widest: number,
  footR: number,
  h: number,
  tilt: number,
): void {
  const flat = Math.max(0.12, tilt);
  pic.each(
    (x, y, c) => {
      const along = (x - cx) / (h * 0.75 + widest);
      const u = x - cx - clamp(along) * 0;
      const v = (y - foot) / flat;
      const lean = v - u * 0.12;
      const width = widest * (0.9 + 0.25 * clamp(along));
      const length =
        u > 0 ? Math.exp(-((u / (h * 0.7 + widest)) ** 2) * 1.6) : Math.exp(-((u / (footR * 1.1)) ** 2) * 2);
      const cast = length * Math.exp(-((lean / width) ** 2) * 1.7) * 0.5;
      const tight = Math.exp(-(((u / (footR * 1.16)) ** 2 + (v / (footR * 1.16)) ** 2) ** 2)) * 0.42;
      dim(c, (1 - cast) * (1 - tight));
    },
    foot - widest * flat * 2.2,
    foot + widest * flat * 2.6,
  );
}

/** A lit ball with its shadow, for fruit and the like. */
export function ball(
  pic: Picture,
  cx: number,
  foot: number,
  radius: number,
  color: (u: number, v: number) => Rgb,
  gloss: number,
  squash = 1,
): void {
  const profile: [number, number][] = Array.from({ length: 21 }, (_, k) => {
    const t = k / 20;
    return [t, (Math.sqrt(Math.max(0, 1 - (2 * t - 1) ** 2)) * 0.5) / squash];
  });
  turn(pic, {
    profile,
    x: cx,
    y: foot,
    height: radius * 2 * squash,
    tilt: 0.06,
    color: (t, side) => color(side, t),
    gloss,
  });
}
