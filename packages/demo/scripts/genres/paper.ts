import type { Ramp } from '../paint/color.js';
import { lighten, ramp, rgb } from '../paint/color.js';
import { clamp, smooth } from '../paint/noise.js';
import type { Painter } from '../paint/picture.js';
import { dim, over } from '../paint/picture.js';
import { INKS } from './inks.js';

export const topographic: Painter = (scene) => {
  const { pic, random, noise, variant } = scene;
  const sets: readonly Ramp[] = [
    ramp(['#1f4e5f', '#4f8a8b', '#cfe3d4', '#f2e8c9', '#e3b778', '#b56b45', '#f7f1ea']),
    ramp(['#20283a', '#3f4f74', '#8d86b0', '#e0b7b0', '#f5e1c8', '#fff8ee']),
    ramp(['#f4efe4', '#e3dcc5', '#b9c4a0', '#7d9a78', '#476a5c', '#28453f']),
    ramp(['#0d1f2d', '#1e4d5c', '#3a8a80', '#9fcf9b', '#f4f1c4', '#ffffff']),
    ramp(['#fdf4ea', '#f6d7bd', '#eba98f', '#c9706d', '#8a4260', '#4a2545']),
    ramp(['#16213e', '#1f4068', '#3b6fa0', '#c8d8e4', '#f6efe3', '#e8a87c']),
  ];
  const tint = sets[variant % sets.length]!;
  const f = 2.2 / Math.min(pic.W, pic.H);
  const levels = 26;
  const ox = random.next() * 60;
  const field = (x: number, y: number): number => {
    const wx = noise.fbm(x * f * 0.6 + 9, y * f * 0.6 + ox, 2) * 0.6;
    return noise.fbm(x * f * 0.85 + wx + ox, y * f * 0.85 + wx * 0.6, 3) * 0.8 + 0.5;
  };
  pic.each((x, y, c) => {
    const h = field(x, y);
    const e = 1.6;
    const gx = (field(x + e, y) - field(x - e, y)) / (2 * e);
    const gy = (field(x, y + e) - field(x, y - e)) / (2 * e);
    const slope = Math.hypot(gx, gy);
    over(c, tint(clamp(Math.floor(h * levels) / levels)), 1);
    dim(c, clamp(1 + (gx + gy) * -48, 0.72, 1.22));
    const t = h * levels;
    const px = Math.abs(t - Math.round(t)) / Math.max(1e-5, slope * levels);
    const major = Math.round(t) % 5 === 0;
    dim(c, 1 - (major ? 0.6 : 0.34) * (1 - smooth(major ? 0.9 : 0.4, major ? 1.9 : 1.3, px)));
  });
  pic.finish(random, 0.018, 0.06);
  return Promise.resolve('An invented map: contour lines over tinted hills and valleys.');
};

export const marbled: Painter = (scene) => {
  const { pic, random, noise, variant } = scene;
  const sets = [
    ['#f4ece0', '#1f4e6b', '#c9543f', '#e9b44c', '#f4ece0', '#2f6f63', '#123043'],
    ['#efe3d6', '#7b2d43', '#e0a458', '#33475b', '#efe3d6', '#c66b5b', '#2a1a2b'],
    ['#eef2ee', '#2a9d8f', '#264653', '#f4a261', '#eef2ee', '#e76f51', '#e9c46a'],
    ['#1c1b29', '#c9a26a', '#3b4a6b', '#e8dcc4', '#7b3f4f', '#1c1b29', '#6f8f93'],
    ['#f7e9e3', '#d98c9f', '#7a5a8c', '#f2c6b4', '#3d3a5c', '#f7e9e3', '#a8c3bc'],
    ['#e8efe4', '#58745a', '#c7b36a', '#e8efe4', '#2f4b46', '#b5643c', '#dfe3c8'],
  ];
  const colors = ramp(sets[variant % sets.length]!);
  const f = 1.05 / Math.min(pic.W, pic.H);
  const comb = variant % 3;
  const teeth = 8 + (variant % 4) * 3;
  pic.each((x, y, c) => {
    let u = x * f;
    let v = y * f;
    if (comb > 0) v += Math.abs(((u * teeth) % 2) - 1) ** 1.6 * 0.2 * (comb === 2 ? Math.sin(u * 5) : 1);
    const q = noise.fbm(u * 1.6, v * 1.6, 2);
    const r = noise.fbm(u * 1.6 + 5.2 + q * 1.9, v * 1.6 + 1.3, 2);
    u += q * 0.5 + r * 0.55;
    v += r * 0.5 - q * 0.35;
    const n = noise.fbm(u * 1.5 + variant, v * 1.5, 2);
    const bands = n * 5.2 + 20;
    const t = bands - Math.floor(bands);
    over(c, colors(t), 1);
    const vein = Math.min(t, 1 - t);
    dim(c, 0.92 + 0.1 * smooth(0, 0.05, vein));
    over(c, [1, 0.985, 0.95], 0.16 * smooth(0.1, 0.5, noise.fbm(x * 0.05, y * 0.05, 2)));
  });
  pic.finish(random, 0.008, 0.06);
  return Promise.resolve('Marbled paper, bands of colour drawn out in waves.');
};

export const flow: Painter = async (scene) => {
  const { pic, random, noise, variant } = scene;
  const { W, H } = pic;
  const inks = INKS[(variant * 3 + 1) % INKS.length]!;
  const paper = rgb(inks[0]);
  pic.each((x, y, c) => over(c, lighten(paper, noise.fbm(x * 0.004, y * 0.004, 3) * 0.02), 1));
  const size = Math.min(W, H);
  const f = (0.8 + (variant % 3) * 0.5) / size;
  const swirl = 1.1 + (variant % 4) * 0.5;
  const angle = (x: number, y: number): number => {
    const a = noise.fbm(x * f + variant, y * f, 3) * Math.PI * 2 * swirl;
    return variant % 3 === 2 ? Math.round(a / (Math.PI / 4)) * (Math.PI / 4) : a;
  };
  const cell = size * 0.011;
  const columns = Math.ceil(W / cell);
  const taken = new Uint8Array(columns * Math.ceil(H / cell + 1));
  const strokes: string[] = [];
  const order = inks.slice(1);
  for (let k = 0; k < 1900; k += 1) {
    let x = random.next() * W;
    let y = random.next() * H;
    const region = noise.fbm(x * f * 0.7 + 31, y * f * 0.7, 2);
    const color =
      order[
        clamp(Math.floor((region + 0.5) * order.length + (random.next() - 0.5) * 0.9), 0, order.length - 1)
      ]!;
    const width = cell * random.pick([0.45, 0.45, 0.6, 0.85]);
    const points: string[] = [];
    const mine = new Set<number>();
    for (let s = 0; s < 150; s += 1) {
      if (x < -20 || y < -20 || x > W + 20 || y > H + 20) break;
      const at = Math.floor(clamp(y, 0, H) / cell) * columns + Math.floor(clamp(x, 0, W - 1) / cell);
      if (taken[at] === 1 && !mine.has(at)) break;
      mine.add(at);
      points.push(`${x.toFixed(1)} ${y.toFixed(1)}`);
      const a = angle(x, y);
      x += Math.cos(a) * cell * 0.7;
      y += Math.sin(a) * cell * 0.7;
    }
    if (points.length < 9) continue;
    for (const at of mine) taken[at] = 1;
    strokes.push(`<path d="M${points.join('L')}" stroke="${color}" stroke-width="${width.toFixed(1)}"/>`);
  }
  await pic.svg(`<g fill="none" stroke-linecap="round" stroke-linejoin="round">${strokes.join('')}</g>`);
  pic.finish(random, 0.01, 0.05);
  return 'Generative drawing: coloured lines that follow the same invisible current.';
};
