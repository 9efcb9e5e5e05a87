import type { Rgb } from '../paint/color.js';
import { lighten, mix, ramp, rgb } from '../paint/color.js';
import { clamp, smooth } from '../paint/noise.js';
import type { Painter, Scene } from '../paint/picture.js';
import { add, dim, over } from '../paint/picture.js';
import { conifer, mist } from './land.js';
import type { Hour } from './sky.js';
import { HOURS, paintSky, paintSun } from './sky.js';

const css = (color: Rgb): string => `rgb(${color.map((v) => Math.round(v * 255)).join(',')})`;

/** A skyline read once per column, since painters ask for it at every pixel. */
function columns(scene: Scene, line: (x: number) => number): (x: number) => number {
  const { pic } = scene;
  const margin = 40;
  const table = Float32Array.from({ length: Math.ceil((pic.W + 2 * margin) * pic.scale) + 2 }, (_, k) =>
    line(k / pic.scale - margin),
  );
  return (x) => table[clamp(Math.round((x + margin) * pic.scale), 0, table.length - 1)]!;
}

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

const tmp: [number, number, number] = [0, 0, 0];
function mix3(a: Rgb, b: Rgb, t: number): Rgb {
  for (let k = 0; k < 3; k += 1) tmp[k] = a[k]! + (b[k]! - a[k]!) * t;
  return tmp;
}

const own: [number, number, number] = [0, 0, 0];
function mix3own(a: Rgb, b: Rgb, t: number): Rgb {
  for (let k = 0; k < 3; k += 1) own[k] = a[k]! + (b[k]! - a[k]!) * t;
  return own;
}

const CROPS = [
  ['#8f6bb3', '#b7a05a', '#7d9a4e', '#d9c27a'],
  ['#6f9a4b', '#a8b85c', '#d8c46a', '#4f7f4a'],
  ['#d3a94e', '#e5cf85', '#b98a46', '#8c9a55'],
  ['#5c8a63', '#86a86f', '#c3c98a', '#3f6e57'],
  ['#b5604a', '#d8955a', '#8d7b4a', '#e2c083'],
  ['#7f9fb0', '#a9bfc4', '#d6dcd2', '#5e8293'],
] as const;

/** Rolling land with crop rows; shared by the fields, the train and the balloons. */
async function rolling(
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

export const balloons: Painter = async (scene) => {
  const { pic, random, variant } = scene;
  const { W, H } = pic;
  const at = HOURS[[0, 2, 6, 4, 1, 8, 5][variant % 7]!]!;
  const horizon = H * 0.72;
  paintSky(scene, at, horizon, 0.6);
  paintSun(pic, W * (0.15 + random.next() * 0.7), horizon * 0.85, H * 0.03, at.sun, 1);
  await rolling(scene, at, horizon, CROPS[(variant + 2) % CROPS.length]!, 3);
  const sets = [
    ['#d8503f', '#f4e3c1', '#2b5d73'],
    ['#f0a93b', '#c7453c', '#f7ead2'],
    ['#3c6e71', '#f2c14e', '#efe8da'],
    ['#8e4a7b', '#f3b3a6', '#fbe9d0'],
    ['#2f4b7c', '#f28f6b', '#f6e7c8'],
  ] as const;
  const many = 5 + (variant % 4) * 2;
  const drawn = Array.from({ length: many }, (_, k) => {
    const f = (k + 1) / many;
    const r = Math.min(W, H) * (0.018 + 0.115 * f ** 2.2);
    const x = W * (0.1 + 0.8 * ((k * 0.618 + random.next() * 0.16 + variant * 0.3) % 1));
    const y = H * (0.16 + random.next() * 0.42) + (1 - f) * H * 0.08;
    return { f, svg: balloon(x, y, r, sets[(k + variant) % sets.length]!, 10 + (k % 3) * 2, random.next()) };
  });
  for (const { f, svg } of drawn) {
    await pic.svg(svg);
    if (f < 0.7) mist(scene, H * 0.55, H * 0.5, at.haze, 0.09);
  }
  pic.finish(random, 0.018, 0.1);
  return `${many} hot-air balloons over the hills ${at.name}.`;
};

function balloon(
  x: number,
  y: number,
  r: number,
  colors: readonly string[],
  gores: number,
  id: number,
): string {
  const key = `b${Math.round(id * 1e6)}`;
  const strip = Array.from({ length: gores }, (_, k) => {
    const edge = (t: number): string => {
      const s = Math.sin((t - 0.5) * Math.PI);
      return `Q${s * r * 1.34} ${-r * 0.1} ${s * r * 0.22} ${r * 1.22}`;
    };
    const back = (t: number): string => {
      const s = Math.sin((t - 0.5) * Math.PI);
      return `Q${s * r * 1.34} ${-r * 0.1} 0 ${-r * 1.05}`;
    };
    return `<path d="M0 ${-r * 1.05}${edge(k / gores)}L${Math.sin(((k + 1) / gores - 0.5) * Math.PI) * r * 0.22} ${r * 1.22}${back((k + 1) / gores)}Z" fill="${colors[k % colors.length]!}"/>`;
  });
  const outline = `M0 ${-r * 1.05}C${r * 1.35} ${-r * 1.05} ${r * 1.2} ${r * 0.45} ${r * 0.22} ${r * 1.22}H${-r * 0.22}C${-r * 1.2} ${r * 0.45} ${-r * 1.35} ${-r * 1.05} 0 ${-r * 1.05}Z`;
  return (
    `<defs><clipPath id="${key}"><path d="${outline}"/></clipPath><radialGradient id="${key}g" cx=".35" cy=".28" r=".85"><stop offset="0" stop-color="#fff" stop-opacity=".38"/><stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#1a0f24" stop-opacity=".55"/></radialGradient></defs>` +
    `<g transform="translate(${x} ${y})"><g clip-path="url(#${key})"><path d="${outline}" fill="${colors[0]!}"/>${strip.join('')}<path d="M${-r * 1.4} ${-r * 0.05}Q0 ${r * 0.3} ${r * 1.4} ${-r * 0.05}V${r * 0.2}Q0 ${r * 0.55} ${-r * 1.4} ${r * 0.2}Z" fill="${colors[1]!}" opacity=".9"/></g><path d="${outline}" fill="url(#${key}g)"/>` +
    `<path d="M${-r * 0.2} ${r * 1.22}L${-r * 0.13} ${r * 1.5}M${r * 0.2} ${r * 1.22}L${r * 0.13} ${r * 1.5}" stroke="#3a2c26" stroke-width="${r * 0.02}"/><rect x="${-r * 0.15}" y="${r * 1.5}" width="${r * 0.3}" height="${r * 0.2}" rx="${r * 0.04}" fill="#7a5233"/></g>`
  );
}

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

export const birds: Painter = async (scene) => {
  const { pic, random, noise, variant } = scene;
  const { W, H } = pic;
  const at = HOURS[[6, 1, 5, 4, 3, 0, 8, 2, 7][variant % 9]!]!;
  paintSky(scene, at, H * 1.05, 0.7);
  const dark = css(mix(at.dark, rgb('#000000'), 0.2));
  const size = Math.min(W, H);
  const flock = variant % 3 === 2;
  if (flock) {
    const marks: string[] = [];
    for (let k = 0; k < 2600; k += 1) {
      const t = random.next();
      const bend = noise.fbm(t * 2.2 + variant, 3.1, 3);
      const spread = 0.05 + 0.13 * Math.sin(Math.PI * t) ** 2;
      const x = W * (0.06 + 0.88 * t) + random.normal() * size * spread * 0.5;
      const y = H * (0.42 + bend * 0.5) + random.normal() * size * spread * 0.55;
      const s = size * (0.0022 + random.next() * 0.0042);
      marks.push(
        `M${(x - s).toFixed(1)} ${(y - s * random.next()).toFixed(1)}Q${(x - s * 0.3).toFixed(1)} ${(y - s * 0.3).toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)}Q${(x + s * 0.3).toFixed(1)} ${(y - s * 0.5).toFixed(1)} ${(x + s).toFixed(1)} ${(y - s * random.next()).toFixed(1)}`,
      );
    }
    await pic.svg(
      `<path d="${marks.join('')}" fill="none" stroke="${dark}" stroke-width="${size * 0.0028}" stroke-linecap="round"/>`,
    );
    const reeds = Array.from({ length: 190 }, () => {
      const x = random.next() * W;
      const h = H * (0.03 + random.next() ** 2 * 0.16);
      const lean = (random.next() - 0.3) * h * 0.4;
      return `M${x.toFixed(1)} ${H}Q${x.toFixed(1)} ${(H - h * 0.6).toFixed(1)} ${(x + lean).toFixed(1)} ${(H - h).toFixed(1)}`;
    });
    await pic.svg(
      `<path d="${reeds.join('')}" fill="none" stroke="${dark}" stroke-width="${size * 0.003}"/>`,
    );
    pic.finish(random, 0.02, 0.12);
    return `A murmuration of starlings over the reeds ${at.name}.`;
  }
  const out: string[] = [];
  const lines = 3 + (variant % 3);
  for (let k = 0; k < lines; k += 1) {
    const y0 = H * (0.26 + 0.12 * k + random.next() * 0.03);
    const y1 = H * (0.3 + 0.1 * k + (random.next() - 0.5) * 0.2);
    const sag = H * 0.07;
    const wire = (t: number): [number, number] => [
      t * W,
      y0 * (1 - t) + y1 * t + sag * 4 * t * (1 - t) * 0.5,
    ];
    const points = Array.from({ length: 41 }, (_, i) =>
      wire(i / 40)
        .map((v) => v.toFixed(1))
        .join(' '),
    );
    out.push(`<path d="M${points.join('L')}" fill="none" stroke="${dark}" stroke-width="${size * 0.0032}"/>`);
    let t = random.next() * 0.2;
    while (t < 0.98) {
      const [x, y] = wire(t);
      out.push(
        `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(size * 0.034 * (random.next() < 0.5 ? -1 : 1)).toFixed(2)} ${(size * 0.034).toFixed(2)})"><path d="M-.28 .02C-.42 -.3 -.3 -.72 .02 -.84C.06 -1.02 .3 -1.06 .38 -.92L.58 -.86L.38 -.8C.42 -.5 .26 -.14 .04 .02L-.16 .52L-.26 .5Z"/></g>`,
      );
      t += random.next() < 0.28 ? 0.12 + random.next() * 0.2 : 0.026 + random.next() * 0.022;
    }
  }
  const px = W * (variant % 2 === 0 ? 0.86 : 0.12);
  out.push(
    `<path d="M${px} ${H * 0.16}V${H * 1.02}" stroke="${dark}" stroke-width="${size * 0.018}"/><path d="M${px - size * 0.1} ${H * 0.24}h${size * 0.2}M${px - size * 0.08} ${H * 0.34}h${size * 0.16}" stroke="${dark}" stroke-width="${size * 0.011}"/>`,
  );
  await pic.svg(`<g fill="${dark}">${out.join('')}</g>`);
  pic.finish(random, 0.02, 0.12);
  return `Small birds side by side on the wires ${at.name}.`;
};

/** Used by the covers: only the ramp of a sky. */
export const SKY_RAMPS = HOURS.map((entry) => entry.sky).concat([ramp(['#2d3142', '#4f5d75', '#bfc0c0'])]);
