import { css, lighten, mix, rgb } from '../paint/color.js';
import { smooth } from '../paint/noise.js';
import type { Painter, Scene } from '../paint/picture.js';
import { add, dim, over } from '../paint/picture.js';
import { conifer, mist } from './land.js';
import type { Hour } from './sky.js';
import { HOURS, paintSky, paintSun } from './sky.js';
import { columns, mix3 } from './terrain.js';

export const CROPS = [
  ['#8f6bb3', '#b7a05a', '#7d9a4e', '#d9c27a'],
  ['#6f9a4b', '#a8b85c', '#d8c46a', '#4f7f4a'],
  ['#d3a94e', '#e5cf85', '#b98a46', '#8c9a55'],
  ['#5c8a63', '#86a86f', '#c3c98a', '#3f6e57'],
  ['#b5604a', '#d8955a', '#8d7b4a', '#e2c083'],
  ['#7f9fb0', '#a9bfc4', '#d6dcd2', '#5e8293'],
] as const;

/** Rolling land with crop rows; shared by the fields, the train and the balloons. */
export async function rolling(
  scene: Scene,
  at: Hour,
  horizon: number,
  crops: readonly string[],
  layers: number,
): Promise<void> {
  const { pic, random, noise } = scene;
  const { W, H } = pic;
  for (let k = 0; k < layers; k += 1) {
    const near = layers === 1 ? 1 : k / (layers - 1);
    const base = horizon + (H - horizon) * (0.03 + 0.62 * near ** 1.25);
    const height = H * (0.05 + 0.07 * near);
    const ox = random.next() * 90;
    const crest = columns(scene, (x) => base - height * (noise.at(ox + (x / W) * 2.1, k * 2.3) + 0.3));
    const crop = rgb(crops[k % crops.length]!);
    const other = rgb(crops[(k + 1) % crops.length]!);
    const haze = 0.62 * (1 - near) ** 1.3;
    const vanish = W * (0.2 + random.next() * 0.6);
    const rows = k % 2 === 0 ? 26 : 44;
    pic.each(
      (x, y, c) => {
        const top = crest(x);
        const cover = smooth(-0.8, 0.8, y - top);
        if (cover === 0) return;
        const below = (y - top) / (H * (0.12 + 0.35 * near));
        const u = (x - vanish) / (0.35 + below * 1.5) / W;
        const row = Math.sin(u * Math.PI * 2 * rows + noise.fbm(x * 0.01, y * 0.01, 2));
        const patch = smooth(-0.04, 0.04, noise.at(ox + u * 2.4, k * 9.1) + 0.05);
        const tone = mix3(crop, other, patch * 0.8);
        over(c, tone, cover);
        const fade = smooth(0.02, 0.3, below);
        dim(
          c,
          1 + cover * (row * 0.13 * fade * near + noise.fbm(x * 0.05, y * 0.09, 3) * 0.22 - below * 0.12),
        );
        over(c, at.haze, haze * cover);
        add(c, at.sun, 0.1 * cover * Math.exp(-below * 5));
      },
      base - height * 1.6,
    );
    if (k < layers - 1) {
      const dark = css(mix(mix(rgb('#2f4a34'), at.dark, 0.3), at.haze, haze));
      const trees = Array.from({ length: 26 + k * 6 }, () => {
        const x = random.next() * W;
        const r = H * (0.006 + 0.012 * near) * (0.6 + random.next());
        const y = crest(x);
        return random.next() < 0.3
          ? `<path d="${conifer(scene, x, y + r, r * 4)}"/>`
          : `<ellipse cx="${x.toFixed(1)}" cy="${(y - r * 0.5).toFixed(1)}" rx="${(r * (0.9 + random.next() * 0.6)).toFixed(1)}" ry="${r.toFixed(1)}"/>`;
      });
      await pic.svg(`<g fill="${dark}">${trees.join('')}</g>`);
      mist(scene, base + height, H * 0.05, at.haze, 0.4 * (1 - near));
    }
  }
}

export const fields: Painter = async (scene) => {
  const { pic, random, variant } = scene;
  const at = HOURS[[2, 4, 0, 8, 1, 6, 5][variant % 7]!]!;
  const horizon = pic.H * (0.36 + random.next() * 0.12);
  paintSky(scene, at, horizon, 0.75);
  paintSun(pic, pic.W * (0.2 + random.next() * 0.6), horizon * 0.55, pic.H * 0.026, at.sun, 0.9);
  await rolling(scene, at, horizon, CROPS[variant % CROPS.length]!, 5);
  pic.finish(random, 0.022, 0.12);
  return `Rolling fields ${at.name}, rows of crops running over the hills.`;
};

export const train: Painter = async (scene) => {
  const { pic, random, variant } = scene;
  const { W, H } = pic;
  const at = HOURS[[4, 2, 1, 0, 5, 6, 8][variant % 7]!]!;
  const horizon = H * 0.42;
  paintSky(scene, at, horizon, 0.7);
  paintSun(pic, W * (0.2 + random.next() * 0.6), horizon * 0.6, H * 0.03, at.sun, 0.9);
  await rolling(scene, at, horizon, CROPS[(variant + 1) % CROPS.length]!, 3);
  const viaduct = variant % 2 === 0;
  const y = H * (viaduct ? 0.6 : 0.72);
  const size = Math.min(W, H) * 0.052;
  const stone = mix(mix(rgb('#a08f80'), at.dark, 0.25), at.haze, 0.2);
  const parts: string[] = [];
  if (viaduct) {
    const arch = size * 2.6;
    const holes = Array.from({ length: Math.ceil(W / arch) + 1 }, (_, k) => {
      const x = k * arch - arch * 0.3;
      return `M${x} ${H * 1.1}V${y + arch * 0.62}A${arch * 0.38} ${arch * 0.38} 0 0 1 ${x + arch * 0.76} ${y + arch * 0.62}V${H * 1.1}Z`;
    });
    parts.push(
      `<path fill-rule="evenodd" d="M0 ${y}H${W}V${H * 1.1}H0Z${holes.join('')}" fill="${css(stone)}"/>`,
    );
    parts.push(`<path d="M0 ${y}H${W}v${size * 0.16}H0Z" fill="${css(lighten(stone, 0.08))}"/>`);
  } else {
    parts.push(
      `<path d="M0 ${y}H${W}v${size * 0.5}L${W} ${y + size * 0.9}H0Z" fill="${css(mix(rgb('#6a5a4c'), at.dark, 0.3))}"/>`,
    );
  }
  const body = ['#b23a34', '#23507a', '#d9a441', '#2f6b52', '#efe6d6', '#7a3b57'][variant % 6]!;
  const cars = 3 + (variant % 3);
  const length = size * 3.5;
  const start = W * (0.06 + random.next() * 0.2);
  for (let k = 0; k < cars; k += 1) {
    const x = start + k * (length + size * 0.12);
    const nose = k === cars - 1 ? size * 0.5 : 0;
    parts.push(
      `<path d="M${x} ${y - size * 0.12}V${y - size * 0.98}Q${x} ${y - size * 1.12} ${x + size * 0.14} ${y - size * 1.12}H${x + length - nose}Q${x + length} ${y - size * 1.05} ${x + length + nose * 0.4} ${y - size * 0.12}Z" fill="${body}"/>`,
      `<path d="M${x} ${y - size * 0.36}H${x + length + nose * 0.28}v${size * 0.1}H${x}Z" fill="#fff" opacity=".8"/><path d="M${x} ${y - size * 1.12}H${x + length - nose}v${size * 0.1}H${x}Z" fill="#fff" opacity=".22"/>`,
      ...Array.from(
        { length: 6 },
        (_, w) =>
          `<rect x="${x + size * (0.22 + w * 0.54)}" y="${y - size * 0.86}" width="${size * 0.38}" height="${size * 0.34}" rx="${size * 0.05}" fill="${random.next() < 0.75 ? '#ffe9b3' : '#3d4d5c'}"/>`,
      ),
      ...[0.16, 0.3, 0.72, 0.86].map(
        (f) => `<circle cx="${x + length * f}" cy="${y - size * 0.1}" r="${size * 0.13}" fill="#1d1a1c"/>`,
      ),
    );
  }
  await pic.svg(parts.join(''));
  const end = start + cars * (length + size * 0.12);
  pic.glow(end + size * 0.2, y - size * 0.4, size * 0.5, rgb('#fff3c8'), 0.6);
  mist(scene, H * 0.97, H * 0.12, at.haze, viaduct ? 0.75 : 0.3);
  pic.finish(random, 0.022, 0.12);
  return `A small train ${viaduct ? 'on a viaduct' : 'crossing the fields'} ${at.name}.`;
};
