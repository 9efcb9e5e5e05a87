import type { Ramp, Rgb } from '../paint/color.js';
import { lighten, mix, ramp, rgb } from '../paint/color.js';
import { clamp, smooth } from '../paint/noise.js';
import type { Painter } from '../paint/picture.js';
import { dim, over } from '../paint/picture.js';

const css = (color: Rgb): string => `rgb(${color.map((v) => Math.round(v * 255)).join(',')})`;

const INKS = [
  ['#f3ecdf', '#1d3557', '#e4572e', '#f3a712', '#76b041'],
  ['#f6efe6', '#2e294e', '#d7263d', '#f46036', '#1b998b'],
  ['#efe6d8', '#283618', '#606c38', '#bc6c25', '#dda15e'],
  ['#f2efe9', '#22223b', '#4a4e69', '#c9ada7', '#e07a5f'],
  ['#fbf3e4', '#003049', '#d62828', '#f77f00', '#fcbf49'],
  ['#eef0ea', '#264653', '#2a9d8f', '#e9c46a', '#e76f51'],
  ['#f7ede8', '#3d2c47', '#8a5a83', '#e8a598', '#ffd6a5'],
  ['#12181f', '#f0e7d8', '#4cc9f0', '#f72585', '#ffd166'],
  ['#e9eef2', '#0b3954', '#087e8b', '#ff5a5f', '#c81d25'],
  ['#1b1b2f', '#f5e6ca', '#e0876a', '#7c9a92', '#d4b483'],
] as const;

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

export const stainedGlass: Painter = (scene) => {
  const { pic, random, noise, variant } = scene;
  const { W, H } = pic;
  const sets = [
    ['#12355b', '#1f6f8b', '#99c1b9', '#f2d388', '#d1603d'],
    ['#3c1642', '#086375', '#1dd3b0', '#affc41', '#f7d774'],
    ['#5f0f40', '#9a031e', '#fb8b24', '#e36414', '#f6d8a0'],
    ['#0b3948', '#416165', '#d0ceba', '#e9d2c0', '#c96a5a'],
    ['#22577a', '#38a3a5', '#57cc99', '#c7f9cc', '#f9dc5c'],
    ['#2b2d42', '#5c6b9c', '#b7b5e4', '#f4c2c2', '#ef8275'],
  ];
  const tint = ramp(sets[variant % sets.length]!);
  const size = Math.min(W, H);
  const seeds = Array.from({ length: 150 }, (_, k) => {
    const ring = variant % 2 === 0;
    const a = k * 2.39996;
    const r = Math.sqrt((k + 0.5) / 150) * Math.hypot(W, H) * 0.53;
    const x = ring ? W / 2 + Math.cos(a) * r : random.next() * W;
    const y = ring ? H / 2 + Math.sin(a) * r : random.next() * H;
    const t = ring
      ? clamp(r / (Math.hypot(W, H) * 0.5) + random.normal() * 0.09)
      : clamp(y / H + random.normal() * 0.12);
    return { x, y, color: lighten(tint(t), (random.next() - 0.5) * 0.12), tilt: random.next() * 6.28 };
  });
  const lead = rgb('#14110f');
  const sunX = W * 0.5;
  const sunY = H * (variant % 2 === 0 ? 0.5 : 0.3);
  pic.each((x, y, c) => {
    let best = 1e9;
    let second = 1e9;
    let own = seeds[0]!;
    let other = own;
    for (const seed of seeds) {
      const d = (seed.x - x) ** 2 + (seed.y - y) ** 2;
      if (d < best) {
        second = best;
        other = own;
        best = d;
        own = seed;
      } else if (d < second) {
        second = d;
        other = seed;
      }
    }
    const gap = Math.hypot(own.x - other.x, own.y - other.y);
    const edge = (second - best) / (2 * gap);
    over(c, own.color, 1);
    const streak = noise.fbm(
      (x * Math.cos(own.tilt) + y * Math.sin(own.tilt)) * 0.03,
      (y * Math.cos(own.tilt) - x * Math.sin(own.tilt)) * 0.006,
      4,
    );
    const light = 1.16 - 0.4 * (Math.hypot(x - sunX, y - sunY) / Math.hypot(W, H)) * 1.6;
    dim(c, light * (1 + streak * 0.34) * (0.86 + 0.18 * smooth(0, size * 0.03, edge)));
    const line = size * 0.0055;
    over(c, lead, 1 - smooth(line * 0.8, line * 1.25, edge));
    const sheen = Math.exp(-(((edge - line * 0.35) / (line * 0.3)) ** 2)) * 0.16;
    over(c, [0.6, 0.58, 0.56], sheen);
  });
  pic.finish(random, 0.016, 0.16);
  return Promise.resolve('A leaded glass window with light behind it.');
};

export const poster: Painter = async (scene) => {
  const { pic, random, noise, variant } = scene;
  const { W, H } = pic;
  const inks = INKS[variant % INKS.length]!;
  const [paper, ...colors] = inks;
  const out: string[] = [];
  const kind = variant % 5;
  const size = Math.min(W, H);
  if (kind === 0) {
    const n = W > H ? 6 : 4;
    const cell = W / n;
    for (let r = 0; r * cell < H; r += 1) {
      for (let k = 0; k < n; k += 1) {
        const [a, b] = random.sample(colors, 2);
        const turn = random.int(0, 3) * 90;
        const shape = random.pick([
          `<path d="M0 0H${cell}A${cell} ${cell} 0 0 1 0 ${cell}Z" fill="${a!}"/>`,
          `<circle cx="${cell / 2}" cy="${cell / 2}" r="${cell * 0.4}" fill="${a!}"/><circle cx="${cell / 2}" cy="${cell / 2}" r="${cell * 0.2}" fill="${b!}"/>`,
          `<path d="M0 0A${cell / 2} ${cell / 2} 0 0 1 ${cell} 0Z M0 ${cell / 2}A${cell / 2} ${cell / 2} 0 0 0 ${cell} ${cell / 2}Z" fill="${a!}"/>`,
          `<path d="M0 0H${cell}L0 ${cell}Z" fill="${a!}"/><path d="M${cell} ${cell}V${cell * 0.5}L${cell * 0.5} ${cell}Z" fill="${b!}"/>`,
          Array.from(
            { length: 5 },
            (_, s) => `<rect y="${(cell / 5) * s}" width="${cell}" height="${cell / 10}" fill="${a!}"/>`,
          ).join(''),
          `<path d="M0 0H${cell}V${cell}A${cell} ${cell} 0 0 1 0 0Z" fill="${a!}"/><circle cx="${cell * 0.28}" cy="${cell * 0.72}" r="${cell * 0.14}" fill="${b!}"/>`,
        ]);
        out.push(
          `<g transform="translate(${k * cell} ${r * cell}) rotate(${turn} ${cell / 2} ${cell / 2})">${random.next() < 0.35 ? `<rect width="${cell}" height="${cell}" fill="${colors[(r + k) % colors.length]!}" opacity=".28"/>` : ''}${shape}</g>`,
        );
      }
    }
  } else if (kind === 1) {
    const cx = W * 0.5;
    const cy = H * 0.46;
    out.push(`<circle cx="${cx}" cy="${cy}" r="${size * 0.34}" fill="${colors[2]}"/>`);
    for (let k = 0; k < 9; k += 1) {
      const y = H * (0.5 + k * 0.062);
      const points = Array.from(
        { length: 41 },
        (_, i) =>
          `${((i / 40) * W).toFixed(1)} ${(y + noise.fbm(i * 0.09 + k * 5, k, 2) * H * 0.12).toFixed(1)}`,
      );
      out.push(
        `<path d="M0 ${H}L${points.join('L')}L${W} ${H}Z" fill="${colors[(k + 1) % colors.length]!}" style="mix-blend-mode:multiply" opacity=".86"/>`,
      );
    }
  } else if (kind === 2) {
    const cx = W * 0.5;
    const cy = H * 0.62;
    for (let k = 10; k > 0; k -= 1) {
      const r = (size * 0.52 * k) / 10;
      out.push(
        `<path d="M${cx - r} ${cy}A${r} ${r} 0 0 1 ${cx + r} ${cy}Z" fill="${k % 2 === 0 ? colors[(k / 2) % colors.length]! : paper}"/>`,
      );
      out.push(
        `<path d="M${cx - r} ${cy + size * 0.03}A${r} ${r * 0.42} 0 0 0 ${cx + r} ${cy + size * 0.03}Z" fill="${k % 2 === 0 ? colors[(k / 2 + 1) % colors.length]! : paper}"/>`,
      );
    }
  } else if (kind === 3) {
    for (let k = 0; k < 11; k += 1) {
      const r = size * (0.07 + random.next() * 0.24);
      const [a] = random.sample(colors, 1);
      const x = random.next() * W;
      const y = random.next() * H;
      out.push(
        random.next() < 0.6
          ? `<circle cx="${x}" cy="${y}" r="${r}" fill="${a!}" opacity=".82" style="mix-blend-mode:multiply"/>`
          : `<rect x="${x - r}" y="${y - r * 0.25}" width="${r * 2.4}" height="${r * 0.5}" rx="${r * 0.25}" transform="rotate(${random.int(0, 7) * 22.5} ${x} ${y})" fill="${a!}" opacity=".85" style="mix-blend-mode:multiply"/>`,
      );
    }
    out.push(
      `<g fill="${colors[0]}">${Array.from({ length: 120 }, (_, k) => `<circle cx="${W * 0.08 + (k % 12) * size * 0.03}" cy="${H * 0.1 + Math.floor(k / 12) * size * 0.03}" r="${size * 0.0045}"/>`).join('')}</g>`,
    );
  } else {
    const bars = 15;
    for (let k = 0; k < bars; k += 1) {
      const w = W / bars;
      const h = H * (0.25 + 0.6 * Math.abs(Math.sin(k * 0.55 + variant)));
      const y = (H - h) / 2;
      out.push(
        `<rect x="${k * w + w * 0.14}" y="${y}" width="${w * 0.72}" height="${h}" rx="${w * 0.36}" fill="${colors[k % colors.length]!}"/>`,
      );
      out.push(
        `<circle cx="${k * w + w / 2}" cy="${y + h * (0.2 + random.next() * 0.6)}" r="${w * 0.22}" fill="${paper}"/>`,
      );
    }
  }
  const base = rgb(paper);
  pic.each((_, __, c) => over(c, base, 1));
  await pic.svg(out.join(''));
  // uneven ink, as from a stencil duplicator
  pic.each((x, y, c) => {
    const patch = noise.fbm(x * 0.0035, y * 0.0035, 3);
    const speck = noise.at(x * 0.55, y * 0.55);
    over(c, base, clamp(0.06 + patch * 0.12 + smooth(0.48, 0.72, speck) * 0.4));
  });
  pic.finish(random, 0.012, 0.03);
  return `A printed poster: ${['quarter circles and stripes in a grid', 'a sun behind layered waves', 'half circles like a rising sun', 'overlapping discs and bars', 'rounded bars of changing height'][kind]!}.`;
};

export const textile: Painter = (scene) => {
  const { pic, random, noise, variant } = scene;
  const { W, H } = pic;
  const sets = [
    ['#20364f', '#c7a76c', '#8c3b3a', '#e7dcc6'],
    ['#5a3a2e', '#d8a25e', '#e9ddc7', '#2f5550'],
    ['#efe7d8', '#2b4162', '#b94e48', '#e0b05c'],
    ['#3b4a3f', '#d9cfb4', '#a5673f', '#7d8f69'],
    ['#2a2438', '#c95d63', '#eedcc0', '#5c6f8f'],
    ['#f1e9dc', '#6b7a8f', '#c98474', '#3c3a4c'],
  ];
  const colors = sets[variant % sets.length]!.map(rgb);
  const thread = Math.min(W, H) / 118;
  const kind = variant % 4;
  const sett = Array.from({ length: 9 }, () => [random.int(0, 3), random.int(2, 9)] as const).flatMap(
    ([color, count]) => Array.from({ length: count }, () => color),
  );
  const mirrored = [...sett, ...sett.slice().reverse()];
  const stripe = (k: number): number =>
    mirrored[((k % mirrored.length) + mirrored.length) % mirrored.length]!;
  pic.each((x, y, c) => {
    const bend = noise.fbm(x * 0.004, y * 0.004, 2) * thread * 0.9;
    const gx = (x + bend) / thread;
    const gy = (y + bend * 0.8) / thread;
    const i = Math.floor(gx);
    const j = Math.floor(gy);
    const fx = gx - i - 0.5;
    const fy = gy - j - 0.5;
    let warp: number;
    let weft: number;
    let up: boolean;
    if (kind === 0) {
      up = (i + j) % 4 < 2;
      warp = stripe(i);
      weft = stripe(j);
    } else if (kind === 1) {
      const d = Math.abs((i % 28) - 14) + Math.abs((j % 28) - 14);
      up = (i + j) % 2 === 0;
      warp = Math.floor(d / 4) % 4;
      weft = warp;
    } else if (kind === 2) {
      const shift = Math.round(noise.at(j * 0.35, 4) * 3);
      const d = Math.abs(((i + shift) % 34) - 17) - Math.abs((j % 44) - 22) * 0.75;
      up = j % 2 === 0 ? i % 2 === 0 : i % 2 === 1;
      warp = d > 3 ? 0 : d > -3 ? 1 : d > -9 ? 2 : 3;
      weft = warp;
    } else {
      const zig = ((Math.floor((j + Math.abs((((i % 16) + 16) % 16) - 8)) / 4) % 4) + 4) % 4;
      up = (i + j * 2) % 3 < 1;
      warp = zig;
      weft = (zig + (j % 8 === 0 ? 1 : 0)) % 4;
    }
    const across = up ? fx : fy;
    const along = up ? fy : fx;
    const color = colors[up ? warp : weft]!;
    over(c, color, 1);
    const round = Math.sqrt(Math.max(0, 1 - (across * 1.9) ** 2));
    const arc = Math.cos(along * 2.4);
    const fibre = noise.at((up ? gx : gy) * 3.1, (up ? gy : gx) * 0.5 + i * 7) * 0.1;
    dim(c, 0.45 + 0.42 * round + 0.22 * arc * (up ? 1.05 : 0.9) + fibre);
    dim(c, 1 + noise.fbm(x * 0.0022, y * 0.003, 3) * 0.3);
  });
  pic.finish(random, 0.004, 0.16);
  return Promise.resolve(
    `Woven cloth, close up: ${['a checked twill', 'nested diamonds', 'an ikat with soft edges', 'a zigzag'][kind]!}.`,
  );
};

/** Star-and-cross tiling with hand-cut irregularities. */
export const mosaic: Painter = async (scene) => {
  const { pic, random, noise, variant } = scene;
  const { W, H } = pic;
  const sets = [
    ['#1c4e80', '#f1ece0', '#2a9d8f', '#e0a03a', '#14213d'],
    ['#0f5257', '#f3ead7', '#c1532f', '#e9c46a', '#1d2d35'],
    ['#274690', '#f5efe2', '#576ca8', '#f0b67f', '#1b264f'],
    ['#3a5a40', '#f2ecdc', '#a3b18a', '#c8553d', '#22322a'],
    ['#6d2e46', '#f6ece1', '#d5b9b2', '#a26769', '#2b1a22'],
    ['#0b6e8a', '#eef3ef', '#54b2a9', '#f3c969', '#123a4a'],
  ];
  const colors = sets[variant % sets.length]!;
  const cell = Math.min(W, H) / (1.6 + (variant % 3) * 0.7);
  const r = cell / 2;
  const jitter = (hexColor: string): string => css(lighten(rgb(hexColor), (random.next() - 0.5) * 0.075));
  const out: string[] = [];
  const piece = (points: readonly (readonly [number, number])[], color: string): void => {
    const cx = points.reduce((sum, p) => sum + p[0], 0) / points.length;
    const cy = points.reduce((sum, p) => sum + p[1], 0) / points.length;
    const shrink = (p: readonly [number, number]): string => {
      const d = Math.hypot(p[0] - cx, p[1] - cy) || 1;
      const s = 1 - (cell * 0.0075) / d;
      return `${(cx + (p[0] - cx) * s + (random.next() - 0.5) * cell * 0.006).toFixed(1)} ${(cy + (p[1] - cy) * s + (random.next() - 0.5) * cell * 0.006).toFixed(1)}`;
    };
    out.push(`<path d="M${points.map(shrink).join('L')}Z" fill="${jitter(color)}"/>`);
  };
  const polar = (
    cx: number,
    cy: number,
    radius: number,
    k: number,
    n: number,
    turn = 0,
  ): readonly [number, number] => [
    cx + Math.cos((k / n) * Math.PI * 2 + turn) * radius,
    cy + Math.sin((k / n) * Math.PI * 2 + turn) * radius,
  ];
  const points = variant % 2 === 0 ? 8 : 12;
  for (let gy = -1; gy <= H / cell + 1; gy += 1) {
    for (let gx = -1; gx <= W / cell + 1; gx += 1) {
      const cx = gx * cell + (W % cell) / 2;
      const cy = gy * cell + (H % cell) / 2;
      const inner = r * 0.2;
      const mid = r * 0.46;
      const outer = r * 0.72;
      const half = Math.PI / points;
      piece(
        Array.from({ length: points * 2 }, (_, k) =>
          polar(cx, cy, k % 2 === 0 ? inner : inner * 0.62, k, points * 2),
        ),
        colors[3]!,
      );
      for (let k = 0; k < points; k += 1) {
        piece(
          [
            polar(cx, cy, inner, k, points),
            polar(cx, cy, mid, k, points, -half),
            polar(cx, cy, outer * 0.86, k, points),
            polar(cx, cy, mid, k, points, half),
          ],
          colors[k % 2 === 0 ? 0 : 2]!,
        );
        piece(
          [
            polar(cx, cy, inner * 0.66, k, points, half),
            polar(cx, cy, inner, k, points),
            polar(cx, cy, mid, k, points, half),
            polar(cx, cy, inner, k + 1, points),
          ],
          colors[1]!,
        );
        piece(
          [
            polar(cx, cy, mid, k, points, half),
            polar(cx, cy, outer * 0.86, k, points),
            polar(cx, cy, r * 0.96, k, points, half),
            polar(cx, cy, outer * 0.86, k + 1, points),
          ],
          colors[k % 2 === 0 ? 1 : 4]!,
        );
        piece(
          [
            polar(cx, cy, outer * 0.86, k, points),
            polar(cx, cy, r * 0.96, k, points, -half),
            polar(cx, cy, r, k, points),
            polar(cx, cy, r * 0.96, k, points, half),
          ],
          colors[3 - (k % 2)]!,
        );
      }
      const dx = cx + r;
      const dy = cy + r;
      const n = 8;
      for (let k = 0; k < n; k += 1) {
        piece(
          [
            [dx, dy],
            polar(dx, dy, r * 0.2, k, n),
            polar(dx, dy, r * 0.36, k, n, Math.PI / n),
            polar(dx, dy, r * 0.2, k + 1, n),
          ],
          colors[k % 2 === 0 ? 0 : 3]!,
        );
      }
    }
  }
  const grout = rgb(colors[4]!);
  pic.each((x, y, c) => {
    over(c, mix(grout, rgb('#c9bfae'), 0.25), 1);
    dim(c, 1 + noise.fbm(x * 0.05, y * 0.05, 3) * 0.3);
  });
  await pic.svg(out.join(''));
  pic.each((x, y, c) => {
    dim(c, 1 + noise.fbm(x * 0.012, y * 0.012, 4) * 0.16);
    const gloss = smooth(0.1, 0.5, noise.fbm(x * 0.003 + y * 0.002, y * 0.004, 3));
    over(c, [1, 1, 1], gloss * 0.1);
  });
  pic.finish(random, 0.006, 0.14);
  return `A tiled wall of ${points}-pointed stars.`;
};
