import { rgb } from '../paint/color.js';
import { clamp, smooth } from '../paint/noise.js';
import type { Picture } from '../paint/picture.js';
import { over } from '../paint/picture.js';
import type { Clip } from './clip.js';
import { TURN } from './clip.js';

export const bokeh: Clip = {
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
