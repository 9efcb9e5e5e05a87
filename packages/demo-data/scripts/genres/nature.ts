import type { Rgb } from '../paint/color.js';
import { lighten, mix, ramp, rgb } from '../paint/color.js';
import { clamp, smooth } from '../paint/noise.js';
import type { Painter, Scene } from '../paint/picture.js';
import { add, dim, over } from '../paint/picture.js';
import { splat } from './sky.js';

const css = (color: Rgb): string => `rgb(${color.map((v) => Math.round(v * 255)).join(',')})`;

const HERBARIA = [
  { paper: '#f3ede0', leaves: ['#4f6f4a', '#6b8a55', '#2f5145', '#8a9a62'] },
  { paper: '#1f3a35', leaves: ['#5f8f6a', '#8fb78a', '#3d6b57', '#c9d6a3'] },
  { paper: '#f0d9c8', leaves: ['#8a4a3a', '#b86b4b', '#5f5a3c', '#c98f5a'] },
  { paper: '#24304a', leaves: ['#7fa3a8', '#b7cfc4', '#5a7f94', '#e3dfc3'] },
  { paper: '#e7ead9', leaves: ['#5c7a3c', '#93a64a', '#3c5a34', '#b8b86a'] },
  { paper: '#e9c9b6', leaves: ['#2f5d50', '#4f7f6a', '#1f4038', '#7fa384'] },
  { paper: '#f6f1e8', leaves: ['#b04a3a', '#d9813f', '#e0ab4f', '#7f3f3a'] },
  { paper: '#16241f', leaves: ['#3f7a55', '#6fa667', '#24553f', '#a7c77f'] },
] as const;

/** A leaf with veins, pointing along x from (0, 0), `l` long. */
function leafShape(l: number, w: number, fill: string, vein: string, kind: number): string {
  if (kind === 1) {
    // a feathered frond
    const parts: string[] = [];
    for (let k = 2; k < 26; k += 1) {
      const t = k / 26;
      const size = l * 0.36 * Math.sin(Math.PI * (0.12 + t * 0.86)) ** 0.8;
      for (const side of [-1, 1]) {
        parts.push(
          `<path transform="translate(${(t * l).toFixed(1)} 0) rotate(${side * (68 - t * 34)})" d="M0 0Q${size * 0.5} ${-size * 0.13} ${size} 0Q${size * 0.5} ${size * 0.13} 0 0Z" fill="${fill}"/>`,
        );
      }
    }
    return `${parts.join('')}<path d="M${-l * 0.12} 0H${l}" stroke="${vein}" stroke-width="${l * 0.012}"/>`;
  }
  if (kind === 2) {
    // a fan
    const rays = Array.from({ length: 19 }, (_, k) => {
      const a = -1.05 + (k / 18) * 2.1;
      return `M0 0L${(Math.cos(a) * l * 0.92).toFixed(1)} ${(Math.sin(a) * l * 0.92).toFixed(1)}`;
    });
    return (
      `<path d="M0 0L${Math.cos(-1.1) * l} ${Math.sin(-1.1) * l}Q${l * 0.95} ${-l * 0.72} ${l * 1.02} ${-l * 0.08}L${l * 0.72} 0L${l * 1.02} ${l * 0.08}Q${l * 0.95} ${l * 0.72} ${Math.cos(1.1) * l} ${Math.sin(1.1) * l}Z" fill="${fill}"/>` +
      `<path d="${rays.join('')}" stroke="${vein}" stroke-width="${l * 0.008}" opacity=".6"/><path d="M0 0H${-l * 0.5}" stroke="${vein}" stroke-width="${l * 0.022}"/>`
    );
  }
  if (kind === 3) {
    // a twig with round leaves
    const parts = Array.from({ length: 12 }, (_, k) => {
      const t = (k + 1) / 12.5;
      const side = k % 2 === 0 ? -1 : 1;
      const r = l * 0.12 * (1.15 - t * 0.6);
      return `<g transform="translate(${(t * l).toFixed(1)} ${(Math.sin(t * 3) * l * 0.05).toFixed(1)}) rotate(${side * 48})"><ellipse cx="${r * 1.15}" rx="${r * 1.1}" ry="${r * 0.78}" fill="${fill}"/><path d="M0 0H${r * 2}" stroke="${vein}" stroke-width="${l * 0.006}"/></g>`;
    });
    return `<path d="M${-l * 0.1} 0Q${l * 0.5} ${l * 0.09} ${l} 0" fill="none" stroke="${vein}" stroke-width="${l * 0.012}"/>${parts.join('')}`;
  }
  const veins = Array.from({ length: 8 }, (_, k) => {
    const t = 0.1 + k * 0.1;
    const reach = w * 0.86 * Math.sin(Math.PI * Math.min(1, t + 0.12)) ** 0.7;
    return `M${t * l} 0Q${(t + 0.07) * l} ${-reach * 0.55} ${(t + 0.16) * l} ${-reach}M${t * l} 0Q${(t + 0.07) * l} ${reach * 0.55} ${(t + 0.16) * l} ${reach}`;
  });
  return (
    `<path d="M0 0C${l * 0.2} ${-w * 1.3} ${l * 0.68} ${-w * 1.15} ${l} 0C${l * 0.68} ${w * 1.15} ${l * 0.2} ${w * 1.3} 0 0Z" fill="${fill}"/><path d="M0 0C${l * 0.2} ${-w * 1.3} ${l * 0.68} ${-w * 1.15} ${l} 0Z" fill="#000" opacity=".1"/>` +
    `<path d="M${-l * 0.16} 0H${l * 0.97}" stroke="${vein}" stroke-width="${l * 0.014}"/><path d="${veins.join('')}" fill="none" stroke="${vein}" stroke-width="${l * 0.006}" opacity=".75"/>`
  );
}

export const botanical: Painter = async (scene) => {
  const { pic, random, noise, variant } = scene;
  const { W, H } = pic;
  const set = HERBARIA[variant % HERBARIA.length]!;
  const paper = rgb(set.paper);
  const size = Math.min(W, H);
  pic.each((x, y, c) => {
    over(c, paper, 1);
    dim(c, 1.03 + noise.fbm(x * 0.004, y * 0.004, 5) * 0.07 + noise.fbm(x * 0.11, y * 0.11, 2) * 0.02);
  });
  const layout = variant % 3;
  if (variant % 5 === 4) {
    await sunflower(scene, rgb(set.leaves[3]));
    pic.finish(random, 0.022, 0.16);
    return 'The seed head of a flower, its seeds in spirals.';
  }
  const many = layout === 0 ? Math.round((W * H) / (size * size * 0.03)) : layout === 1 ? 7 : 70;
  const placed: string[] = [];
  const cast: string[] = [];
  for (let k = 0; k < many; k += 1) {
    const tone = rgb(set.leaves[k % set.leaves.length]!);
    const depth = layout === 2 ? k / many : 1;
    const fill = css(lighten(mix(paper, tone, 0.35 + 0.65 * depth), (random.next() - 0.5) * 0.06));
    const vein = css(lighten(mix(paper, tone, 0.5 + 0.5 * depth), paper[0] + paper[1] > 1 ? -0.12 : 0.12));
    let x: number;
    let y: number;
    let angle: number;
    let l: number;
    if (layout === 0) {
      const columns = Math.ceil(W / (size * 0.19));
      x = ((k % columns) + 0.5 + (random.next() - 0.5) * 0.5) * (W / columns);
      y = (Math.floor(k / columns) + 0.5 + (random.next() - 0.5) * 0.5) * size * 0.19;
      angle = random.next() * 360;
      l = size * (0.12 + random.next() * 0.08);
    } else if (layout === 1) {
      x = W * (0.5 + (k - 3) * 0.035);
      y = H * 0.95;
      angle = -90 + (k - 3) * (W > H ? 21 : 14) + (random.next() - 0.5) * 6;
      l = size * (0.62 + random.next() * 0.22) * (H > W ? 1.12 : 0.98);
    } else {
      const side = random.next();
      x = side < 0.5 ? W * (random.next() * 0.34 - 0.06) : W * (0.72 + random.next() * 0.34);
      y = H * (random.next() * 1.1 - 0.05);
      angle = (side < 0.5 ? -20 : 200) + (random.next() - 0.5) * 120;
      l = size * (0.2 + random.next() * 0.26);
    }
    const kind = layout === 1 ? [1, 0, 3][k % 3]! : (k + variant) % 4;
    const body = leafShape(l, l * (kind === 0 ? 0.24 : 0.2), fill, vein, kind);
    placed.push(
      `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angle.toFixed(0)})">${body}</g>`,
    );
    cast.push(
      `<g transform="translate(${(x + size * 0.009).toFixed(1)} ${(y + size * 0.013).toFixed(1)}) rotate(${angle.toFixed(0)})">${leafShape(l, l * 0.22, '#000', '#000', kind)}</g>`,
    );
    if (layout === 2 && (k % 14 === 13 || k === many - 1)) {
      await pic.svg(
        `<defs><filter id="f"><feGaussianBlur stdDeviation="${size * 0.009}"/></filter></defs><g filter="url(#f)" opacity=".3">${cast.join('')}</g>${placed.join('')}`,
      );
      placed.length = 0;
      cast.length = 0;
    }
  }
  if (placed.length > 0) {
    await pic.svg(
      `<defs><filter id="f"><feGaussianBlur stdDeviation="${size * 0.008}"/></filter></defs><g filter="url(#f)" opacity=".22">${cast.join('')}</g>${placed.join('')}`,
    );
  }
  pic.each((x, y, c) => dim(c, 1 + noise.fbm(x * 0.02, y * 0.02, 4) * 0.12));
  pic.finish(random, 0.024, 0.1);
  return [
    'Pressed leaves scattered over paper.',
    'Ferns and branches fanned out from one point.',
    'Leaves crowding in from both sides.',
  ][layout]!;
};

async function sunflower(scene: Scene, petal: Rgb): Promise<void> {
  const { pic, random, variant } = scene;
  const { W, H } = pic;
  const size = Math.min(W, H);
  const cx = W / 2;
  const cy = H / 2;
  const R = size * 0.27;
  const gold = variant % 2 === 0 ? rgb('#e2a23b') : petal;
  const petals: string[] = [];
  for (let ring = 0; ring < 3; ring += 1) {
    for (let k = 0; k < 34; k += 1) {
      const a = (k / 34) * 360 + ring * 5.3 + (random.next() - 0.5) * 5;
      const l = size * (0.185 - ring * 0.02) * (0.85 + random.next() * 0.3);
      const fill = css(lighten(gold, -0.11 + ring * 0.06 + (random.next() - 0.5) * 0.06));
      petals.push(
        `<g transform="rotate(${a.toFixed(1)}) translate(${R * 0.92} 0)"><path d="M${-l * 0.2} 0C${l * 0.2} ${-l * 0.3} ${l * 0.75} ${-l * 0.2} ${l} 0C${l * 0.75} ${l * 0.2} ${l * 0.2} ${l * 0.3} ${-l * 0.2} 0Z" fill="${fill}"/><path d="M0 0H${l * 0.9}M0 ${l * 0.05}Q${l * 0.5} ${l * 0.09} ${l * 0.8} ${l * 0.03}M0 ${-l * 0.05}Q${l * 0.5} ${-l * 0.09} ${l * 0.8} ${-l * 0.03}" stroke="#7a4a12" stroke-opacity=".3" stroke-width="${l * 0.014}" fill="none"/></g>`,
      );
    }
  }
  const seeds: string[] = [];
  for (let k = 700; k > 0; k -= 1) {
    const r = Math.sqrt(k / 700) * R;
    const a = k * 2.399963;
    const t = r / R;
    const s = size * (0.0055 + 0.0075 * t);
    const fill = css(mix(rgb('#8d9a4a'), rgb('#3a2415'), smooth(0.1, 0.75, t)));
    seeds.push(
      `<g transform="translate(${(Math.cos(a) * r).toFixed(1)} ${(Math.sin(a) * r).toFixed(1)}) rotate(${((a * 180) / Math.PI).toFixed(0)})"><ellipse rx="${s * 1.15}" ry="${s * 0.72}" fill="${fill}"/><ellipse cx="${-s * 0.25}" cy="${-s * 0.2}" rx="${s * 0.45}" ry="${s * 0.22}" fill="#fff" opacity=".22"/></g>`,
    );
  }
  await pic.svg(
    `<defs><filter id="f" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${size * 0.016}"/></filter></defs><g transform="translate(${cx + size * 0.015} ${cy + size * 0.025})" filter="url(#f)" opacity=".35"><circle r="${R * 1.5}"/></g><g transform="translate(${cx} ${cy})">${petals.join('')}<circle r="${R * 1.03}" fill="#2c1a10"/>${seeds.join('')}</g>`,
  );
}

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

export const tidePool: Painter = (scene) => {
  const { pic, random, noise, variant } = scene;
  const { W, H } = pic;
  const size = Math.min(W, H);
  const stones = [
    ['#a89a88', '#6f7a80', '#d8c8ae', '#5d5a60', '#b98f78', '#efe2cc'],
    ['#8d9fa2', '#56707a', '#c3cfc6', '#d9d0b8', '#3f525c', '#a88f7c'],
    ['#a37f6a', '#7c5b4f', '#c7a88d', '#5b4a48', '#8f8a80', '#d8c5ab'],
    ['#7f9184', '#b0bd9f', '#54645f', '#d6d0b0', '#e6d8b8', '#8f7a6f'],
  ][variant % 4]!.map(rgb);
  const water = rgb(['#2f8f9a', '#1f6f86', '#3f9f8f', '#2a7f77'][variant % 4]!);
  const cell = size / (5 + (variant % 3) * 2);
  const jitter = (i: number, j: number, k: number): number => {
    let h =
      Math.imul(i + 911, 0x27d4eb2d) ^
      Math.imul(j + 577, 0x165667b1) ^
      Math.imul(k + variant * 31, 0x9e3779b1);
    h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
  };
  const ground = (px: number, py: number): [number, number, number] => {
    const gx = px / cell;
    const gy = py / cell;
    const i0 = Math.floor(gx);
    const j0 = Math.floor(gy);
    let best = 9;
    let second = 9;
    let id = 0;
    for (let j = j0 - 1; j <= j0 + 1; j += 1) {
      for (let i = i0 - 1; i <= i0 + 1; i += 1) {
        const dx = i + 0.15 + 0.7 * jitter(i, j, 1) - gx;
        const dy = j + 0.15 + 0.7 * jitter(i, j, 2) - gy;
        const d = Math.hypot(dx, dy) * (0.8 + 0.4 * jitter(i, j, 3));
        if (d < best) {
          second = best;
          best = d;
          id = i * 57 + j * 131;
        } else if (d < second) second = d;
      }
    }
    const edge = second - best;
    return [smooth(0, 0.55, edge) ** 0.7, edge, id];
  };
  const stars = Array.from({ length: 2 + (variant % 3) }, (_, k) => ({
    x: W * (0.2 + 0.6 * ((k * 0.55 + random.next() * 0.3) % 1)),
    y: H * (0.2 + 0.6 * ((k * 0.37 + random.next() * 0.3) % 1)),
    r: size * (0.1 + random.next() * 0.09),
    turn: random.next() * 6,
    color: rgb(random.pick(['#d9673f', '#c2484f', '#e0974a', '#8a4f7d', '#d98f8a'])),
  }));
  const starHeight = (x: number, y: number): [number, Rgb] | undefined => {
    for (const star of stars) {
      const dx = x - star.x;
      const dy = y - star.y;
      const d = Math.hypot(dx, dy) / star.r;
      if (d > 1.25) continue;
      const a = Math.atan2(dy, dx) + star.turn + Math.sin(d * 2) * 0.12;
      const arm = ((((a / (Math.PI * 2)) * 5) % 1) + 1) % 1;
      const off = Math.abs(arm - 0.5) * 2;
      const width = 0.2 + 0.16 * (1 - d) + 0.05;
      const across = ((1 - off) * d * 0.62) / Math.max(0.02, width * (1.12 - d));
      if (d > 1.05 || across > 1) {
        if (d > 0.34) continue;
      }
      const h = Math.sqrt(Math.max(0, 1 - Math.min(1, across) ** 2)) * (1 - d * 0.55) * smooth(1.06, 0.9, d);
      return [h + 0.06 * noise.at(dx * 0.22, dy * 0.22), star.color];
    }
    return undefined;
  };
  const e = 1.6;
  pic.each((x, y, c) => {
    const depth = 0.45 + noise.fbm(x * 0.0013, y * 0.0013, 3) * 0.7;
    const bend = noise.fbm(x * 0.009, y * 0.009, 2) * size * 0.012;
    const px = x + bend;
    const py = y + bend * 0.7;
    const star = starHeight(px, py);
    let light: number;
    if (star) {
      const h = star[0];
      const hx = (starHeight(px + e, py)?.[0] ?? 0) - h;
      const hy = (starHeight(px, py + e)?.[0] ?? 0) - h;
      light = clamp(0.75 - (hx + hy) * -6, 0.3, 1.35);
      over(c, star[1], 1);
      const dots = smooth(0.25, 0.5, noise.at(px * 0.16, py * 0.16));
      over(c, lighten(star[1], 0.16), dots * 0.6);
    } else {
      const [h, edge, id] = ground(px, py);
      const [hx] = ground(px + e, py);
      const [hy] = ground(px, py + e);
      light = clamp(0.82 + (h - hx + (h - hy)) * 2.6, 0.35, 1.35);
      const stone = stones[Math.abs(id) % stones.length]!;
      over(c, lighten(stone, (jitter(id, 3, 5) - 0.5) * 0.12), 1);
      dim(c, 1 + noise.fbm(px * 0.03, py * 0.03, 4) * 0.4 + noise.fbm(px * 0.2, py * 0.2, 2) * 0.14);
      over(c, rgb('#1c2422'), 0.8 * (1 - smooth(0, 0.16, edge)));
      // weed on some of the stones
      over(c, rgb('#5f7a3c'), smooth(0.12, 0.5, noise.fbm(px * 0.006 + 40, py * 0.006, 4)) * 0.5 * h);
    }
    dim(c, light);
    over(c, water, clamp(0.1 + depth * 0.42) * 0.55);
    dim(c, 1.22);
    const caustic = noise.ridge(x * 0.0085 + 3, y * 0.0085, 2);
    add(c, [0.85, 1, 0.95], clamp((caustic - 0.7) * 3.4) ** 1.5 * 0.6 * clamp(depth + 0.25));
    const sky = smooth(0.16, 0.5, noise.fbm(x * 0.0018 + 70, y * 0.005, 3));
    over(c, [0.92, 0.97, 0.98], sky * 0.22);
  });
  pic.finish(random, 0.02, 0.24);
  return Promise.resolve('A tide pool from above: stones, starfish and light on the water.');
};
