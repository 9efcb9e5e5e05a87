import { css, lighten, mix, rgb } from '../paint/color.js';
import { clamp, smooth } from '../paint/noise.js';
import type { Painter } from '../paint/picture.js';
import { add, dim, over } from '../paint/picture.js';
import { mist } from './land.js';
import { HOURS, paintSky } from './sky.js';
import { columns, mix3, mix3own } from './terrain.js';

export const terraces: Painter = async (scene) => {
  const { pic, random, noise, variant } = scene;
  const { W, H } = pic;
  const at = HOURS[[0, 2, 6, 8, 4, 1, 3, 5][variant % 8]!]!;
  const green = rgb(
    ['#6f9a4b', '#7fae5a', '#88a04f', '#5c8a63', '#b5a04e', '#56764a', '#4f7f6a', '#93a56b'][variant % 8]!,
  );
  const mud = mix(rgb('#4a3a2a'), at.dark, 0.4);
  const horizon = H * (0.22 + random.next() * 0.08);
  paintSky(scene, at, horizon * 1.4, 0.8);
  const ox = random.next() * 40;
  const hill = mix(at.haze, mix(green, at.dark, 0.4), 0.4);
  pic.each((x, y, c) => {
    const top = horizon - H * 0.09 * (noise.fbm(x * (1.7 / W) + ox, 8, 4) + 0.3);
    over(c, mix3(hill, at.haze, clamp((y - top) / (H * 0.14))), smooth(-1, 1, y - top));
  });
  const steps = 22;
  for (let k = 0; k < steps; k += 1) {
    const near = k / (steps - 1);
    const base = horizon + (H * 1.04 - horizon) * (0.02 + 0.86 * near ** 1.55);
    const swing = H * (0.03 + 0.13 * near);
    // neighbouring edges run almost parallel, because only a little changes from step to step
    const edge = columns(scene, (x) => {
      const wave = Math.sin((x / W) * 5 + ox) * swing * 0.3;
      return base + swing * noise.fbm((x / W) * 1.9 + ox + near * 0.5, near * 1.7 + ox, 3) + wave;
    });
    const depth = (H - horizon) * (0.012 + 0.05 * near);
    const wall = depth * (0.26 + 0.2 * random.next());
    const flooded = random.next() < 0.62;
    const crop = lighten(green, (random.next() - 0.5) * 0.12);
    const split = random.next() * W;
    const haze = 0.66 * (1 - near) ** 1.6;
    pic.each(
      (x, y, c) => {
        const top = edge(x);
        const below = y - top;
        const cover = smooth(-0.7, 0.7, below);
        if (cover === 0) return;
        const grass = noise.fbm(x * 0.06, y * 0.1, 3);
        if (below < wall) {
          // the bank: grass above, shade below
          over(c, mix3(mix3own(green, mud, 0.25 + 0.6 * (below / wall)), at.haze, haze), cover);
          dim(c, 1 + (0.16 - 0.4 * (below / wall) + grass * 0.5) * cover);
          add(c, at.sun, 0.22 * Math.exp(-below / (depth * 0.05 + 0.8)) * cover);
          return;
        }
        const inner = (below - wall) / depth;
        const wet = flooded ? x > split - W * 0.2 || near < 0.3 : x < split * 0.5;
        if (wet) {
          const ripple = noise.fbm(x * 0.01, y * 0.07, 3);
          over(
            c,
            mix3(
              at.sky(clamp(0.96 - Math.min(inner, 1.4) * 0.34 - near * 0.22 + ripple * 0.16)),
              at.haze,
              haze * 0.6,
            ),
            cover,
          );
          dim(c, 1 + (ripple * 0.1 - Math.exp(-inner * 9) * 0.38) * cover);
        } else {
          over(c, mix3(crop, at.haze, haze), cover);
          const rows = Math.sin((below - wall) * (0.9 - 0.5 * near) + noise.fbm(x * 0.008, y * 0.008, 2) * 3);
          dim(c, 1 + (grass * 0.42 + rows * 0.07 - Math.exp(-inner * 6) * 0.3) * cover);
          add(c, at.sun, 0.05 * cover);
        }
      },
      base - swing * 1.6,
      base + swing * 2 + (k === steps - 1 ? H : depth * 9),
    );
    if (k % 5 === 4) mist(scene, base, H * 0.05, at.haze, 0.3 * (1 - near));
  }
  const trees = Array.from({ length: 9 }, () => {
    const x = random.next() * W;
    const f = random.next();
    const y = H * (0.34 + f * 0.5);
    const r = H * (0.008 + 0.022 * f);
    return Array.from(
      { length: 7 },
      () =>
        `<circle cx="${x + (random.next() - 0.5) * r * 2}" cy="${y - r * (0.6 + random.next() * 1.2)}" r="${r * (0.4 + random.next() * 0.4)}"/>`,
    ).join('');
  });
  await pic.svg(`<g fill="${css(mix(rgb('#24402b'), at.dark, 0.45))}">${trees.join('')}</g>`);
  pic.finish(random, 0.02, 0.14);
  return `Terraced rice fields ${at.name}, the flooded ones full of sky.`;
};
