import { mix, ramp, rgb } from '../paint/color.js';
import { clamp, smooth } from '../paint/noise.js';
import type { Painter, Scene } from '../paint/picture.js';
import { add, dim, over } from '../paint/picture.js';
import { conifer, mirrorWater } from './land.js';
import { paintStars, splat } from './sky.js';

const NIGHTS = [
  ramp(['#060914', '#101a35', '#2a3560', '#5a4f78']),
  ramp(['#04080f', '#0b1e2d', '#1d4450', '#4d7a72']),
  ramp(['#0a0714', '#21133a', '#4b2a58', '#a05a66']),
  ramp(['#05060d', '#12152b', '#293052', '#8a6d62']),
];

const GROUND = ['a ridge of spruces', 'bare hills', 'a lit tent', 'a small observatory', 'a still lake'];

/** Dark land along the bottom as SVG. */
function ground(scene: Scene, base: number, rise: number): string {
  const { pic, noise, variant } = scene;
  const points = Array.from({ length: 81 }, (_, k) => {
    const x = (k / 80) * pic.W;
    return `${x.toFixed(1)} ${(base - rise * (0.5 + noise.fbm(x * 0.0022, variant * 3.1, 5))).toFixed(1)}`;
  });
  return `M0 ${pic.H}L${points.join('L')}L${pic.W} ${pic.H}Z`;
}

export const nightSky: Painter = async (scene) => {
  const { pic, random, noise, variant } = scene;
  const { W, H } = pic;
  const sky = NIGHTS[variant % NIGHTS.length]!;
  const angle = -0.9 + random.next() * 0.8 + (variant % 2) * 1.1;
  const ca = Math.cos(angle);
  const sa = Math.sin(angle);
  const size = Math.min(W, H);
  const cx = W * (0.35 + random.next() * 0.3);
  const cy = H * 0.38;
  const warm = rgb(['#ffd9b0', '#d6e4ff', '#ffc4cf', '#ffe2b8'][variant % 4]!);
  const cool = rgb(['#8fa8ff', '#7fd6d2', '#b58cff', '#9db4e8'][variant % 4]!);
  const density = new Float32Array(pic.width * pic.height);
  let k = 0;
  pic.each((x, y, c) => {
    over(c, sky(clamp(y / (H * 1.02)) ** 1.5), 1);
    const u = ((x - cx) * ca + (y - cy) * sa) / size;
    const v = (-(x - cx) * sa + (y - cy) * ca) / size;
    const wobble = noise.fbm(u * 1.6 + 9, v * 1.6, 4) * 0.16;
    const band = Math.exp(-(((v + wobble) / 0.17) ** 2)) * (0.55 + 0.45 * Math.exp(-((u * 1.4) ** 2)));
    const cloud = noise.fbm(u * 4.2, v * 5.2 + 3, 6) * 0.5 + 0.55;
    const dust = smooth(
      -0.12,
      0.6,
      noise.fbm(u * 3.4 + 40, v * 8.5 + 11, 6) * 1.1 + 0.16 - Math.abs(v + wobble) * 1.7,
    );
    const glow = band * cloud * (1 - dust * 0.9);
    density[k] = glow;
    k += 1;
    add(c, cool, glow * 0.42);
    add(c, warm, glow * glow * 0.85 * Math.exp(-((u * 1.1) ** 2)));
  });
  paintStars(scene, Math.round((W * H) / 620), H);
  // the band itself is made of faint stars
  for (let s = 0; s < (W * H) / 90; s += 1) {
    const x = random.next() * W;
    const y = random.next() * H;
    const at = Math.min(
      density.length - 1,
      Math.floor(y * pic.scale) * pic.width + Math.floor(x * pic.scale),
    );
    if (random.next() < density[at]! * 1.2)
      splat(pic, x, y, 0.5, [0.9, 0.92, 1], 0.18 + random.next() ** 4 * 0.5);
  }
  const motif = variant % GROUND.length;
  const land = ground(scene, H * (motif === 4 ? 0.74 : 0.9), H * 0.09);
  const dark = mix(sky(0), rgb('#000000'), 0.4);
  const fill = `rgb(${dark.map((value) => Math.round(value * 255)).join(',')})`;
  if (motif === 4) {
    await pic.svg(`<path d="${land}" fill="${fill}"/>`);
    mirrorWater(scene, H * 0.76, dark, 0.5);
  } else {
    const trees =
      motif === 0
        ? Array.from(
            { length: 34 },
            () =>
              `<path d="${conifer(scene, random.next() * W, H * (0.9 + random.next() * 0.05), H * (0.07 + random.next() ** 2 * 0.2))}"/>`,
          ).join('')
        : '';
    await pic.svg(`<path d="${land}" fill="${fill}"/><g fill="${fill}">${trees}</g>`);
  }
  const mx = W * (0.3 + random.next() * 0.4);
  const my = H * 0.865;
  const s = size * 0.05;
  if (motif === 2) {
    pic.glow(mx, my, s * 1.8, rgb('#ffb35c'), 0.75);
    await pic.svg(
      `<path d="M${mx - s} ${my + s * 0.6}L${mx - s * 0.1} ${my - s * 0.75}L${mx + s} ${my + s * 0.6}Z" fill="#ffb765"/><path d="M${mx - s * 0.1} ${my - s * 0.75}L${mx + s} ${my + s * 0.6}H${mx + s * 0.35}Z" fill="#d9803c"/><path d="M${mx - s * 0.35} ${my + s * 0.6}L${mx - s * 0.1} ${my - s * 0.3}L${mx + s * 0.1} ${my + s * 0.6}Z" fill="#fff0c4"/>`,
    );
  } else if (motif === 3) {
    await pic.svg(
      `<g transform="translate(${mx} ${my})"><path d="M${-s} ${s * 0.9}V0H${s}V${s * 0.9}Z" fill="#0b0e18"/><path d="M${-s * 1.05} 0A${s * 1.05} ${s} 0 0 1 ${s * 1.05} 0Z" fill="#151b2c"/><path d="M${s * 0.05} ${-s}L${s * 0.42} ${-s * 0.9}L${s * 0.62} 0H${s * 0.05}Z" fill="#04060b"/><rect x="${-s * 0.2}" y="${s * 0.35}" width="${s * 0.28}" height="${s * 0.5}" fill="#ff9d5c"/></g>`,
    );
  }
  pic.finish(random, 0.022, 0.2);
  return `The Milky Way over ${GROUND[motif]!}.`;
};

const CURTAINS = [
  ['#3dffa2', '#7a5cff'],
  ['#ff6fae', '#7f5cff'],
  ['#b8ff5e', '#ff8a5c'],
  ['#5ce7ff', '#c06bff'],
] as const;

export const aurora: Painter = async (scene) => {
  const { pic, random, noise, variant } = scene;
  const { W, H } = pic;
  const sky = NIGHTS[variant % 2]!;
  const [low, high] = CURTAINS[variant % CURTAINS.length]!;
  const foot = rgb(low);
  const crown = rgb(high);
  pic.each((_, y, c) => over(c, sky(clamp(y / H) * 0.9), 1));
  paintStars(scene, Math.round((W * H) / 900), H * 0.85);
  const folds = 3;
  for (let k = 0; k < folds; k += 1) {
    const offset = random.next() * 50;
    const height = H * (0.34 + random.next() * 0.2);
    const base = H * (0.62 - k * 0.13);
    const tilt = (random.next() - 0.5) * 0.5;
    pic.each((x, y, c) => {
      const bend = noise.fbm(x * 0.0011 + offset, k * 7.7, 3) * H * 0.26 + (x - W / 2) * tilt;
      const edge = base + bend;
      const d = (edge - y) / height;
      if (d < -0.2) return;
      const fine = noise.fbm(x * 0.022 + offset + bend * 0.01, d * 0.35 + k, 3);
      const slow = noise.fbm(x * 0.0042 + offset * 2, k * 3.1, 2);
      const rise = d < 0 ? Math.exp(-((d / 0.07) ** 2)) : Math.exp(-d * 2.3);
      const power = clamp((0.42 + slow * 1.1) * (0.7 + fine * 1.25)) * rise * 0.85;
      const hue = smooth(0.12, 0.85, d + fine * 0.2);
      for (let i = 0; i < 3; i += 1) {
        const light = foot[i]! + (crown[i]! - foot[i]!) * hue;
        c[i] = 1 - (1 - c[i]!) * (1 - clamp(light * power));
      }
    });
  }
  const lake = variant % 2 === 0;
  const shore = H * (lake ? 0.74 : 0.88);
  const snow = mix(mix(rgb('#dfe9f5'), sky(0.4), 0.62), foot, 0.16);
  await pic.stencil(`<path d="${ground(scene, shore, H * 0.16)}"/>`, (x, y, c, cover) => {
    const n = noise.fbm(x * 0.003, y * 0.011, 5) + 0.5;
    over(c, variant % 3 === 2 ? rgb('#05090f') : snow, cover);
    dim(c, 1 + (n - 0.55) * 0.5 * cover);
  });
  if (lake) mirrorWater(scene, shore, sky(0.1), 0.25);
  const trees = Array.from({ length: 16 }, () => {
    const x = (random.next() < 0.5 ? random.next() * 0.34 : 0.66 + random.next() * 0.34) * W;
    return conifer(scene, x, H * (1.0 + random.next() * 0.04), H * (0.12 + random.next() * 0.2));
  });
  await pic.svg(`<path d="${trees.join('')}" fill="#04070c"/>`);
  pic.finish(random, 0.02, 0.16);
  return `Northern lights above ${lake ? 'a lake that repeats them' : 'snowy hills'}.`;
};

export const moon: Painter = (scene) => {
  const { pic, random, noise, variant } = scene;
  const { W, H } = pic;
  const tint = rgb(['#e9e6df', '#f3d2a6', '#cfd9e8', '#f0b08a', '#dfe3da', '#e6cfd6'][variant % 6]!);
  const sky = NIGHTS[variant % NIGHTS.length]!;
  pic.each((_, y, c) => over(c, sky(clamp(y / H) * 0.75), 1));
  paintStars(scene, 240, H);
  const R = Math.min(W, H) * (0.3 + 0.08 * (variant % 3));
  const cx = W / 2;
  const cy = H / 2;
  const phase = -1.15 + (variant / 5) * 2.1;
  const light = [Math.sin(phase), -0.25, Math.cos(phase)] as const;
  pic.glow(cx + light[0] * R * 0.3, cy, R * 0.95, tint, 0.26);
  const craters = Array.from({ length: 420 }, () => {
    const a = random.next() * Math.PI * 2;
    const r = Math.sqrt(random.next()) * 0.97;
    return [Math.cos(a) * r, Math.sin(a) * r, 0.007 + 0.09 * random.next() ** 9] as const;
  });
  pic.each((x, y, c) => {
    const u = (x - cx) / R;
    const v = (y - cy) / R;
    const rr = u * u + v * v;
    if (rr > 1.02) return;
    const z = Math.sqrt(Math.max(0, 1 - rr));
    let nx = u;
    let ny = v;
    const sea = smooth(-0.05, 0.22, noise.fbm(u * 1.5 + variant, v * 1.5, 4));
    nx += noise.fbm(u * 9, v * 9, 5) * 0.22;
    ny += noise.fbm(u * 9 + 31, v * 9, 5) * 0.22;
    for (const [px, py, size] of craters) {
      const dx = (u - px) / size;
      const dy = (v - py) / size;
      const d = dx * dx + dy * dy;
      if (d > 2.4) continue;
      // rim outside, bowl inside
      const slope = d < 1 ? -0.75 * d : 0.3 * (2.4 - d) * 0.7;
      nx += slope * dx * 0.55;
      ny += slope * dy * 0.55;
    }
    const lit = clamp((nx * light[0] + ny * light[1] + z * light[2]) * 1.15);
    const albedo = 0.98 - sea * 0.3 + noise.fbm(u * 22, v * 22, 3) * 0.12;
    const bright = (lit ** 0.8 * albedo + 0.018) * 0.98;
    over(c, [tint[0] * bright, tint[1] * bright, tint[2] * bright], smooth(1.006, 0.992, Math.sqrt(rr)));
  });
  pic.finish(random, 0.018, 0.12);
  return Promise.resolve(
    `The moon, ${['a waning crescent', 'past its last quarter', 'nearly full', 'full', 'past full', 'in its first quarter'][variant % 6]!}, with its craters in low light.`,
  );
};
