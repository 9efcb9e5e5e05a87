import type { Rgb } from '../paint/color.js';
import { lighten, mix, rgb } from '../paint/color.js';
import type { Profile } from '../paint/lathe.js';
import { ball, turn } from '../paint/lathe.js';
import { clamp, smooth } from '../paint/noise.js';
import type { Painter, Scene } from '../paint/picture.js';
import { add, dim, over } from '../paint/picture.js';

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

const VESSELS: readonly Profile[] = [
  [
    [0, 0.13],
    [0.06, 0.12],
    [0.16, 0.1],
    [0.3, 0.2],
    [0.55, 0.31],
    [0.8, 0.25],
    [0.95, 0.17],
    [1, 0.18],
  ],
  [
    [0, 0.09],
    [0.1, 0.07],
    [0.34, 0.065],
    [0.5, 0.16],
    [0.7, 0.27],
    [0.88, 0.24],
    [1, 0.15],
  ],
  [
    [0, 0.34],
    [0.1, 0.33],
    [0.4, 0.3],
    [0.72, 0.2],
    [0.9, 0.13],
    [0.95, 0.14],
    [1, 0.15],
  ],
  [
    [0, 0.2],
    [0.05, 0.19],
    [0.14, 0.15],
    [0.3, 0.24],
    [0.5, 0.28],
    [0.75, 0.27],
    [1, 0.2],
  ],
  [
    [0, 0.1],
    [0.05, 0.115],
    [0.12, 0.08],
    [0.25, 0.1],
    [0.45, 0.22],
    [0.65, 0.24],
    [0.85, 0.16],
    [0.95, 0.12],
    [1, 0.15],
  ],
  [
    [0, 0.27],
    [0.08, 0.265],
    [0.5, 0.26],
    [0.9, 0.25],
    [1, 0.235],
  ],
  [
    [0, 0.12],
    [0.04, 0.13],
    [0.09, 0.11],
    [0.28, 0.33],
    [0.5, 0.37],
    [0.75, 0.28],
    [0.95, 0.16],
    [1, 0.17],
  ],
];

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

const PIECES: Readonly<Record<string, Profile>> = {
  pawn: [
    [0, 0.01],
    [0.03, 0.1],
    [0.13, 0.165],
    [0.25, 0.12],
    [0.3, 0.085],
    [0.34, 0.2],
    [0.38, 0.1],
    [0.6, 0.11],
    [0.8, 0.19],
    [0.86, 0.22],
    [0.9, 0.28],
    [1, 0.29],
  ],
  bishop: [
    [0, 0.01],
    [0.02, 0.035],
    [0.05, 0.03],
    [0.07, 0.05],
    [0.17, 0.115],
    [0.26, 0.085],
    [0.3, 0.06],
    [0.33, 0.13],
    [0.36, 0.065],
    [0.6, 0.075],
    [0.82, 0.14],
    [0.87, 0.16],
    [0.92, 0.2],
    [1, 0.205],
  ],
  rook: [
    [0, 0.16],
    [0.1, 0.16],
    [0.13, 0.13],
    [0.17, 0.115],
    [0.5, 0.1],
    [0.78, 0.17],
    [0.85, 0.19],
    [0.9, 0.235],
    [1, 0.24],
  ],
  queen: [
    [0, 0.01],
    [0.02, 0.03],
    [0.05, 0.02],
    [0.07, 0.12],
    [0.1, 0.115],
    [0.18, 0.07],
    [0.25, 0.06],
    [0.28, 0.11],
    [0.31, 0.06],
    [0.6, 0.068],
    [0.83, 0.12],
    [0.88, 0.14],
    [0.93, 0.175],
    [1, 0.18],
  ],
  king: [
    [0, 0.008],
    [0.02, 0.02],
    [0.05, 0.015],
    [0.08, 0.03],
    [0.1, 0.1],
    [0.13, 0.11],
    [0.21, 0.07],
    [0.27, 0.06],
    [0.3, 0.105],
    [0.33, 0.06],
    [0.6, 0.07],
    [0.83, 0.12],
    [0.88, 0.14],
    [0.93, 0.175],
    [1, 0.18],
  ],
};

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

export const coffee: Painter = async (scene) => {
  const { pic, random, noise, variant } = scene;
  const { W, H } = pic;
  const tables = ['#8b6a4c', '#d9d4cc', '#47535a', '#c9a27a', '#2f2a28', '#e6ddd0', '#6f8079', '#a9745a'];
  const cups = ['#f4efe6', '#2f4f5b', '#e7d3bb', '#f7f4ef', '#b9573e', '#39453d', '#f0e6d6', '#dfe6e6'];
  const top = rgb(tables[variant % tables.length]!);
  const cup = rgb(cups[variant % cups.length]!);
  const marble = variant % 4 === 1 || variant % 4 === 3;
  pic.each((x, y, c) => {
    over(c, top, 1);
    if (marble) {
      const w = noise.fbm(x * 0.0028, y * 0.0028, 4);
      const vein = 1 - Math.abs(noise.fbm(x * 0.0016 + w * 1.6, y * 0.0022 + w, 4)) * 5;
      dim(c, 1 - clamp(vein) * 0.16 + w * 0.06);
    } else {
      const plank = Math.floor(y / (H * 0.24));
      const w = noise.fbm(x * 0.0016 + plank * 9, y * 0.03, 4);
      dim(
        c,
        0.95 + w * 0.32 + Math.sin(y * 0.16 + noise.fbm(x * 0.002 + plank * 3, y * 0.01, 3) * 20) * 0.05,
      );
      dim(c, 1 - 0.5 * smooth(2.5, 0.5, Math.abs((y % (H * 0.24)) - 1)));
    }
    dim(c, 1.12 - 0.34 * ((x + y) / (W + H)));
  });
  const R = Math.min(W, H) * (0.22 + 0.05 * (variant % 3));
  const cx = W * (0.42 + random.next() * 0.16);
  const cy = H * (0.44 + random.next() * 0.12);
  const saucer = lighten(cup, 0.03);
  const disc = (px: number, py: number, r: number, drop: number, strength: number): void => {
    pic.each((x, y, c) => {
      const d = Math.hypot(x - px - drop, y - py - drop) / r;
      dim(c, 1 - strength * smooth(1.22, 0.86, d));
    });
  };
  disc(cx, cy, R * 1.62, R * 0.16, 0.42);
  const ring = (r: number, from: number, body: Rgb, sign: number, gloss: number): void => {
    pic.each((x, y, c) => {
      const dx = x - cx;
      const dy = y - cy;
      const d = Math.hypot(dx, dy);
      const cover = smooth(r + 1, r - 1, d) * smooth(from - 1, from + 1, d);
      if (cover === 0) return;
      const t = (d - from) / (r - from);
      const facing = (-dx - dy * 0.9) / (d * 1.35);
      const bend = Math.sin(t * Math.PI * 2) * 0.12 + Math.cos(t * Math.PI) * 0.1;
      const shade = 0.92 + sign * facing * bend * 1.5 + facing * 0.05;
      over(c, [body[0] * shade, body[1] * shade, body[2] * shade], cover);
      add(c, [1, 1, 1], gloss * cover * Math.exp(-(((t - 0.5) / 0.12) ** 2)) * clamp(facing) ** 6);
    });
  };
  ring(R * 1.62, 0, saucer, 1, 0);
  ring(R * 1.62, R * 1.42, lighten(saucer, 0.02), 1, 0.35);
  disc(cx, cy, R * 1.04, R * 0.13, 0.5);
  const turnBy = -0.7 + random.next() * 1.4;
  const hx = Math.cos(turnBy) * R * 1.2;
  const hy = Math.sin(turnBy) * R * 1.2;
  const deg = (turnBy * 180) / Math.PI;
  const cssCup = `rgb(${lighten(cup, -0.05)
    .map((v) => Math.round(v * 255))
    .join(',')})`;
  await pic.svg(
    `<g transform="translate(${cx + hx} ${cy + hy}) rotate(${deg})"><ellipse rx="${R * 0.27}" ry="${R * 0.15}" fill="none" stroke="#000" stroke-opacity=".25" stroke-width="${R * 0.13}" transform="translate(${R * 0.05} ${R * 0.06})"/><ellipse rx="${R * 0.27}" ry="${R * 0.15}" fill="none" stroke="${cssCup}" stroke-width="${R * 0.11}"/></g>`,
  );
  ring(R * 1.03, 0, cup, 1, 0);
  ring(R * 1.03, R * 0.92, lighten(cup, 0.05), 1, 0.5);
  ring(R * 0.92, R * 0.8, lighten(cup, -0.12), -1, 0);
  const dark = rgb('#3a1f12');
  const crema = rgb('#b9773f');
  const milk = rgb('#f3e3c8');
  const art = variant % 4;
  pic.each((x, y, c) => {
    const u = (x - cx) / (R * 0.86);
    const v = (y - cy) / (R * 0.86);
    const d = Math.hypot(u, v);
    const cover = smooth(1.01, 0.985, d);
    if (cover === 0) return;
    const w = noise.fbm(u * 2.2 + 5, v * 2.2, 4);
    const swirl = noise.fbm(u * 3 + w * 2.4, v * 3 - w * 2, 4);
    let color = mix3(crema, dark, clamp(0.5 + swirl * 0.6 + smooth(0.8, 1, d) * 0.5));
    const cos = Math.cos(-turnBy);
    const sin = Math.sin(-turnBy);
    const a = u * cos - v * sin;
    const b = u * sin + v * cos;
    let white = 0;
    if (art === 0) {
      // a leaf: nested chevrons inside an almond
      const almond = 1 - Math.abs(b) / (0.5 * Math.max(0, 1 - (a / 0.82) ** 2) + 1e-3);
      white =
        smooth(0, 0.12, almond) *
        smooth(-0.25, 0.35, Math.sin((a + Math.abs(b) * 1.15) * 19)) *
        smooth(0.012, 0.035, Math.abs(b));
    } else if (art === 1) {
      const hh = (a * 1.25 + 0.2) ** 2 + (b * 1.35 - Math.sqrt(Math.abs(a)) * 0) ** 2;
      const heart =
        (a * 1.3) ** 2 + (b * 1.3) ** 2 - 0.34 - 0.34 * Math.sign(-a) * Math.abs(a) * (1 - Math.abs(b) * 1.8);
      white = smooth(0.05, -0.05, heart + w * 0.06 + hh * 0.02);
    } else if (art === 2) {
      white = smooth(0.2, 0.5, noise.fbm(u * 1.7 + w * 1.5, v * 1.7 + w, 3) + 0.22 - d * 0.3) * 0.8;
    }
    color = mix3(color, milk, white * 0.94);
    const bubble = smooth(0.5, 0.62, noise.at(u * 26, v * 26)) * smooth(0.7, 0.98, d) * 0.3;
    color = mix3(color, milk, bubble);
    over(c, color, cover);
    dim(c, 1 - cover * 0.35 * smooth(0.86, 1.0, d) * clamp(0.6 - (u + v) * 0.6));
    add(c, [1, 1, 1], cover * 0.06 * smooth(0.3, -0.6, u + v));
  });
  if (variant % 2 === 0) {
    const ang = random.next() * 60 - 20;
    await pic.svg(
      `<g transform="translate(${cx} ${cy + R * 1.28}) rotate(${ang} 0 ${-R * 1.28})"><path d="M${-R * 0.55} ${R * 0.03}H${R * 0.62}" stroke="#000" stroke-opacity=".25" stroke-width="${R * 0.07}" stroke-linecap="round" transform="translate(5 8)"/><path d="M${-R * 0.55} 0H${R * 0.62}" stroke="#c9c5bd" stroke-width="${R * 0.06}" stroke-linecap="round"/><ellipse cx="${R * 0.78}" rx="${R * 0.22}" ry="${R * 0.12}" fill="#d8d5cf"/><ellipse cx="${R * 0.76}" cy="${-R * 0.02}" rx="${R * 0.15}" ry="${R * 0.07}" fill="#f6f4f0"/></g>`,
    );
  }
  pic.finish(random, 0.02, 0.2);
  return `A cup of coffee from above on a ${marble ? 'marble' : 'wooden'} table${['', ', a leaf poured into the milk', '', ''][art === 0 ? 1 : 0]!}.`;
};

const tmp: [number, number, number] = [0, 0, 0];
function mix3(a: Rgb, b: Rgb, t: number): Rgb {
  const r = a[0] + (b[0] - a[0]) * t;
  const g = a[1] + (b[1] - a[1]) * t;
  const bl = a[2] + (b[2] - a[2]) * t;
  tmp[0] = r;
  tmp[1] = g;
  tmp[2] = bl;
  return [r, g, bl];
}

export const bread: Painter = async (scene) => {
  const { pic, random, noise, variant } = scene;
  const { W, H } = pic;
  const cloth = rgb(
    ['#dcd3c4', '#5d6b70', '#e9e2d6', '#a58a6c', '#3c3a3a', '#c9b79c', '#8a9a8c', '#efe7da'][variant % 8]!,
  );
  pic.each((x, y, c) => {
    over(c, cloth, 1);
    const fold = noise.fbm(x * 0.0022 + 4, y * 0.0013, 4);
    const weave = Math.sin(x * 1.1) * Math.sin(y * 1.1) * 0.035;
    const stripe = variant % 3 === 0 ? smooth(0.5, 0.7, Math.abs((((y / H) * 9) % 1) - 0.5) * 2) * 0.1 : 0;
    dim(c, 1.06 + fold * 0.3 + weave - stripe - 0.2 * ((x + y) / (W + H)));
  });
  const size = Math.min(W, H);
  const kinds = ['boule', 'batard', 'rolls'] as const;
  const kind = kinds[variant % 3]!;
  const loaf = (cx: number, cy: number, rx: number, ry: number, angle: number, cuts: number): void => {
    const ca = Math.cos(angle);
    const sa = Math.sin(angle);
    const seed = random.next() * 90;
    const square = kind === 'batard' ? 2.5 : 2.15;
    const shape = (x: number, y: number): [number, number, number] => {
      const u = ((x - cx) * ca + (y - cy) * sa) / rx;
      const v = (-(x - cx) * sa + (y - cy) * ca) / ry;
      const wobble = 1 + noise.fbm(u * 1.2 + seed, v * 1.2, 2) * 0.09;
      return [u, v, ((Math.abs(u) * wobble) ** square + (Math.abs(v) * wobble) ** square) ** (1 / square)];
    };
    const scoreAt = (u: number, v: number): number => {
      let best = 9;
      for (let k = 0; k < cuts; k += 1) {
        if (kind === 'batard') {
          const along = (k - (cuts - 1) / 2) * (1.25 / cuts);
          const bend = u - along + v * 0.45;
          if (Math.abs(v) < 0.72) best = Math.min(best, Math.abs(bend) * (rx / ry));
        } else if (cuts === 1) {
          if (Math.abs(u) < 0.72) best = Math.min(best, Math.abs(v - 0.12 * Math.cos(u * 2.2)));
        } else {
          const a = (k / cuts) * Math.PI * 2;
          const along = u * Math.cos(a) + v * Math.sin(a);
          const across = -u * Math.sin(a) + v * Math.cos(a);
          const leaf = Math.abs(across - 0.1 * Math.sin(along * 4.2));
          if (along > 0.14 && along < 0.8) best = Math.min(best, leaf);
        }
      }
      return best + noise.fbm(u * 6 + seed, v * 6, 3) * 0.02;
    };
    const heightAt = (u: number, v: number, d: number): number => {
      const dome = Math.sqrt(Math.max(0, 1 - d ** 2.2)) * 0.72;
      const cut = scoreAt(u, v);
      return (
        dome -
        0.12 * Math.exp(-((cut / 0.05) ** 2)) +
        0.05 * Math.exp(-(((cut - 0.1) / 0.035) ** 2)) +
        noise.fbm(u * 7 + seed, v * 7, 4) * 0.035
      );
    };
    pic.each((x, y, c) => {
      const [, , d] = shape(x - rx * 0.12, y - ry * 0.16);
      dim(c, 1 - 0.55 * smooth(1.22, 0.8, d));
    });
    const e = size * 0.0025;
    const pale = rgb('#f0d3a0');
    const gold = rgb('#e3a95c');
    const brown = rgb('#b06a30');
    const char = rgb('#6e3a1b');
    pic.each((x, y, c) => {
      const [u, v, d] = shape(x, y);
      const cover = smooth(1.005, 0.985, d);
      if (cover === 0) return;
      const h = heightAt(u, v, d);
      const [u1, v1, d1] = shape(x + e, y);
      const [u2, v2, d2] = shape(x, y + e);
      const gx = (heightAt(u1, v1, d1) - h) / (e / rx);
      const gy = (heightAt(u2, v2, d2) - h) / (e / rx);
      const length = Math.sqrt(1 + gx * gx + gy * gy);
      const light = clamp((gx * 0.52 + gy * 0.55 + 0.72) / length);
      const cut = scoreAt(u, v);
      const baked = 0.5 + noise.fbm(u * 3 + seed, v * 3, 5) * 0.75 + (d - 0.5) * 0.35;
      let color = mix3(gold, brown, clamp(baked));
      color = mix3(color, char, smooth(0.8, 1.25, baked) * 0.8);
      color = mix3(color, pale, Math.exp(-((cut / 0.065) ** 2)) * 0.9);
      color = mix3(color, char, Math.exp(-(((cut - 0.1) / 0.03) ** 2)) * 0.4);
      const flour =
        smooth(0.0, 0.5, noise.fbm(u * 11 + seed, v * 11, 4) + 0.12 + Math.sin(d * 34) * 0.12) *
        smooth(0.96, 0.7, d) *
        (variant % 4 === 1 ? 0.1 : 0.6);
      color = mix3(color, rgb('#f5ece0'), flour * (1 - Math.exp(-((cut / 0.09) ** 2))));
      const k = 0.42 + light * 0.95;
      over(c, [color[0] * k, color[1] * k, color[2] * k], cover);
    });
  };
  if (kind === 'rolls') {
    const n = W > H ? [4, 2] : [2, 3];
    for (let r = 0; r < n[1]!; r += 1) {
      for (let k = 0; k < n[0]!; k += 1) {
        const s = Math.min(W / n[0]!, H / n[1]!) * 0.38;
        loaf(
          (W * (k + 0.5)) / n[0]! + (random.next() - 0.5) * s * 0.3,
          (H * (r + 0.5)) / n[1]! + (random.next() - 0.5) * s * 0.3,
          s,
          s * (0.9 + random.next() * 0.1),
          random.next() * 3,
          1,
        );
      }
    }
  } else if (kind === 'boule') {
    loaf(W * 0.5, H * 0.5, size * 0.37, size * 0.36, random.next() * 3, [5, 6, 8][variant % 3]!);
  } else {
    const tall = H > W;
    loaf(W * (tall ? 0.36 : 0.5), H * (tall ? 0.5 : 0.35), size * 0.42, size * 0.18, tall ? 1.25 : -0.15, 4);
    loaf(W * (tall ? 0.7 : 0.52), H * (tall ? 0.52 : 0.72), size * 0.4, size * 0.17, tall ? 1.45 : 0.1, 5);
  }
  const ears = Array.from({ length: 3 }, () =>
    wheat(random.next() * W, random.next() < 0.5 ? H * 0.08 : H * 0.93, size * 0.3, random.next() * 360),
  );
  await pic.svg(ears.join(''), 0.95);
  for (let k = 0; k < 260; k += 1) {
    const x = random.next() * W;
    const y = random.next() * H;
    await Promise.resolve();
    speck(scene, x, y, size * (0.0008 + random.next() ** 3 * 0.0035));
  }
  pic.finish(random, 0.022, 0.24);
  return {
    boule: 'A round loaf with a scored crust, seen from above.',
    batard: 'Two long loaves with slanted cuts on a cloth.',
    rolls: 'Rolls from the oven on a cloth, dusted with flour.',
  }[kind];
};

function speck(scene: Scene, x: number, y: number, r: number): void {
  const { pic } = scene;
  const px = Math.round(x * pic.scale);
  const py = Math.round(y * pic.scale);
  const reach = Math.ceil(r * pic.scale) + 1;
  for (let row = py - reach; row <= py + reach; row += 1) {
    for (let column = px - reach; column <= px + reach; column += 1) {
      if (row < 0 || column < 0 || row >= pic.height || column >= pic.width) continue;
      const d = Math.hypot(column - px, row - py) / Math.max(0.5, r * pic.scale);
      over(
        pic.data.subarray((row * pic.width + column) * 3, (row * pic.width + column) * 3 + 3),
        [0.97, 0.94, 0.89],
        smooth(1.3, 0.6, d) * 0.75,
      );
    }
  }
}

/** An ear of wheat. */
function wheat(x: number, y: number, length: number, angle: number): string {
  const grains = Array.from({ length: 9 }, (_, k) => {
    const t = length * (0.45 + k * 0.058);
    const s = length * 0.06;
    const grain = (side: number): string =>
      `<ellipse cx="${t}" cy="${side * s * 0.55}" rx="${s * 0.85}" ry="${s * 0.34}" transform="rotate(${side * 24} ${t} ${side * s * 0.55})" fill="${k % 2 === 0 ? '#d8ab58' : '#c8963f'}"/><path d="M${t + s * 0.5} ${side * s * 0.8}L${t + s * 2.6} ${side * s * 1.5}" stroke="#d9b56e" stroke-width="1.4"/>`;
    return grain(-1) + grain(1);
  });
  return `<g transform="translate(${x} ${y}) rotate(${angle})"><path d="M0 0H${length}" stroke="#000" stroke-opacity=".2" stroke-width="4" transform="translate(4 6)"/><path d="M0 0H${length * 0.95}" stroke="#b98f45" stroke-width="3"/>${grains.join('')}</g>`;
}

export const fruitFlat: Painter = async (scene) => {
  const { pic, random, noise, variant } = scene;
  const { W, H } = pic;
  const sets = [
    { paper: '#f4e3c3', kinds: ['orange', 'lemon'] },
    { paper: '#2f5d62', kinds: ['lemon', 'fig'] },
    { paper: '#e8b4a0', kinds: ['fig', 'pear'] },
    { paper: '#f0d8d0', kinds: ['pomegranate', 'orange'] },
    { paper: '#bcd0c7', kinds: ['pear', 'lemon'] },
    { paper: '#31405c', kinds: ['orange', 'pomegranate'] },
    { paper: '#e9d8a6', kinds: ['kiwi', 'fig'] },
    { paper: '#d6dfe6', kinds: ['lemon', 'kiwi'] },
  ] as const;
  const set = sets[variant % sets.length]!;
  const paper = rgb(set.paper);
  pic.each((x, y, c) => {
    over(c, paper, 1);
    dim(c, 1.04 + noise.fbm(x * 0.003, y * 0.003, 4) * 0.07 - 0.1 * ((x + y) / (W + H)));
  });
  const size = Math.min(W, H);
  const spots: { x: number; y: number; r: number }[] = [];
  for (let tries = 0; tries < 900 && spots.length < 40; tries += 1) {
    const r = size * (0.1 + random.next() * 0.085);
    const x = random.next() * W;
    const y = random.next() * H;
    if (spots.every((s) => Math.hypot(s.x - x, s.y - y) > (s.r + r) * 0.98)) spots.push({ x, y, r });
  }
  const shadows = spots.map(
    (s) =>
      `<circle cx="${s.x + s.r * 0.16}" cy="${s.y + s.r * 0.2}" r="${s.r * 0.99}" fill="#1d1210" opacity=".3"/>`,
  );
  await pic.svg(
    `<defs><filter id="f" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${size * 0.014}"/></filter></defs><g filter="url(#f)">${shadows.join('')}</g>`,
  );
  const out = spots.map((s, k) => slice(scene, s.x, s.y, s.r, set.kinds[k % 2]!, random.next() * 360));
  await pic.svg(out.join(''));
  pic.each((x, y, c) => dim(c, 1 + noise.fbm(x * 0.03, y * 0.03, 3) * 0.07));
  pic.finish(random, 0.01, 0.1);
  return `Sliced fruit on coloured paper: ${set.kinds.join(' and ')}.`;
};

/** A cut fruit from above as SVG. */
function slice(scene: Scene, x: number, y: number, r: number, kind: string, angle: number): string {
  const { random } = scene;
  const wedge = (n: number, inner: number, outer: number, fill: string, pale: string): string =>
    Array.from({ length: n }, (_, k) => {
      const a = (k / n) * Math.PI * 2 + 0.035;
      const b = ((k + 1) / n) * Math.PI * 2 - 0.035;
      const m = (a + b) / 2;
      const p = (t: number, d: number): string =>
        `${(Math.cos(t) * d).toFixed(1)} ${(Math.sin(t) * d).toFixed(1)}`;
      const pulp = Array.from({ length: 9 }, () => {
        const t = a + 0.06 + (b - a - 0.12) * random.next();
        const d = inner + (outer - inner) * (0.25 + 0.6 * random.next());
        return `<path d="M${p(t, d)}L${p(t, d + r * 0.09)}" stroke="${pale}" stroke-opacity=".55" stroke-width="${r * 0.022}" stroke-linecap="round"/>`;
      }).join('');
      return `<path d="M${p(m, inner)}Q${p(a, (inner + outer) * 0.55)} ${p(a, outer * 0.93)}Q${p(m, outer * 1.06)} ${p(b, outer * 0.93)}Q${p(b, (inner + outer) * 0.55)} ${p(m, inner)}Z" fill="${fill}"/>${pulp}`;
    }).join('');
  const ring = (d: number, fill: string): string => `<circle r="${r * d}" fill="${fill}"/>`;
  const seeds = (n: number, d: number, fill: string, length: number): string =>
    Array.from(
      { length: n },
      (_, k) =>
        `<ellipse cx="${r * d}" rx="${r * length}" ry="${r * length * 0.5}" transform="rotate(${(k / n) * 360})" fill="${fill}"/>`,
    ).join('');
  let body: string;
  if (kind === 'orange')
    body = ring(1, '#e0782a') + ring(0.94, '#fbe6bf') + wedge(10, r * 0.06, r * 0.86, '#f2952f', '#ffd78c');
  else if (kind === 'lemon')
    body =
      ring(1, '#e8c02e') +
      ring(0.94, '#fdf6d6') +
      wedge(9, r * 0.07, r * 0.85, '#f4d95a', '#fffbe0') +
      seeds(4, 0.3, '#e9dcae', 0.06);
  else if (kind === 'kiwi')
    body =
      ring(1, '#7a5b35') +
      ring(0.95, '#9cc04a') +
      ring(0.7, '#86b03a') +
      ring(0.32, '#eef0c9') +
      seeds(26, 0.42, '#22201a', 0.045) +
      seeds(26, 0.52, '#22201a', 0.03);
  else if (kind === 'fig')
    body =
      ring(1, '#4a2a4f') +
      ring(0.92, '#e9d9c0') +
      ring(0.76, '#c4566a') +
      ring(0.5, '#a83d57') +
      seeds(30, 0.62, '#f3d9a8', 0.04) +
      seeds(20, 0.4, '#f3d9a8', 0.035) +
      seeds(9, 0.18, '#f6e3bd', 0.04);
  else if (kind === 'pomegranate')
    body =
      ring(1, '#a3272f') +
      ring(0.93, '#f3dfc0') +
      Array.from({ length: 44 }, (_, k) => {
        const d = Math.sqrt((k + 0.5) / 44) * 0.8 * r;
        const a = k * 2.4;
        const s = r * (0.085 + random.next() * 0.02);
        return `<g transform="translate(${Math.cos(a) * d} ${Math.sin(a) * d})"><circle r="${s}" fill="${k % 3 === 0 ? '#8f1830' : '#b8233c'}"/><circle cx="${-s * 0.3}" cy="${-s * 0.35}" r="${s * 0.26}" fill="#fff" opacity=".6"/></g>`;
      }).join('');
  else
    body = `<path d="M0 ${-r * 1.02}C${r * 0.5} ${-r * 0.95} ${r * 0.35} ${-r * 0.3} ${r * 0.66} ${r * 0.16}C${r} ${r * 0.75} ${r * 0.4} ${r} 0 ${r}S${-r} ${r * 0.75} ${-r * 0.66} ${r * 0.16}C${-r * 0.35} ${-r * 0.3} ${-r * 0.5} ${-r * 0.95} 0 ${-r * 1.02}Z" fill="#a8b04a"/><path transform="scale(.93)" d="M0 ${-r * 1.02}C${r * 0.5} ${-r * 0.95} ${r * 0.35} ${-r * 0.3} ${r * 0.66} ${r * 0.16}C${r} ${r * 0.75} ${r * 0.4} ${r} 0 ${r}S${-r} ${r * 0.75} ${-r * 0.66} ${r * 0.16}C${-r * 0.35} ${-r * 0.3} ${-r * 0.5} ${-r * 0.95} 0 ${-r * 1.02}Z" fill="#f6efcf"/><ellipse cy="${r * 0.38}" rx="${r * 0.24}" ry="${r * 0.3}" fill="#e6dbac"/><ellipse cx="${-r * 0.09}" cy="${r * 0.36}" rx="${r * 0.05}" ry="${r * 0.11}" fill="#4a3020"/><ellipse cx="${r * 0.09}" cy="${r * 0.4}" rx="${r * 0.05}" ry="${r * 0.11}" fill="#4a3020"/><path d="M0 ${-r * 0.98}Q${r * 0.05} ${-r * 1.2} ${r * 0.16} ${-r * 1.26}" stroke="#5d4326" stroke-width="${r * 0.06}" fill="none"/>`;
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angle.toFixed(0)})">${body}</g>`;
}
