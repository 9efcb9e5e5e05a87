import { lighten, ramp, rgb } from '../paint/color.js';
import { clamp, smooth } from '../paint/noise.js';
import type { Painter } from '../paint/picture.js';
import { dim, over } from '../paint/picture.js';

export const stainedGlass: Painter = (scene) => {
  const { pic, random, noise, variant } = scene;
  const { W, H } = pic;
  const sets = [
    ['#12355b', '#1f6f8b', '#99c1b9', '#f2d388', '#d1603d'],
    ['#3c1642', '#086375', '#1dd3b0', '#affc41', '#f7d774'],
    ['#5f0f40', '#9a031e', '#fb8b24', '#e36414', '#f6d8a0'],
    ['#0b3948', '#416165', '#d0ceba', '#e9d2c0', '#c96a5a'],
    ['#22577a', '#38a3a5', '#57cc99', '#c7f9cc', '#f9dc5c'],
    ['#2b2d42', '#5c6b9c', '#b7b5e4', '#f4c2c2', '#ef8275'],
  ];
  const tint = ramp(sets[variant % sets.length]!);
  const size = Math.min(W, H);
  const seeds = Array.from({ length: 150 }, (_, k) => {
    const ring = variant % 2 === 0;
    const a = k * 2.39996;
    const r = Math.sqrt((k + 0.5) / 150) * Math.hypot(W, H) * 0.53;
    const x = ring ? W / 2 + Math.cos(a) * r : random.next() * W;
    const y = ring ? H / 2 + Math.sin(a) * r : random.next() * H;
    const t = ring
      ? clamp(r / (Math.hypot(W, H) * 0.5) + random.normal() * 0.09)
      : clamp(y / H + random.normal() * 0.12);
    return { x, y, color: lighten(tint(t), (random.next() - 0.5) * 0.12), tilt: random.next() * 6.28 };
  });
  const lead = rgb('#14110f');
  const sunX = W * 0.5;
  const sunY = H * (variant % 2 === 0 ? 0.5 : 0.3);
  pic.each((x, y, c) => {
    let best = 1e9;
    let second = 1e9;
    let own = seeds[0]!;
    let other = own;
    for (const seed of seeds) {
      const d = (seed.x - x) ** 2 + (seed.y - y) ** 2;
      if (d < best) {
        second = best;
        other = own;
        best = d;
        own = seed;
      } else if (d < second) {
        second = d;
        other = seed;
      }
    }
    const gap = Math.hypot(own.x - other.x, own.y - other.y);
    const edge = (second - best) / (2 * gap);
    over(c, own.color, 1);
    const streak = noise.fbm(
      (x * Math.cos(own.tilt) + y * Math.sin(own.tilt)) * 0.03,
      (y * Math.cos(own.tilt) - x * Math.sin(own.tilt)) * 0.006,
      4,
    );
    const light = 1.16 - 0.4 * (Math.hypot(x - sunX, y - sunY) / Math.hypot(W, H)) * 1.6;
    dim(c, light * (1 + streak * 0.34) * (0.86 + 0.18 * smooth(0, size * 0.03, edge)));
    const line = size * 0.0055;
    over(c, lead, 1 - smooth(line * 0.8, line * 1.25, edge));
    const sheen = Math.exp(-(((edge - line * 0.35) / (line * 0.3)) ** 2)) * 0.16;
    over(c, [0.6, 0.58, 0.56], sheen);
  });
  pic.finish(random, 0.016, 0.16);
  return Promise.resolve('A leaded glass window with light behind it.');
};
