import type { Rgb } from '../paint/color.js';
import { mix, rgb } from '../paint/color.js';
import { clamp, smooth } from '../paint/noise.js';
import type { Painter, Picture, Scene } from '../paint/picture.js';
import { dim, over } from '../paint/picture.js';
import { HOURS, paintSky, paintStars, paintSun } from './sky.js';

/** Heights of a skyline by column, in nominal pixels from the top. */
type Skyline = (x: number) => number;

function skyline(scene: Scene, base: number, height: number, grain: number, sharp: number): Skyline {
  const { noise, pic, random } = scene;
  const ox = random.next() * 200;
  const step = grain / pic.W;
  return (x) => {
    const rough = noise.ridge(ox + x * step, ox * 0.7, 6);
    const soft = noise.fbm(ox + x * step * 0.7, ox * 1.3, 4) * 0.5 + 0.5;
    return base - height * (rough * sharp + soft * (1 - sharp));
  };
}

/** Conifers as SVG paths along a skyline. */
export function conifers(scene: Scene, line: Skyline, count: number, size: number, fill: string): string {
  const { random, pic } = scene;
  const trees: string[] = [];
  for (let k = 0; k < count; k += 1) {
    const x = random.next() * pic.W * 1.04 - pic.W * 0.02;
    const h = size * (0.45 + random.next() * 0.75);
    trees.push(conifer(scene, x, line(x) + h * 0.12, h));
  }
  return `<path d="${trees.join('')}" fill="${fill}"/>`;
}

/** One conifer standing at (x, y). */
export function conifer(scene: Scene, x: number, y: number, h: number): string {
  const { random } = scene;
  const tiers = 7 + Math.floor(h / 40);
  const half = h * (0.15 + random.next() * 0.05);
  const left: string[] = [];
  const right: string[] = [];
  for (let t = 0; t < tiers; t += 1) {
    const f = (t + 1) / tiers;
    const w = half * f ** 0.85 * (0.82 + random.next() * 0.3);
    const yy = y - h + h * 0.96 * f;
    left.push(
      `L${(x - w).toFixed(1)} ${yy.toFixed(1)}L${(x - w * 0.5).toFixed(1)} ${(yy - h * 0.012).toFixed(1)}`,
    );
    right.unshift(
      `L${(x + w * 0.5).toFixed(1)} ${(yy - h * 0.012).toFixed(1)}L${(x + w * (0.9 + random.next() * 0.2)).toFixed(1)} ${yy.toFixed(1)}`,
    );
  }
  const trunk = h * 0.018;
  return `M${x.toFixed(1)} ${(y - h).toFixed(1)}${left.join('')}L${(x - trunk).toFixed(1)} ${(y - h * 0.04).toFixed(1)}V${(y + h * 0.05).toFixed(1)}H${(x + trunk).toFixed(1)}V${(y - h * 0.04).toFixed(1)}${right.join('')}Z`;
}

/** Mirrors everything above `shore` into the water below it, with ripples. */
export function mirrorWater(scene: Scene, shore: number, tint: Rgb, strength = 0.35): void {
  const { pic, noise } = scene;
  const source = pic.data.slice();
  pic.each((x, y, c) => {
    const d = y - shore;
    if (d < 0) return;
    const depth = d / (pic.H - shore);
    const ripple = noise.fbm(x * 0.004, (y * 0.05) / (0.2 + depth), 3);
    const sx = clamp((x + ripple * 26 * (0.15 + depth)) * pic.scale, 0, pic.width - 1) | 0;
    const sy = clamp((shore - d * 0.92 + ripple * 14 * depth) * pic.scale, 0, pic.height - 1) | 0;
    const at = (sy * pic.width + sx) * 3;
    over(c, [source[at]!, source[at + 1]!, source[at + 2]!], 1);
    over(c, tint, strength * (0.35 + 0.65 * depth));
    dim(c, 1 + ripple * 0.16);
  }, shore - 1);
}

function paintRange(
  pic: Picture,
  scene: Scene,
  line: Skyline,
  color: Rgb,
  foot: Rgb,
  reach: number,
  light: number,
  snow: number,
): void {
  const { noise } = scene;
  const heights = Float32Array.from({ length: pic.width + 8 }, (_, k) => line((k - 4) / pic.scale));
  const at = (x: number): number => heights[clamp(Math.round(x * pic.scale) + 4, 0, heights.length - 1)]!;
  const white = mix(foot, rgb('#ffffff'), 0.75);
  pic.each((x, y, c) => {
    const top = at(x);
    const cover = smooth(-0.8, 0.8, y - top);
    if (cover === 0) return;
    const depth = clamp((y - top) / reach);
    const below = y - top;
    // gullies run down the slope; the light comes from one side of them
    const gully = noise.ridge(x * 0.011 + below * 0.005, below * 0.0035 + 3, 5);
    const facet = (gully - noise.ridge((x + 9) * 0.011 + below * 0.005, below * 0.0035 + 3, 5)) * 2.6;
    const tone = mix3(color, foot, smooth(0.1, 1, depth));
    if (snow > 0) {
      const edge = noise.fbm(x * 0.02, y * 0.02, 4) * reach * 0.5 + gully * reach * 0.35;
      const s = smooth(snow * reach + edge + 8, snow * reach + edge - 8, below);
      mixInto(tone, white, s * (0.72 + clamp(facet, -0.5, 0.3)));
    }
    over(c, tone, cover);
    dim(c, 1 + facet * light * (1 - depth) * cover);
  });
}

const buffer: [number, number, number] = [0, 0, 0];
function mix3(a: Rgb, b: Rgb, t: number): [number, number, number] {
  buffer[0] = a[0] + (b[0] - a[0]) * t;
  buffer[1] = a[1] + (b[1] - a[1]) * t;
  buffer[2] = a[2] + (b[2] - a[2]) * t;
  return buffer;
}
function mixInto(a: [number, number, number], b: Rgb, t: number): void {
  a[0] += (b[0] - a[0]) * t;
  a[1] += (b[1] - a[1]) * t;
  a[2] += (b[2] - a[2]) * t;
}

/** Ranges behind ranges, paler with distance. */
export const mountains: Painter = async (scene) => {
  const { pic, random, variant } = scene;
  const { W, H } = pic;
  const at = HOURS[variant % HOURS.length]!;
  const lake = variant % 3 === 1;
  const trees = variant % 2 === 0 || lake;
  const shore = lake ? H * (0.66 + random.next() * 0.08) : H;
  const horizon = lake ? shore : H * 0.78;
  paintSky(scene, at, horizon, 0.25 + random.next() * 0.5);
  const sunX = W * (0.2 + random.next() * 0.6);
  const sunY = H * (0.16 + random.next() * 0.2);
  if (at.name === 'in the blue hour') paintStars(scene, 260, H * 0.5);
  paintSun(pic, sunX, sunY, H * (0.02 + random.next() * 0.03), at.sun, 0.9);
  const ranges = 4 + (variant % 3);
  for (let k = 0; k < ranges; k += 1) {
    const near = k / (ranges - 1);
    const base = horizon * (0.62 + 0.4 * near ** 1.1);
    const height = H * (k === 0 ? 0.34 : 0.3 - 0.12 * near) * (0.8 + random.next() * 0.4);
    const line = skyline(scene, base, height, 1.2 + near * 1.6, 0.78 - near * 0.4);
    const color = mix(at.haze, at.dark, 0.16 + 0.8 * near ** 1.25);
    const foot = mix(color, at.haze, 0.75 - near * 0.35);
    paintRange(
      pic,
      scene,
      line,
      color,
      foot,
      H * (0.26 + near * 0.1),
      0.85 - near * 0.6,
      k < 2 && variant % 4 !== 2 ? 0.35 : 0,
    );
    if (trees && k >= ranges - 2) {
      const size = H * (0.05 + 0.07 * near);
      const fill = mix(at.dark, at.haze, 0.32 * (1 - near));
      await pic.svg(
        conifers(
          scene,
          line,
          Math.round((W / size) * 5),
          size,
          `rgb(${fill.map((v) => Math.round(v * 255)).join(',')})`,
        ),
      );
    }
    mist(scene, base, H * 0.16, at.haze, 0.5 * (1 - near));
  }
  if (lake) mirrorWater(scene, shore, mix(at.dark, at.haze, 0.4));
  pic.finish(random);
  return `Mountain ridges ${at.name}, each one paler than the one before${lake ? ', mirrored in a lake' : ''}.`;
};

/** A bank of mist around the height `y`. */
export function mist(scene: Scene, y: number, thickness: number, color: Rgb, amount: number): void {
  const { pic, noise } = scene;
  pic.each(
    (px, py, c) => {
      const n = noise.fbm(px * 0.0022, py * 0.007, 4);
      const band = Math.exp(-(((py - y) / thickness) ** 2));
      over(c, color, clamp(amount * band * (0.65 + n * 1.1)));
    },
    y - thickness * 2.4,
    y + thickness * 2.4,
  );
}

/** Conifers losing themselves in fog. */
export const forest: Painter = async (scene) => {
  const { pic, random, variant, noise } = scene;
  const { W, H } = pic;
  const at = HOURS[[2, 8, 0, 7, 4, 3, 5, 6, 1][variant % 9]!]!;
  const pale = mix(at.haze, at.sky(0.95), 0.5);
  pic.each((x, y, c) => {
    const t = y / H;
    over(c, mix3(pale, at.haze, t * 0.7), 1);
    dim(c, 1 + noise.fbm(x * 0.002, y * 0.003, 4) * 0.12);
  });
  const sunX = W * (0.3 + random.next() * 0.4);
  pic.glow(sunX, H * 0.2, H * 0.5, at.sun, 0.7);
  const layers = 6;
  for (let k = 0; k < layers; k += 1) {
    const near = k / (layers - 1);
    const size = H * (0.2 + 0.62 * near ** 1.5);
    const line = skyline(scene, H * (0.5 + 0.52 * near), H * 0.12, 1.5, 0.1);
    const color = mix(pale, at.dark, 0.12 + 0.86 * near ** 1.4);
    const fill = `rgb(${color.map((v) => Math.round(v * 255)).join(',')})`;
    await pic.svg(conifers(scene, line, Math.round((W / size) * (k === layers - 1 ? 3.2 : 6)), size, fill));
    const points = Array.from(
      { length: 41 },
      (_, i) => `${((i / 40) * W).toFixed(1)} ${line((i / 40) * W).toFixed(1)}`,
    );
    await pic.svg(`<path d="M0 ${H}L${points.join('L')}L${W} ${H}Z" fill="${fill}"/>`);
    if (k < layers - 1) mist(scene, H * (0.66 + 0.42 * near), H * 0.2, pale, 0.62 * (1 - near * 0.7));
  }
  if (variant % 3 !== 1) rays(scene, sunX, -H * 0.2, at.sun);
  pic.finish(random, 0.02, 0.18);
  return `Conifers in fog ${at.name}, the furthest nearly gone.`;
};

/** Shafts of light from a point. */
function rays(scene: Scene, sx: number, sy: number, light: Rgb): void {
  const { pic, noise } = scene;
  pic.each((x, y, c) => {
    const angle = Math.atan2(x - sx, y - sy);
    const n = smooth(0.05, 0.5, noise.fbm(angle * 7, 3.3, 3));
    const fade = 1 - clamp((y - sy) / (pic.H * 1.25));
    for (let k = 0; k < 3; k += 1) c[k] = 1 - (1 - c[k]!) * (1 - light[k]! * n * fade * 0.3);
  });
}
