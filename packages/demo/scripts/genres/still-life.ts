import type { Rgb } from '../paint/color.js';
import { lighten, mix, rgb } from '../paint/color.js';
import { ball, turn } from '../paint/lathe.js';
import { clamp, smooth } from '../paint/noise.js';
import type { Painter, Scene } from '../paint/picture.js';
import { add, dim, over } from '../paint/picture.js';
import { VESSELS } from './vessels.js';

const ROOMS = [
  { wall: '#c9b8a4', table: '#8a6a4f', light: '#ffe3bd' },
  { wall: '#5c7079', table: '#b9a58c', light: '#ffe9cc' },
  { wall: '#d9cfc3', table: '#efe6da', light: '#fff2dc' },
  { wall: '#2f3a3f', table: '#5b4a3c', light: '#ffd7a0' },
  { wall: '#b7c0b0', table: '#d8c8ae', light: '#fff1d4' },
  { wall: '#a4635a', table: '#7a4a3f', light: '#ffd9b8' },
  { wall: '#8796a8', table: '#c9c5c0', light: '#f6f0e6' },
  { wall: '#d8b08c', table: '#b98863', light: '#ffeccb' },
  { wall: '#43503f', table: '#8f7c5f', light: '#ffe2ae' },
] as const;

/** A plastered wall, a table top and the light of a window. Returns where the table begins. */
function room(scene: Scene, set: (typeof ROOMS)[number], edge: number): void {
  const { pic, noise, variant } = scene;
  const { W, H } = pic;
  const wall = rgb(set.wall);
  const top = rgb(set.table);
  const light = rgb(set.light);
  const wood = variant % 3 === 0;
  pic.each((x, y, c) => {
    if (y < edge) {
      over(c, wall, 1);
      dim(c, 1.08 - 0.42 * (x / W) + noise.fbm(x * 0.004, y * 0.004, 5) * 0.16);
      // a slanted patch of window light with a crossbar
      const u = (x + y * 0.55) / W;
      const v = (y - x * 0.12) / H;
      const pane =
        smooth(0.28, 0.31, u) * smooth(0.86, 0.83, u) * smooth(0.02, 0.05, v) * smooth(0.5, 0.47, v);
      const bar = smooth(0.012, 0.018, Math.abs(u - 0.57)) * smooth(0.01, 0.016, Math.abs(v - 0.27));
      if (variant % 2 === 0) add(c, light, 0.2 * pane * bar);
      dim(c, 1 - 0.3 * Math.exp(-(edge - y) / (H * 0.05)) * 0.5);
    } else {
      const d = (y - edge) / (H - edge);
      over(c, top, 1);
      const grain = wood
        ? noise.fbm(x * 0.003, (y * 0.06) / (0.4 + d), 4) +
          Math.sin(x * 0.004 + noise.fbm(x * 0.002, y * 0.02, 3) * 14) * 0.12
        : noise.fbm(x * 0.012, y * 0.02, 4) * 0.5;
      dim(c, 1.06 - 0.34 * (x / W) + grain * 0.2 - 0.12 * d);
      add(c, light, 0.1 * (1 - x / W) * (1 - d));
    }
    dim(c, 1 - 0.25 * Math.exp(-Math.abs(y - edge) / 3));
  });
}

const GLAZES = [
  '#dfe7df',
  '#2f5d73',
  '#b5654a',
  '#e8dcc4',
  '#6f8f83',
  '#3b3a3f',
  '#c98f4e',
  '#9fb7c4',
  '#7a3f38',
  '#e9e4da',
  '#54684f',
  '#d8b7a0',
];

/** A glaze that runs over a bare foot, with speckles. */
function glaze(
  scene: Scene,
  hexColor: string,
  decoration: number,
): (t: number, side: number, x: number, y: number) => Rgb {
  const { noise, random } = scene;
  const main = rgb(hexColor);
  const clay = rgb(random.pick(['#b98a66', '#8d6a52', '#d6b692', '#5d4a42']));
  const second = lighten(main, main[0] + main[1] + main[2] > 1.8 ? -0.22 : 0.2);
  const line = 0.66 + random.next() * 0.2;
  return (t, side, x, y) => {
    const drip = line + noise.fbm(side * 3 + 7, decoration, 3) * 0.09;
    let color = main;
    if (decoration === 1) color = Math.sin(t * 60) > 0.55 && t > 0.2 && t < 0.62 ? second : main;
    if (decoration === 2)
      color = mix(second, main, smooth(0.15, 0.55, t + noise.fbm(x * 0.01, y * 0.01, 3) * 0.3));
    if (decoration === 3 && t > 0.3 && t < 0.58)
      color =
        Math.abs((((Math.asin(clamp(side, -1, 1)) / 3.14) * 9 + 50) % 1) - 0.5) * 0.2 >
        Math.abs(t - 0.44) - 0.03
          ? second
          : main;
    const speck = smooth(0.46, 0.6, noise.at(x * 0.16, y * 0.16)) * 0.35;
    const k = 1 - speck + noise.fbm(x * 0.02, y * 0.02, 3) * 0.12;
    const glazed: Rgb = [color[0] * k, color[1] * k, color[2] * k];
    return t > drip ? clay : glazed;
  };
}

export const stillLife: Painter = async (scene) => {
  const { pic, random, variant } = scene;
  const { W, H } = pic;
  const set = ROOMS[variant % ROOMS.length]!;
  room(scene, set, H * 0.6);
  const size = Math.min(W, H * 1.15);
  const count = Math.max(2, Math.min(5, Math.round(W / (size * 0.36)) + (variant % 2)));
  const shapes = random.sample(VESSELS, VESSELS.length);
  const colors = random.sample(GLAZES, GLAZES.length);
  const spots = Array.from({ length: count }, (_, k) => {
    const back = k % 2 === 1;
    return {
      k,
      back,
      x: W * (0.16 + (0.7 * (k + 0.5)) / count + (random.next() - 0.5) * 0.05),
      y: H * (back ? 0.69 : 0.78 + random.next() * 0.06),
    };
  }).sort((a, b) => a.y - b.y);
  for (const { k, x, y } of spots) {
    const low = k === count - 1 || shapes[k]![0]![1] > 0.3;
    const height = size * (low ? 0.2 + random.next() * 0.06 : 0.36 + random.next() * 0.22);
    const color = colors[k]!;
    if (k === 0 && variant % 3 !== 1) await branches(scene, x, y - height, size);
    turn(pic, {
      profile: shapes[k]!,
      x,
      y,
      height,
      tilt: 0.16,
      color: glaze(scene, color, k % 4),
      gloss: random.pick([0.15, 0.5, 0.9]),
      hollow: lighten(rgb(color), -0.32),
    });
  }
  const fruits = 1 + (variant % 3);
  const skins = [
    ['#d98b2b', '#f0b34a'],
    ['#a8322f', '#d8653f'],
    ['#8fa03c', '#c9c768'],
    ['#5a2c46', '#8a4a63'],
  ] as const;
  for (let k = 0; k < fruits; k += 1) {
    const [dark, pale] = skins[(variant + k) % skins.length]!;
    fruit(
      scene,
      W * (0.24 + 0.5 * random.next()),
      H * (0.88 + random.next() * 0.05),
      size * (0.055 + random.next() * 0.02),
      rgb(dark),
      rgb(pale),
    );
  }
  pic.finish(random, 0.022, 0.22);
  return `Stoneware ${count > 3 ? 'jars and bottles' : 'vessels'} with fruit on a table, light from the left.`;
};

function fruit(scene: Scene, x: number, y: number, r: number, dark: Rgb, pale: Rgb): void {
  const { noise, pic } = scene;
  ball(
    pic,
    x,
    y,
    r,
    (u, v) => mix(pale, dark, clamp(0.5 + noise.fbm(u * 2 + x, v * 3, 4) * 1.1 + (v - 0.4) * 0.5)),
    0.45,
    0.94,
  );
}

/** A few twigs with leaves or blossom standing in a vessel. */
async function branches(scene: Scene, x: number, y: number, size: number): Promise<void> {
  const { random, pic, variant } = scene;
  const leaf = ['#5f7a52', '#7d8f5a', '#8a6a48', '#48695c'][variant % 4]!;
  const flower = ['#f2d7cf', '#e9b44c', '#f7f1e3', '#c9544d'][(variant + 1) % 4]!;
  const out: string[] = [];
  for (let k = 0; k < 6; k += 1) {
    let angle = -Math.PI / 2 + (k - 2.5) * 0.24 + (random.next() - 0.5) * 0.2;
    let px = x;
    let py = y + size * 0.06;
    const points = [`${px} ${py}`];
    const steps = 13;
    for (let s = 0; s < steps; s += 1) {
      angle += (random.next() - 0.5) * 0.2 + (k - 2.5) * 0.018;
      px += Math.cos(angle) * size * 0.027;
      py += Math.sin(angle) * size * 0.027;
      points.push(`${px.toFixed(1)} ${py.toFixed(1)}`);
      if (s < 4) continue;
      const turn = (((angle + (s % 2 === 0 ? 0.8 : -0.8)) * 180) / Math.PI).toFixed(0);
      const l = size * (0.03 + random.next() * 0.024);
      out.push(
        variant % 2 === 0
          ? `<path transform="translate(${px.toFixed(1)} ${py.toFixed(1)}) rotate(${turn})" d="M0 0Q${l * 0.5} ${-l * 0.34} ${l} 0Q${l * 0.5} ${l * 0.34} 0 0Z" fill="${leaf}" opacity="${(0.75 + random.next() * 0.25).toFixed(2)}"/>`
          : `<circle cx="${(px + (random.next() - 0.5) * l).toFixed(1)}" cy="${(py + (random.next() - 0.5) * l).toFixed(1)}" r="${(l * 0.28).toFixed(1)}" fill="${flower}" opacity="${(0.8 + random.next() * 0.2).toFixed(2)}"/>`,
      );
    }
    out.unshift(
      `<path d="M${points.join('L')}" fill="none" stroke="#4a3a2c" stroke-width="${size * 0.0048}"/>`,
    );
  }
  await pic.svg(out.join(''));
}
