import type { Random } from '../../src/random.js';
import { ramp, rgb } from '../paint/color.js';
import type { Noise } from '../paint/noise.js';
import { clamp, smooth } from '../paint/noise.js';
import type { Picture } from '../paint/picture.js';
import { add, dim, over } from '../paint/picture.js';
import { trainWindow } from './train-window.js';

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

const TURN = Math.PI * 2;

/** Noise that comes back after one turn: the third dimension is a circle. */
function looping(noise: Noise, x: number, y: number, t: number, radius: number, octaves: number): number {
  const a = Math.cos(t * TURN) * radius;
  const b = Math.sin(t * TURN) * radius;
  return (noise.fbm(x + a, y + b, octaves) + noise.fbm(x - b + 41.3, y + a - 17.9, octaves)) * 0.75;
}

const waves: Clip = {
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

const aurora: Clip = {
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

const lava: Clip = {
  name: 'lava-lamp',
  genre: 'flow',
  alt: 'Warm blobs rising, joining and parting like in a lava lamp.',
  seconds: 8,
  width: 540,
  height: 960,
  detail: 0.5,
  prepare: ({ random, width: W, height: H }) => {
    const back = ramp(['#2a1038', '#5a1d4a', '#8f2f45']);
    const body = ramp(['#e8503a', '#f58b4a', '#ffd07a']);
    const blobs = Array.from({ length: 11 }, () => ({
      x: W * (0.22 + random.next() * 0.56),
      y: random.next(),
      r: W * (0.07 + random.next() * 0.1),
      turns: random.int(1, 2),
      sway: random.next() * TURN,
    }));
    return (pic, t) => {
      pic.each((x, y, c) => {
        let field = 0;
        let gx = 0;
        let gy = 0;
        for (const blob of blobs) {
          const bx = blob.x + Math.sin(t * TURN + blob.sway) * W * 0.07;
          const by = H * (0.5 - 0.44 * Math.cos(t * TURN * blob.turns + blob.y * TURN));
          const dx = x - bx;
          const dy = y - by;
          const d = (blob.r * blob.r) / (dx * dx + dy * dy + 60);
          field += d;
          gx += (dx * d) / blob.r;
          gy += (dy * d) / blob.r;
        }
        field += 2.2 * Math.exp(-(H - y) / 60) + 1.2 * Math.exp(-y / 50);
        over(c, back(y / H), 1);
        add(c, rgb('#ff7a4a'), clamp(field * 0.3) * 0.4);
        const inside = smooth(0.96, 1.08, field);
        const length = Math.hypot(gx, gy) + 0.35;
        const light = clamp(0.55 - (gx * 0.45 + gy * 0.6) / length / 1.6 + (field - 1) * 0.07);
        over(c, body(light), inside);
        dim(c, 1 - 0.35 * ((x - W / 2) / (W / 2)) ** 2);
      });
    };
  },
};

const bokeh: Clip = {
  name: 'rain-window',
  genre: 'rain',
  alt: 'Raindrops running down a window at night, lights drifting behind it.',
  seconds: 5,
  width: 480,
  height: 600,
  detail: 1,
  prepare: ({ random, width: W, height: H }) => {
    const tints = ['#ffb45e', '#ff6f61', '#ffe1a8', '#7fc8ff', '#ffd28a'].map(rgb);
    const discs = Array.from({ length: 26 }, (_, k) => ({
      x: random.next() * W,
      y: H * (0.3 + random.next() * 0.5),
      r: 12 + random.next() * 36,
      tint: tints[k % tints.length]!,
      drift: random.int(0, 1) * 2 - 1,
      phase: random.next() * TURN,
      power: 0.2 + random.next() * 0.45,
    }));
    const drops = Array.from({ length: 150 }, () => ({
      x: random.next() * W,
      y: random.next() * H,
      r: 1.2 + random.next() ** 3 * 7,
    }));
    const runners = Array.from({ length: 6 }, () => ({
      x: random.next() * W,
      start: random.next(),
      r: 4.5 + random.next() * 4,
    }));
    const drop = (pic: Picture, back: Float32Array, cx: number, cy: number, r: number): void => {
      const ry = r * 1.22;
      for (let y = Math.max(0, Math.floor(cy - ry - 1)); y <= Math.min(H - 1, cy + ry + 1); y += 1) {
        for (let x = Math.max(0, Math.floor(cx - r - 1)); x <= Math.min(W - 1, cx + r + 1); x += 1) {
          const u = (x - cx) / r;
          const v = (y - cy) / ry;
          const d = Math.hypot(u, v);
          const cover = smooth(1.05, 0.85, d);
          if (cover === 0) continue;
          const sx = clamp(Math.round(cx - u * 90), 0, W - 1);
          const sy = clamp(Math.round(cy - v * 130), 0, H - 1);
          const spark = Math.exp(-((u + 0.35) ** 2 + (v + 0.4) ** 2) * 22) * 0.8;
          const edge = 0.6 + 0.6 * Math.sqrt(Math.max(0, 1 - d * d));
          for (let k = 0; k < 3; k += 1) {
            const at = (y * pic.width + x) * 3 + k;
            pic.data[at] =
              pic.data[at]! * (1 - cover) + (back[(sy * pic.width + sx) * 3 + k]! * edge + spark) * cover;
          }
        }
      }
    };
    return (pic, t) => {
      const top = rgb('#0b1626');
      const low = rgb('#24405a');
      pic.each((x, y, c) => {
        const f = y / H;
        over(
          c,
          [top[0] + (low[0] - top[0]) * f, top[1] + (low[1] - top[1]) * f, top[2] + (low[2] - top[2]) * f],
          1,
        );
        for (const disc of discs) {
          const dx = x - disc.x - Math.sin(t * TURN + disc.phase) * 26 * disc.drift;
          const d = Math.hypot(dx, y - disc.y) / disc.r;
          if (d > 1.1) continue;
          const p = smooth(1.08, 0.9, d) * (0.65 + 0.35 * smooth(0.5, 1, d)) * disc.power;
          for (let k = 0; k < 3; k += 1) c[k] = 1 - (1 - c[k]!) * (1 - disc.tint[k]! * p);
        }
      });
      const back = pic.data.slice();
      for (const d of drops) drop(pic, back, d.x, d.y, d.r);
      for (const runner of runners) {
        // falls in starts and stops, once per loop
        const q = (t + runner.start) % 1;
        const y = (q + 0.06 * Math.sin(q * TURN * 4)) * (H + 120) - 60;
        for (let k = 1; k < 9; k += 1)
          drop(
            pic,
            back,
            runner.x + Math.sin(y * 0.02 - k) * 2,
            y - k * 22,
            Math.max(1, runner.r * (0.45 - k * 0.04)),
          );
        drop(pic, back, runner.x + Math.sin(y * 0.02) * 2, y, runner.r);
      }
    };
  },
};

const jelly: Clip = {
  name: 'deep-light',
  genre: 'underwater',
  alt: 'Shafts of light wandering through deep blue water.',
  seconds: 6,
  width: 800,
  height: 600,
  detail: 0.5,
  prepare: ({ noise, random, width: W, height: H }) => {
    const deep = ramp(['#1b7f9a', '#0d4a6c', '#062444', '#030f22']);
    const motes = Array.from({ length: 70 }, () => ({
      x: random.next() * W,
      y: random.next(),
      s: 0.3 + random.next() * 0.7,
      p: random.next() * TURN,
    }));
    return (pic, t) => {
      pic.each((x, y, c) => {
        over(c, deep(clamp(y / H + looping(noise, x * 0.0016, y * 0.0016, t, 0.2, 2) * 0.14)), 1);
        const a = Math.atan2(x - W * 0.42, y + H * 0.4);
        const ray = smooth(0, 0.5, looping(noise, a * 8, 1, t, 0.22, 3) + 0.06);
        add(c, [0.55, 0.9, 0.95], ray * 0.42 * Math.exp((-y / H) * 2));
        const caustic = 1 - Math.abs(looping(noise, x * 0.006, y * 0.016, t, 0.5, 2)) * 4;
        add(c, [0.6, 0.95, 1], clamp(caustic) ** 3 * 0.3 * Math.exp((-y / H) * 4.5));
      });
      for (const mote of motes) {
        const y = (((mote.y - t) % 1) + 1) % 1;
        const px = Math.floor(clamp(mote.x + Math.sin(t * TURN + mote.p) * 12, 0, W - 2) * pic.scale);
        const at = (Math.floor(y * (H - 2) * pic.scale) * pic.width + px) * 3;
        add(pic.data.subarray(at, at + 3), [0.8, 1, 1], mote.s * 0.5 * Math.sin(y * Math.PI));
      }
    };
  },
};

const clouds: Clip = {
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

export const CLIPS: readonly Clip[] = [waves, aurora, lava, bokeh, jelly, clouds, trainWindow];
