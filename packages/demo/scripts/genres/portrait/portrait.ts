import { lighten, rgb } from '../../paint/color.js';
import { smooth } from '../../paint/noise.js';
import type { Scene } from '../../paint/picture.js';
import { add, dim, over } from '../../paint/picture.js';
import { bust, hat, headscarf } from './clothes.js';
import { earrings, face, glasses } from './face.js';
import { hairBehind, hairInFront } from './hair.js';
import { seat, type Look } from './sitter.js';

const BACKS = [
  '#e8b9a0',
  '#8fb3b0',
  '#d9c38f',
  '#9aa7c7',
  '#c98f86',
  '#a9c09a',
  '#e6cdb8',
  '#7f93a8',
  '#d8a25e',
  '#b59bb8',
  '#5f8a87',
  '#e0a08a',
];
/** Paints one head and shoulders into a square picture; everything that matters lies inside the circle. */
export async function portrait(scene: Scene, look: Look): Promise<void> {
  const { pic, random, noise, variant } = scene;
  const { W: S } = pic;
  const back = rgb(BACKS[(variant * 5) % BACKS.length]!);
  const sitter = seat(look, variant, random);
  pic.each((x, y, c) => {
    over(c, back, 1);
    dim(c, 1.08 - 0.2 * ((x + y) / (2 * S)) + noise.fbm(x * 0.004, y * 0.004, 3) * 0.06);
    const d = Math.hypot(x - S * 0.5, y - S * 0.44) / S;
    over(c, lighten(back, 0.07), smooth(0.42, 0.4, d) * 0.65);
  });
  const layers = [hairBehind, bust, face, headscarf, hairInFront, hat, glasses, earrings];
  const drawing = layers.flatMap((layer) => layer(sitter)).join('');
  await pic.svg(`<g transform="scale(${S / 100})">${drawing}</g>`);
  pic.each((x, y, c) => {
    dim(c, 1 + noise.fbm(x * 0.012, y * 0.012, 4) * 0.09);
    add(c, rgb('#ffe6c4'), 0.07 * smooth(0.9, 0.1, (x + y) / (2 * S)));
  });
  pic.finish(random, 0.03, 0.1);
}
