import { ramp, rgb } from '../paint/color.js';
import { clamp, smooth } from '../paint/noise.js';
import { add, over } from '../paint/picture.js';
import type { Clip } from './clip.js';
import { TURN, looping } from './clip.js';

export const waves: Clip = {
  name: 'waves-at-dusk',
  genre: 'sea',
  alt: 'Slow waves at dusk, the low sun breaking up on the water.',
  seconds: 6,
  width: 960,
  height: 540,
  detail: 0.5,
  prepare: ({ noise, width: W, height: H }) => {
    const sky = ramp(['#1f2347', '#5b3a6e', '#c2566a', '#f39a5b', '#fbd28a']);
    const sun = rgb('#ffd9a0');
    const deep = rgb('#1a1630');
    const horizon = H * 0.46;
    return (pic, t) => {
      pic.each((x, y, c) => {
        if (y < horizon) {
          const n = looping(noise, x * 0.002 + 5, y * 0.012, t, 0.06, 4);
          over(c, sky(clamp(y / horizon + n * 0.06)), 1);
          const d = Math.hypot(x - W * 0.58, y - horizon + H * 0.06);
          add(c, sun, Math.exp(-d / 90) * 0.5);
          over(c, sun, smooth(27, 24, d));
          return;
        }
        const d = (y - horizon) / (H - horizon);
        const z = 1 / (d * 0.95 + 0.05);
        const u = (x - W / 2) * z * 0.0016;
        const w =
          looping(noise, u * 1.1, z * 2.4, t, 0.42, 3) + 0.4 * looping(noise, u * 3 + 9, z * 5.4, t, 0.5, 2);
        over(c, sky(clamp(0.95 - d * 0.7 + w * 0.25)), 1);
        over(c, deep, clamp(0.3 + d * 0.45 - w * 0.5));
        const path = Math.exp(-(((x - W * 0.58) / (W * (0.04 + d * 0.14))) ** 2));
        add(c, sun, smooth(0.08, 0.45, w) * path * 0.8);
      });
    };
  },
};

export const aurora: Clip = {
  name: 'aurora',
  genre: 'aurora',
  alt: 'Green and violet northern lights moving over dark hills.',
  seconds: 6,
  width: 960,
  height: 540,
  detail: 0.5,
  prepare: ({ noise, random, width: W, height: H }) => {
    const sky = ramp(['#04080f', '#0b1e2d', '#153442']);
    const low = rgb('#3dffa2');
    const high = rgb('#7a5cff');
    const stars = Array.from(
      { length: 240 },
      () => [random.next() * W, random.next() * H * 0.7, random.next() ** 3] as const,
    );
    const hill = (x: number): number => H * (0.86 - 0.09 * (noise.fbm(x * 0.0022, 3, 5) + 0.4));
    return (pic, t) => {
      pic.each((x, y, c) => {
        over(c, sky(y / H), 1);
        for (let k = 0; k < 2; k += 1) {
          const bend = looping(noise, x * 0.0012 + k * 9, k * 7.7, t, 0.12, 3) * H * 0.3;
          const d = (H * (0.62 - k * 0.16) + bend - y) / (H * 0.42);
          if (d < -0.2) continue;
          const fine = looping(noise, x * 0.016 + bend * 0.01 + k * 5, d * 0.3, t, 0.5, 2);
          const slow = looping(noise, x * 0.004 + k * 30, 2, t, 0.25, 2);
          const rise = d < 0 ? Math.exp(-((d / 0.06) ** 2)) : Math.exp(-d * 2.3);
          const power = clamp((0.45 + slow) * (0.7 + fine * 1.2)) * rise * 0.85;
          const hue = smooth(0.1, 0.8, d);
          for (let i = 0; i < 3; i += 1)
            c[i] = 1 - (1 - c[i]!) * (1 - clamp((low[i]! + (high[i]! - low[i]!) * hue) * power));
        }
        over(c, rgb('#03060a'), smooth(-1.5, 1.5, y - hill(x)));
      });
      for (const [x, y, b] of stars) {
        if (y > hill(x)) continue;
        const column = Math.floor(x * pic.scale);
        const at = (Math.floor(y * pic.scale) * pic.width + column) * 3;
        const twinkle = 0.7 + 0.3 * Math.sin(t * TURN * (1 + Math.floor(b * 3)) + x);
        add(pic.data.subarray(at, at + 3), [1, 1, 1], (0.12 + b * 0.7) * twinkle);
      }
    };
  },
};

export const clouds: Clip = {
  name: 'fog-over-hills',
  genre: 'forest',
  alt: 'Fog drifting between dark hills in the morning.',
  seconds: 8,
  width: 960,
  height: 540,
  detail: 0.5,
  prepare: ({ noise, width: W, height: H }) => {
    const sky = ramp(['#8fa9c4', '#e7c8b6', '#f7d9a8']);
    const haze = rgb('#ecd5c2');
    const dark = rgb('#22333f');
    const lines = Array.from(
      { length: 5 },
      (_, k) => (x: number) =>
        H *
        (0.44 +
          0.12 * k -
          (0.2 - 0.016 * k) * (noise.fbm(x * (0.0014 + k * 0.0004) + k * 13, k * 5.5, 5) * 0.9 + 0.25)),
    );
    const tables = lines.map((line) => Float32Array.from({ length: W + 2 }, (_, x) => line(x)));
    return (pic, t) => {
      pic.each((x, y, c) => {
        over(c, sky(y / (H * 0.6)), 1);
        for (const [k, table] of tables.entries()) {
          const top = table[Math.round(x)]!;
          const near = k / 4;
          const cover = smooth(-1.2, 1.2, y - top);
          if (cover > 0) {
            const f = 0.2 + 0.75 * near;
            over(
              c,
              [
                haze[0] + (dark[0] - haze[0]) * f,
                haze[1] + (dark[1] - haze[1]) * f,
                haze[2] + (dark[2] - haze[2]) * f,
              ],
              cover,
            );
          }
          const n = looping(noise, x * 0.0024 + k * 17, y * 0.008, t, 0.24, 4);
          const band = Math.exp(-(((y - H * (0.5 + 0.11 * k)) / (H * 0.075)) ** 2));
          over(c, haze, clamp(band * (0.5 + n * 1.5)) * (0.85 - near * 0.35));
        }
      });
    };
  },
};
