import { css, mix, ramp, rgb } from '../paint/color.js';
import { clamp, smooth } from '../paint/noise.js';
import type { Painter, Scene } from '../paint/picture.js';
import { add, over } from '../paint/picture.js';
import { splat } from './sky.js';

const DEEPS = [
  ['#0b4a6f', '#083358', '#041a33', '#020b1a'],
  ['#1b6f7a', '#0d4a5c', '#062838', '#03121d'],
  ['#2a4d8f', '#1a2f6b', '#0f1944', '#060a20'],
  ['#3c7f6b', '#1d5550', '#0c3034', '#04161a'],
  ['#5a4a8f', '#34286b', '#1a1342', '#0a0720'],
] as const;

export const underwater: Painter = async (scene) => {
  const { pic, random, noise, variant } = scene;
  const { W, H } = pic;
  const deep = ramp(DEEPS[variant % DEEPS.length]!);
  const size = Math.min(W, H);
  const sx = W * (0.2 + random.next() * 0.6);
  pic.each((x, y, c) => {
    over(c, deep(clamp(y / H + noise.fbm(x * 0.0012, y * 0.0012, 3) * 0.16)), 1);
    const a = Math.atan2(x - sx, y + H * 0.35);
    const ray = smooth(0, 0.5, noise.fbm(a * 9, variant * 3.3, 3) + 0.04);
    add(c, [0.55, 0.85, 0.9], ray * 0.32 * Math.exp((-y / H) * 2.1));
    add(c, [0.7, 0.95, 0.95], 0.4 * Math.exp(-(((x - sx) / (W * 0.3)) ** 2)) * Math.exp((-y / H) * 5));
  });
  const kind = variant % 3;
  const glowTint = ['#ff9ecb', '#ffd6a0', '#9fe7ff', '#d7b2ff', '#ffb59a'][variant % 5]!;
  if (kind !== 1) {
    const n = 3 + (variant % 4);
    for (let k = 0; k < n; k += 1) {
      const f = (k + 1) / n;
      const r = size * (0.035 + 0.135 * f ** 1.6);
      const x = W * (0.12 + 0.76 * ((k * 0.618 + variant * 0.37) % 1));
      const y = H * (0.14 + 0.42 * random.next());
      pic.glow(x, y, r * 1.5, rgb(glowTint), 0.2 * f);
      await pic.svg(jellyfish(scene, x, y, r, glowTint, k), 0.45 + 0.5 * f);
    }
  } else {
    const fish: string[] = [];
    for (let k = 0; k < 150; k += 1) {
      const t = random.next() * Math.PI * 2;
      const d = size * (0.12 + Math.abs(random.normal()) * 0.16);
      const x = W * 0.5 + Math.cos(t) * d * (W > H ? 1.5 : 1);
      const y = H * 0.48 + Math.sin(t) * d * 0.75;
      const s = size * (0.012 + random.next() * 0.014);
      const angle = (t * 180) / Math.PI + 90 + (random.next() - 0.5) * 26;
      const tone = css(mix(deep(0.3), rgb('#e9f4f2'), 0.25 + random.next() * 0.6));
      fish.push(
        `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angle.toFixed(0)}) scale(${s.toFixed(2)})"><path d="M-1.5 0C-.7 -.62 .6 -.6 1.5 0C.6 .6 -.7 .62 -1.5 0Z" fill="${tone}"/><path d="M-1.3 0L-2.2 -.55L-1.95 0L-2.2 .55Z" fill="${tone}"/><path d="M-1 -.1C-.4 -.5 .6 -.48 1.3 -.08Z" fill="#fff" opacity=".35"/></g>`,
      );
    }
    await pic.svg(fish.join(''));
  }
  const weeds = Array.from({ length: 16 }, () => {
    const x = W * random.next();
    const h = H * (0.12 + random.next() * 0.34);
    const w = size * (0.012 + random.next() * 0.016);
    const left: string[] = [];
    const right: string[] = [];
    for (let k = 0; k <= 24; k += 1) {
      const t = k / 24;
      const bend = Math.sin(t * 5 + x) * w * 2.2 * t;
      const half = w * (1 - t) * (0.65 + 0.35 * Math.sin(t * 40));
      left.push(`${(x + bend - half).toFixed(1)} ${(H + 6 - t * h).toFixed(1)}`);
      right.unshift(`${(x + bend + half).toFixed(1)} ${(H + 6 - t * h).toFixed(1)}`);
    }
    return `<path d="M${left.join('L')}L${right.join('L')}Z"/>`;
  });
  await pic.svg(`<g fill="${css(mix(deep(1), rgb('#000000'), 0.2))}">${weeds.join('')}</g>`);
  for (let k = 0; k < 240; k += 1) {
    splat(
      pic,
      random.next() * W,
      random.next() * H,
      0.8 + random.next() ** 3 * 3.4,
      [0.75, 0.95, 1],
      0.06 + random.next() * 0.16,
    );
  }
  pic.finish(random, 0.02, 0.26);
  return kind === 1
    ? 'A shoal of fish turning in a circle under water.'
    : 'Jellyfish drifting in deep water, lit from within.';
};

function jellyfish(scene: Scene, x: number, y: number, r: number, tint: string, id: number): string {
  const { random } = scene;
  const lean = (random.next() - 0.5) * 40;
  const tentacles = Array.from({ length: 13 }, (_, k) => {
    const tx = (k / 12 - 0.5) * r * 1.7;
    const l = r * (1.8 + random.next() * 1.7);
    const sway = (random.next() - 0.5) * r * 0.9;
    return `<path d="M${tx} ${r * 0.1}C${tx + sway} ${l * 0.3} ${tx - sway} ${l * 0.6} ${tx * 0.6 + sway * 0.8} ${l}" stroke="${tint}" stroke-opacity="${0.2 + random.next() * 0.4}" stroke-width="${r * 0.022}" fill="none" stroke-linecap="round"/>`;
  });
  const arms = Array.from({ length: 4 }, (_, k) => {
    const ax = (k - 1.5) * r * 0.26;
    const l = r * (1.2 + random.next() * 0.6);
    const points = Array.from({ length: 18 }, (__, i) => {
      const t = i / 17;
      return `${(ax * (1 - t * 0.4) + Math.sin(t * 13 + k) * r * 0.11 * (1 - t * 0.4)).toFixed(1)} ${(r * 0.1 + t * l).toFixed(1)}`;
    });
    return `<path d="M${points.join('L')}" stroke="#fff" stroke-opacity=".32" stroke-width="${r * 0.11}" fill="none" stroke-linecap="round" stroke-linejoin="round"/>`;
  });
  const frill = Array.from(
    { length: 9 },
    (_, k) => `Q${(-1 + (k * 2 + 1) / 9) * r} ${r * 0.32} ${(-1 + ((k + 1) * 2) / 9) * r} ${r * 0.12}`,
  ).join('');
  const ribs = Array.from(
    { length: 7 },
    (_, k) => `M0 ${-r * 0.86}Q${(k - 3) * r * 0.42} ${-r * 0.5} ${(k - 3) * r * 0.3} ${r * 0.08}`,
  ).join('');
  return (
    `<defs><radialGradient id="j${id}" cx=".45" cy=".25" r=".8"><stop offset="0" stop-color="#fff" stop-opacity=".95"/><stop offset=".4" stop-color="${tint}" stop-opacity=".72"/><stop offset="1" stop-color="${tint}" stop-opacity=".16"/></radialGradient></defs>` +
    `<g transform="translate(${x} ${y}) rotate(${lean})">${tentacles.join('')}${arms.join('')}<path d="M${-r} ${r * 0.12}C${-r * 1.08} ${-r * 1.2} ${r * 1.08} ${-r * 1.2} ${r} ${r * 0.12}${frill.replace(/Q(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+)/g, (_, a: string, b: string, c: string, d: string) => `Q${-Number(a)} ${b} ${-Number(c)} ${d}`)}Z" fill="url(#j${id})"/><path d="${ribs}" stroke="#fff" stroke-opacity=".28" stroke-width="${r * 0.018}" fill="none"/><ellipse cy="${-r * 0.25}" rx="${r * 0.36}" ry="${r * 0.2}" fill="#fff" opacity=".25"/></g>`
  );
}
