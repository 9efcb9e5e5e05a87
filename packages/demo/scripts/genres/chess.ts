import { lighten, mix, rgb } from '../paint/color.js';
import { turn } from '../paint/lathe.js';
import { smooth } from '../paint/noise.js';
import type { Painter } from '../paint/picture.js';
import { dim, over } from '../paint/picture.js';
import { PIECES } from './vessels.js';

export const chess: Painter = (scene) => {
  const { pic, random, noise, variant } = scene;
  const { W, H } = pic;
  const sets = [
    { dark: '#4a2f22', pale: '#d9b98c', room: '#2b2521', white: '#ecd9b4', black: '#3a241b' },
    { dark: '#2f4a43', pale: '#dcd6c0', room: '#9aa898', white: '#f2ead8', black: '#22312d' },
    { dark: '#5a3a3f', pale: '#e6cdbb', room: '#c7a79a', white: '#f6e8da', black: '#4a2228' },
    { dark: '#2c3950', pale: '#c9d0d8', room: '#16202f', white: '#e6ebf0', black: '#1f2a3d' },
    { dark: '#6b4a2a', pale: '#ecd9a8', room: '#7d8a74', white: '#f4e3b5', black: '#4b2f18' },
    { dark: '#3b3b40', pale: '#d8d4ce', room: '#54606a', white: '#eeeae3', black: '#26262b' },
  ];
  const set = sets[variant % sets.length]!;
  const back = rgb(set.room);
  const dark = rgb(set.dark);
  const pale = rgb(set.pale);
  const horizon = H * 0.3;
  const near = 1.5;
  const yaw = (variant % 2 === 0 ? 1 : -1) * (0.25 + random.next() * 0.25);
  pic.each((x, y, c) => {
    over(c, back, 1);
    dim(c, 1.15 - 0.4 * (x / W) + noise.fbm(x * 0.002, y * 0.002, 3) * 0.3);
    if (y < horizon) return;
    const z = 1 / ((y - horizon) / H + 0.09);
    const u = ((x - W / 2) / H) * z * near;
    const rx = u * Math.cos(yaw) - z * Math.sin(yaw);
    const rz = u * Math.sin(yaw) + z * Math.cos(yaw);
    const i = Math.floor(rx * 0.95 + 100);
    const j = Math.floor(rz * 0.95 + 100);
    const grain = noise.fbm(rx * (i % 2 === 0 ? 3 : 22), rz * (i % 2 === 0 ? 22 : 3), 4);
    over(c, (i + j) % 2 === 0 ? dark : pale, smooth(0, H * 0.02, y - horizon));
    dim(c, 1.05 - 0.35 * (x / W) + grain * 0.18);
    over(c, back, 0.75 * Math.exp(-(y - horizon) / (H * 0.09)));
  });
  const names = Object.keys(PIECES);
  const pieces = Array.from({ length: 7 }, (_, k) => {
    const depth = [0.02, 0.1, 0.16, 0.3, 0.38, 0.56, 0.74][k]!;
    return {
      depth,
      x: W * (0.1 + 0.8 * ((k * 0.382 + variant * 0.21 + random.next() * 0.08) % 1)),
      name: names[(k * 2 + variant) % names.length]!,
      white: (k + variant) % 2 === 0,
    };
  });
  for (const piece of pieces) {
    const s = 0.3 + 0.85 * piece.depth;
    const height = H * 0.5 * s * (piece.name === 'pawn' ? 0.62 : piece.name === 'rook' ? 0.72 : 1);
    const color = rgb(piece.white ? set.white : set.black);
    const haze = 0.4 * (1 - piece.depth) ** 3;
    turn(pic, {
      profile: PIECES[piece.name]!,
      x: piece.x,
      y: H * (0.44 + 0.52 * piece.depth),
      height,
      tilt: 0.15,
      color: (_, __, x, y) => mix(lighten(color, noise.fbm(x * 0.02, y * 0.004, 3) * 0.06), back, haze),
      gloss: 0.75,
    });
  }
  pic.finish(random, 0.02, 0.24);
  return Promise.resolve('Chess pieces on a board, light falling from the left.');
};
