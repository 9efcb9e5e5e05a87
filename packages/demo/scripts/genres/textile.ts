import { rgb } from '../paint/color.js';
import type { Painter } from '../paint/picture.js';
import { dim, over } from '../paint/picture.js';

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
