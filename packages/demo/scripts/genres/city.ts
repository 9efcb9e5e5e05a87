import type { Rgb } from '../paint/color.js';
import { css, lighten, mix } from '../paint/color.js';
import type { Painter, Scene } from '../paint/picture.js';
import { mirrorWater, mist } from './land.js';
import { HOURS, paintSky, paintStars, paintSun } from './sky.js';

/** Buildings of one distance as SVG: bodies, roofs and lit windows. */
function block(scene: Scene, base: number, height: number, width: number, body: Rgb, lit: number): string {
  const { random, pic } = scene;
  const out: string[] = [];
  let x = -width * random.next();
  while (x < pic.W) {
    const w = width * (0.55 + random.next() * 0.9);
    const h = height * (0.35 + random.next() ** 1.7 * 0.85);
    const top = base - h;
    const tone = lighten(body, (random.next() - 0.5) * 0.035);
    out.push(
      `<rect x="${x.toFixed(1)}" y="${top.toFixed(1)}" width="${(w + 0.6).toFixed(1)}" height="${(h + pic.H).toFixed(1)}" fill="${css(tone)}"/>`,
    );
    const roof = random.next();
    if (roof < 0.16) {
      out.push(`<path d="M${x} ${top}L${x + w / 2} ${top - w * 0.5}L${x + w} ${top}Z" fill="${css(tone)}"/>`);
    } else if (roof < 0.3) {
      out.push(
        `<path d="M${x + w * 0.2} ${top}v${-w * 0.2}h${w * 0.6}v${w * 0.2}Z M${x + w * 0.49} ${top - w * 0.2}v${-w * 0.9}h${w * 0.03}v${w * 0.9}Z" fill="${css(tone)}"/>`,
      );
    } else if (roof < 0.4) {
      const r = w * 0.16;
      out.push(
        `<path d="M${x + w * 0.3} ${top}v${-r}h${r * 1.6}v${r}Z M${x + w * 0.3 - r * 0.2} ${top - r}l${r} ${-r * 0.8}l${r} ${r * 0.8}Z" fill="${css(tone)}"/>`,
      );
    }
    const cell = Math.max(4, w / (5 + Math.floor(random.next() * 4)));
    const rows = Math.floor(h / (cell * 1.35));
    const columns = Math.floor((w - cell * 0.5) / cell);
    for (let r = 0; r < rows; r += 1) {
      for (let k = 0; k < columns; k += 1) {
        if (random.next() > lit) continue;
        const warm = random.pick(['#ffd98a', '#ffc56b', '#ffe9bd', '#ffb45e', '#cfe6ff']);
        out.push(
          `<rect x="${(x + cell * (k + 0.42)).toFixed(1)}" y="${(top + cell * (r * 1.35 + 0.6)).toFixed(1)}" width="${(cell * 0.52).toFixed(1)}" height="${(cell * 0.68).toFixed(1)}" fill="${warm}" opacity="${(0.45 + random.next() * 0.55).toFixed(2)}"/>`,
        );
      }
    }
    x += w + (random.next() < 0.2 ? width * 0.2 : 0);
  }
  return out.join('');
}

export const city: Painter = async (scene) => {
  const { pic, random, variant } = scene;
  const { W, H } = pic;
  const at = HOURS[[1, 3, 6, 0, 4, 7, 8][variant % 7]!]!;
  const river = variant % 2 === 0;
  const base = H * (river ? 0.74 : 1.02);
  paintSky(scene, at, base, 0.55);
  if (at.name === 'in the blue hour') paintStars(scene, 220, H * 0.5);
  paintSun(
    pic,
    W * (0.2 + random.next() * 0.6),
    base - H * (0.28 + random.next() * 0.2),
    H * 0.03,
    at.sun,
    1.1,
  );
  const layers = 4;
  for (let k = 0; k < layers; k += 1) {
    const near = k / (layers - 1);
    const body = mix(mix(at.haze, at.sky(0.6), 0.4), at.dark, 0.28 + 0.68 * near);
    const height = H * (river ? 0.46 : 0.72) * (1 - near * 0.32);
    await pic.svg(
      block(scene, base, height, Math.min(W, H) * (0.055 + 0.055 * near), body, 0.12 + near * 0.3),
    );
    if (k < layers - 1) mist(scene, base - H * 0.03, H * 0.2, at.haze, 0.42 * (1 - near));
  }
  if (river) mirrorWater(scene, base, mix(at.dark, at.sky(0.2), 0.35), 0.3);
  pic.finish(random, 0.02, 0.16);
  return `A city skyline ${at.name} with lit windows${river ? ' and their reflections in the river' : ''}.`;
};
