import { lighten, mix, rgb } from '../paint/color.js';
import { clamp, smooth } from '../paint/noise.js';
import type { Painter } from '../paint/picture.js';
import { add, dim, over } from '../paint/picture.js';
import { mist } from './land.js';
import { HOURS, paintSky, paintSun } from './sky.js';
import { columns, mix3 } from './terrain.js';

export const dunes: Painter = (scene) => {
  const { pic, random, noise, variant } = scene;
  const { W, H } = pic;
  const at = HOURS[[4, 1, 2, 6, 0, 3, 5, 7][variant % 8]!]!;
  const sand = [
    rgb('#e0a868'),
    rgb('#d98a5a'),
    rgb('#ecd3a4'),
    rgb('#c97f72'),
    rgb('#e6b98d'),
    rgb('#6f83a6'),
    rgb('#d9cbb8'),
    rgb('#b98f62'),
  ][variant % 8]!;
  const horizon = H * (0.32 + random.next() * 0.14);
  paintSky(scene, at, horizon * 1.1, 0.25);
  const side = random.next() < 0.5 ? -1 : 1;
  paintSun(pic, W * (side < 0 ? 0.2 : 0.8), horizon * 0.62, H * 0.028, at.sun, 1);
  const layers = 5;
  for (let k = 0; k < layers; k += 1) {
    const near = k / (layers - 1);
    const base = horizon + (H - horizon) * (0.02 + 0.7 * near ** 1.35);
    const height = H * (0.05 + 0.17 * near);
    const ox = random.next() * 90;
    const freq = (1.5 - near * 0.7) / W;
    const crest = columns(scene, (x) => {
      const n = noise.at(ox + x * freq * 2.2, k * 3.7) * 0.7 + noise.at(ox + x * freq * 4.7, k * 5.1) * 0.2;
      return base - height * (n + 0.35);
    });
    const lit = mix(mix(sand, at.sun, 0.34), at.haze, 0.55 * (1 - near));
    const dark = mix(mix(lighten(sand, -0.26), at.dark, 0.35), at.haze, 0.55 * (1 - near));
    pic.each(
      (x, y, c) => {
        const top = crest(x);
        const cover = smooth(-0.8, 0.8, y - top);
        if (cover === 0) return;
        const below = y - top;
        // the slip face lies behind a wandering line that starts on the crest
        const lean = (crest(x + 14) - crest(x - 14)) / 28;
        const wander = noise.fbm(x * 0.004 + ox, below * 0.006, 3) * 0.9;
        const face = smooth(-0.1, 0.1, lean * side * -2.2 + wander * 0.3 - below / (H * 0.42));
        const ripple = Math.sin(
          (below * 0.22) / (0.4 + near) + noise.fbm(x * 0.006, y * 0.006, 3) * 16 + x * 0.03 * side,
        );
        const tone = mix3(lit, dark, clamp(face * 0.92 + (below / H) * 0.35));
        over(c, tone, cover);
        dim(c, 1 + ripple * 0.035 * near * (1 - face) * cover);
        add(c, at.sun, Math.exp(-below / (H * 0.012)) * 0.16 * (1 - face) * cover);
      },
      base - height * 1.8,
    );
    mist(scene, base + height * 0.6, H * 0.06, at.haze, 0.35 * (1 - near));
  }
  pic.finish(random, 0.022, 0.14);
  return Promise.resolve(`Sand dunes ${at.name}, one side of each crest in shadow.`);
};
