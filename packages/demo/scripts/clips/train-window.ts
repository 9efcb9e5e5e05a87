import { ramp, rgb } from '../paint/color.js';
import { clamp, smooth } from '../paint/noise.js';
import { add, dim, over } from '../paint/picture.js';
import type { Clip } from './clip.js';

const TURN = Math.PI * 2;

/** Hills, fields and poles passing a train window at the speeds of their distances; all come round together. */
export const trainWindow: Clip = {
  name: 'train-window',
  genre: 'train',
  alt: 'Fields and hills passing the window of a train in evening light.',
  seconds: 8,
  width: 1280,
  height: 720,
  detail: 0.75,
  prepare: ({ noise, width: W, height: H }) => {
    const sky = ramp(['#6b6f8f', '#c39a86', '#f2c27c', '#fde6ae']);
    const haze = rgb('#f0cf9a');
    const tones = ['#8a8fa0', '#93947f', '#8d9a5c', '#6f8a45', '#4f6f3a'].map(rgb);
    // a skyline read from a circle repeats after one period
    const around = (x: number, period: number, radius: number, row: number): number => {
      const a = (x / period) * TURN;
      return noise.fbm(Math.cos(a) * radius + row * 9.3, Math.sin(a) * radius + row * 4.7, 4);
    };
    const periods = [W * 0.6, W * 1.2, W * 2.4, W * 4.8, W * 9.6];
    const radii = [0.9, 1.5, 2.2, 3.4, 5];
    const tables = periods.map((period, k) =>
      Float32Array.from({ length: 4096 }, (_, i) => around((i / 4096) * period, period, radii[k]!, k)),
    );
    const line = (k: number, x: number): number => {
      const period = periods[k]!;
      const at = (((x / period) % 1) + 1) % 1;
      const i = at * 4096;
      const i0 = Math.floor(i) % 4096;
      const f = i - Math.floor(i);
      const n = tables[k]![i0]! * (1 - f) + tables[k]![(i0 + 1) % 4096]! * f;
      return H * (0.44 + k * 0.1) - H * (0.14 - k * 0.018) * (n + 0.3);
    };
    return (pic, t) => {
      pic.each((x, y, c) => {
        over(c, sky(clamp(y / (H * 0.5))), 1);
        const d = Math.hypot(x - W * 0.7, y - H * 0.27);
        add(c, rgb('#fff3c4'), Math.exp(-d / 80) * 0.5);
        over(c, rgb('#fff6d8'), smooth(30, 27, d));
        for (let k = 0; k < 5; k += 1) {
          const gx = x + t * periods[k]!;
          const top = line(k, gx);
          const cover = smooth(-1, 1, y - top);
          if (cover === 0) continue;
          const tone = tones[k]!;
          over(c, tone, cover);
          const rows = Math.sin((gx / periods[k]!) * TURN * 60 + (y - top) * 0.05) * 0.07 * (k > 0 ? 1 : 0);
          dim(c, 1 + cover * (rows - 0.1 * clamp((y - top) / (H * 0.2))));
          over(c, haze, cover * 0.62 * (1 - k / 4) ** 1.4);
        }
        // poles close to the line: four of them per loop
        const gap = (periods[4]! * 1.6) / 8;
        const px = ((((x + t * gap * 8) % gap) + gap) % gap) - gap / 2;
        if (y > H * 0.12) over(c, rgb('#2b241f'), 0.55 * smooth(34, 6, Math.abs(px)));
        const wire = Math.abs(y - (H * 0.17 + H * 0.05 * Math.cos((px / gap) * TURN) * -0.5));
        over(c, rgb('#2b241f'), 0.5 * smooth(2, 0.6, wire));
        const frame = Math.min(x, W - x, y * 1.0, H - y);
        const corner = smooth(26, 30, frame);
        over(c, rgb('#1a1715'), 1 - corner);
        add(
          c,
          [1, 0.95, 0.85],
          0.05 * smooth(0.1, 0.5, Math.abs((((x + y * 0.7) / W) % 1) - 0.35) < 0.09 ? 1 : 0),
        );
      });
    };
  },
};
