import { ramp, rgb } from '../paint/color.js';
import { clamp, smooth } from '../paint/noise.js';
import { add, dim, over } from '../paint/picture.js';
import type { Clip } from './clip.js';
import { TURN, looping } from './clip.js';

export const lava: Clip = {
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

export const jelly: Clip = {
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
