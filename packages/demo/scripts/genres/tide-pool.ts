import type { Rgb } from '../paint/color.js';
import { lighten, rgb } from '../paint/color.js';
import { clamp, smooth } from '../paint/noise.js';
import type { Painter } from '../paint/picture.js';
import { add, dim, over } from '../paint/picture.js';

export const tidePool: Painter = (scene) => {
  const { pic, random, noise, variant } = scene;
  const { W, H } = pic;
  const size = Math.min(W, H);
  const stones = [
    ['#a89a88', '#6f7a80', '#d8c8ae', '#5d5a60', '#b98f78', '#efe2cc'],
    ['#8d9fa2', '#56707a', '#c3cfc6', '#d9d0b8', '#3f525c', '#a88f7c'],
    ['#a37f6a', '#7c5b4f', '#c7a88d', '#5b4a48', '#8f8a80', '#d8c5ab'],
    ['#7f9184', '#b0bd9f', '#54645f', '#d6d0b0', '#e6d8b8', '#8f7a6f'],
  ][variant % 4]!.map(rgb);
  const water = rgb(['#2f8f9a', '#1f6f86', '#3f9f8f', '#2a7f77'][variant % 4]!);
  const cell = size / (5 + (variant % 3) * 2);
  const jitter = (i: number, j: number, k: number): number => {
    let h =
      Math.imul(i + 911, 0x27d4eb2d) ^
      Math.imul(j + 577, 0x165667b1) ^
      Math.imul(k + variant * 31, 0x9e3779b1);
    h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
  };
  const ground = (px: number, py: number): [number, number, number] => {
    const gx = px / cell;
    const gy = py / cell;
    const i0 = Math.floor(gx);
    const j0 = Math.floor(gy);
    let best = 9;
    let second = 9;
    let id = 0;
    for (let j = j0 - 1; j <= j0 + 1; j += 1) {
      for (let i = i0 - 1; i <= i0 + 1; i += 1) {
        const dx = i + 0.15 + 0.7 * jitter(i, j, 1) - gx;
        const dy = j + 0.15 + 0.7 * jitter(i, j, 2) - gy;
        const d = Math.hypot(dx, dy) * (0.8 + 0.4 * jitter(i, j, 3));
        if (d < best) {
          second = best;
          best = d;
          id = i * 57 + j * 131;
        } else if (d < second) second = d;
      }
    }
    const edge = second - best;
    return [smooth(0, 0.55, edge) ** 0.7, edge, id];
  };
  const stars = Array.from({ length: 2 + (variant % 3) }, (_, k) => ({
    x: W * (0.2 + 0.6 * ((k * 0.55 + random.next() * 0.3) % 1)),
    y: H * (0.2 + 0.6 * ((k * 0.37 + random.next() * 0.3) % 1)),
    r: size * (0.1 + random.next() * 0.09),
    turn: random.next() * 6,
    color: rgb(random.pick(['#d9673f', '#c2484f', '#e0974a', '#8a4f7d', '#d98f8a'])),
  }));
  const starHeight = (x: number, y: number): [number, Rgb] | undefined => {
    for (const star of stars) {
      const dx = x - star.x;
      const dy = y - star.y;
      const d = Math.hypot(dx, dy) / star.r;
      if (d > 1.25) continue;
      const a = Math.atan2(dy, dx) + star.turn + Math.sin(d * 2) * 0.12;
      const arm = ((((a / (Math.PI * 2)) * 5) % 1) + 1) % 1;
      const off = Math.abs(arm - 0.5) * 2;
      const width = 0.2 + 0.16 * (1 - d) + 0.05;
      const across = ((1 - off) * d * 0.62) / Math.max(0.02, width * (1.12 - d));
      if (d > 1.05 || across > 1) {
        if (d > 0.34) continue;
      }
      const h = Math.sqrt(Math.max(0, 1 - Math.min(1, across) ** 2)) * (1 - d * 0.55) * smooth(1.06, 0.9, d);
      return [h + 0.06 * noise.at(dx * 0.22, dy * 0.22), star.color];
    }
    return undefined;
  };
  const e = 1.6;
  pic.each((x, y, c) => {
    const depth = 0.45 + noise.fbm(x * 0.0013, y * 0.0013, 3) * 0.7;
    const bend = noise.fbm(x * 0.009, y * 0.009, 2) * size * 0.012;
    const px = x + bend;
    const py = y + bend * 0.7;
    const star = starHeight(px, py);
    let light: number;
    if (star) {
      const h = star[0];
      const hx = (starHeight(px + e, py)?.[0] ?? 0) - h;
      const hy = (starHeight(px, py + e)?.[0] ?? 0) - h;
      light = clamp(0.75 - (hx + hy) * -6, 0.3, 1.35);
      over(c, star[1], 1);
      const dots = smooth(0.25, 0.5, noise.at(px * 0.16, py * 0.16));
      over(c, lighten(star[1], 0.16), dots * 0.6);
    } else {
      const [h, edge, id] = ground(px, py);
      const [hx] = ground(px + e, py);
      const [hy] = ground(px, py + e);
      light = clamp(0.82 + (h - hx + (h - hy)) * 2.6, 0.35, 1.35);
      const stone = stones[Math.abs(id) % stones.length]!;
      over(c, lighten(stone, (jitter(id, 3, 5) - 0.5) * 0.12), 1);
      dim(c, 1 + noise.fbm(px * 0.03, py * 0.03, 4) * 0.4 + noise.fbm(px * 0.2, py * 0.2, 2) * 0.14);
      over(c, rgb('#1c2422'), 0.8 * (1 - smooth(0, 0.16, edge)));
      // weed on some of the stones
      over(c, rgb('#5f7a3c'), smooth(0.12, 0.5, noise.fbm(px * 0.006 + 40, py * 0.006, 4)) * 0.5 * h);
    }
    dim(c, light);
    over(c, water, clamp(0.1 + depth * 0.42) * 0.55);
    dim(c, 1.22);
    const caustic = noise.ridge(x * 0.0085 + 3, y * 0.0085, 2);
    add(c, [0.85, 1, 0.95], clamp((caustic - 0.7) * 3.4) ** 1.5 * 0.6 * clamp(depth + 0.25));
    const sky = smooth(0.16, 0.5, noise.fbm(x * 0.0018 + 70, y * 0.005, 3));
    over(c, [0.92, 0.97, 0.98], sky * 0.22);
  });
  pic.finish(random, 0.02, 0.24);
  return Promise.resolve('A tide pool from above: stones, starfish and light on the water.');
};
