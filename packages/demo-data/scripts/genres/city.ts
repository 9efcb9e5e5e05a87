import type { Rgb } from '../paint/color.js';
import { lighten, mix, rgb } from '../paint/color.js';
import { clamp, smooth } from '../paint/noise.js';
import type { Painter, Scene } from '../paint/picture.js';
import { add, dim, over } from '../paint/picture.js';
import { mirrorWater, mist } from './land.js';
import { HOURS, paintSky, paintStars, paintSun } from './sky.js';

const css = (color: Rgb): string => `rgb(${color.map((v) => Math.round(v * 255)).join(',')})`;

/** Buildings of one distance as SVG: bodies, roofs and lit windows. */
function block(scene: Scene, base: number, height: number, width: number, body: Rgb, lit: number): string {
  const { random, pic } = scene;
  const out: string[] = [];
  let x = -width * random.next();
  while (x < pic.W) {
    const w = width * (0.55 + random.next() * 0.9);
    const h = height * (0.35 + random.next() ** 1.7 * 0.85);
    const top = base - h;
    const tone = lighten(body, (random.next() - 0.5) * 0.035);
    out.push(
      `<rect x="${x.toFixed(1)}" y="${top.toFixed(1)}" width="${(w + 0.6).toFixed(1)}" height="${(h + pic.H).toFixed(1)}" fill="${css(tone)}"/>`,
    );
    const roof = random.next();
    if (roof < 0.16) {
      out.push(`<path d="M${x} ${top}L${x + w / 2} ${top - w * 0.5}L${x + w} ${top}Z" fill="${css(tone)}"/>`);
    } else if (roof < 0.3) {
      out.push(
        `<path d="M${x + w * 0.2} ${top}v${-w * 0.2}h${w * 0.6}v${w * 0.2}Z M${x + w * 0.49} ${top - w * 0.2}v${-w * 0.9}h${w * 0.03}v${w * 0.9}Z" fill="${css(tone)}"/>`,
      );
    } else if (roof < 0.4) {
      const r = w * 0.16;
      out.push(
        `<path d="M${x + w * 0.3} ${top}v${-r}h${r * 1.6}v${r}Z M${x + w * 0.3 - r * 0.2} ${top - r}l${r} ${-r * 0.8}l${r} ${r * 0.8}Z" fill="${css(tone)}"/>`,
      );
    }
    const cell = Math.max(4, w / (5 + Math.floor(random.next() * 4)));
    const rows = Math.floor(h / (cell * 1.35));
    const columns = Math.floor((w - cell * 0.5) / cell);
    for (let r = 0; r < rows; r += 1) {
      for (let k = 0; k < columns; k += 1) {
        if (random.next() > lit) continue;
        const warm = random.pick(['#ffd98a', '#ffc56b', '#ffe9bd', '#ffb45e', '#cfe6ff']);
        out.push(
          `<rect x="${(x + cell * (k + 0.42)).toFixed(1)}" y="${(top + cell * (r * 1.35 + 0.6)).toFixed(1)}" width="${(cell * 0.52).toFixed(1)}" height="${(cell * 0.68).toFixed(1)}" fill="${warm}" opacity="${(0.45 + random.next() * 0.55).toFixed(2)}"/>`,
        );
      }
    }
    x += w + (random.next() < 0.2 ? width * 0.2 : 0);
  }
  return out.join('');
}

export const city: Painter = async (scene) => {
  const { pic, random, variant } = scene;
  const { W, H } = pic;
  const at = HOURS[[1, 3, 6, 0, 4, 7, 8][variant % 7]!]!;
  const river = variant % 2 === 0;
  const base = H * (river ? 0.74 : 1.02);
  paintSky(scene, at, base, 0.55);
  if (at.name === 'in the blue hour') paintStars(scene, 220, H * 0.5);
  paintSun(
    pic,
    W * (0.2 + random.next() * 0.6),
    base - H * (0.28 + random.next() * 0.2),
    H * 0.03,
    at.sun,
    1.1,
  );
  const layers = 4;
  for (let k = 0; k < layers; k += 1) {
    const near = k / (layers - 1);
    const body = mix(mix(at.haze, at.sky(0.6), 0.4), at.dark, 0.28 + 0.68 * near);
    const height = H * (river ? 0.46 : 0.72) * (1 - near * 0.32);
    await pic.svg(
      block(scene, base, height, Math.min(W, H) * (0.055 + 0.055 * near), body, 0.12 + near * 0.3),
    );
    if (k < layers - 1) mist(scene, base - H * 0.03, H * 0.2, at.haze, 0.42 * (1 - near));
  }
  if (river) mirrorWater(scene, base, mix(at.dark, at.sky(0.2), 0.35), 0.3);
  pic.finish(random, 0.02, 0.16);
  return `A city skyline ${at.name} with lit windows${river ? ' and their reflections in the river' : ''}.`;
};

const FRONTS = [
  {
    wall: ['#e4a987', '#f1cfa6', '#d98f78', '#f3e3c7', '#c9766a'],
    shutter: ['#2f5d62', '#8a3b35', '#41643f'],
    sky: '#9cc3d6',
  },
  {
    wall: ['#b9c8c1', '#e8dcc6', '#8fa7a5', '#d7b49a', '#f0ebdd'],
    shutter: ['#28464b', '#b4553f', '#d4a24a'],
    sky: '#dfe6e4',
  },
  {
    wall: ['#f0b8a0', '#f6d9b0', '#a9c4b5', '#e98f73', '#f7ecd8'],
    shutter: ['#26506e', '#ffffff', '#7b3f58'],
    sky: '#7fb0cf',
  },
  {
    wall: ['#c96f4a', '#e2a45f', '#efd2a0', '#b55a4b', '#f2e6d0'],
    shutter: ['#1f4a57', '#3c6e4d', '#f4efe2'],
    sky: '#5f97bd',
  },
  {
    wall: ['#cfd3de', '#aab4c8', '#ece4dc', '#d9b8b4', '#8f9bb3'],
    shutter: ['#394463', '#8d4f5a', '#e9e4d8'],
    sky: '#c5b8cf',
  },
] as const;

/** One window with frame, panes, sill, shutters and sometimes a balcony. */
function windowAt(scene: Scene, x: number, y: number, w: number, h: number, shutter: string): string {
  const { random } = scene;
  const arch = scene.variant % 3 === 1;
  const glass = random.pick(['#31465a', '#3f5666', '#28394a', '#52697a']);
  const lit = random.next() < 0.12 ? '#ffdc94' : glass;
  const top = arch
    ? `M${x} ${y + h}V${y + w / 2}A${w / 2} ${w / 2} 0 0 1 ${x + w} ${y + w / 2}V${y + h}Z`
    : `M${x} ${y}h${w}v${h}h${-w}Z`;
  const sky = `M${x + w * 0.08} ${y + h * 0.55}L${x + w * 0.6} ${y + h * 0.06}H${x + w * 0.9}L${x + w * 0.08} ${y + h * 0.86}Z`;
  const open = random.next();
  const sw = open < 0.6 ? w * 0.48 : w * 0.3;
  const slats = (sx: number): string =>
    Array.from({ length: 9 }, (_, k) => `M${sx + sw * 0.14} ${y + h * (0.09 + k * 0.1)}h${sw * 0.72}`).join(
      '',
    );
  const shutters =
    open < 0.85
      ? `<path d="M${x - sw - 2} ${y}h${sw}v${h}h${-sw}Z M${x + w + 2} ${y}h${sw}v${h}h${-sw}Z" fill="${shutter}"/><path d="${slats(x - sw - 2)}${slats(x + w + 2)}" stroke="#000" stroke-opacity=".22" stroke-width="${h * 0.025}"/>`
      : '';
  const balcony =
    random.next() < 0.25
      ? `<path d="M${x - w * 0.35} ${y + h}h${w * 1.7}v${h * 0.06}h${-w * 1.7}Z" fill="#5b4d46"/><path d="${Array.from({ length: 12 }, (_, k) => `M${x - w * 0.3 + (k * w * 1.6) / 11} ${y + h * 0.66}V${y + h}`).join('')}M${x - w * 0.35} ${y + h * 0.66}h${w * 1.7}" stroke="#2a2526" stroke-width="${w * 0.035}" fill="none"/>` +
        Array.from(
          { length: 6 },
          (_, k) =>
            `<circle cx="${x - w * 0.15 + k * w * 0.26}" cy="${y + h * (0.9 + random.next() * 0.08)}" r="${w * (0.1 + random.next() * 0.07)}" fill="${random.pick(['#4f7a4d', '#6b9457', '#c8524d', '#3f6446'])}"/>`,
        ).join('')
      : `<path d="M${x - w * 0.1} ${y + h}h${w * 1.2}v${h * 0.05}h${-w * 1.2}Z" fill="#fff" opacity=".75"/>`;
  return (
    `<path d="M${x + w * 0.16} ${y + h * 0.1}h${w}v${h}h${-w}Z" fill="#000" opacity=".13"/><path d="${top}" fill="${lit}" stroke="#f7f1e6" stroke-width="${w * 0.09}"/>` +
    `<path d="${sky}" fill="#fff" opacity=".12"/><path d="M${x + w / 2} ${y}V${y + h}M${x} ${y + h * 0.4}H${x + w}" stroke="#f7f1e6" stroke-width="${w * 0.05}"/>${shutters}${balcony}`
  );
}

export const facade: Painter = async (scene) => {
  const { pic, random, variant, noise } = scene;
  const { W, H } = pic;
  const set = FRONTS[variant % FRONTS.length]!;
  const houses = Math.max(2, Math.round(W / (H * 0.42)));
  const out: string[] = [`<rect width="${W}" height="${H}" fill="${set.sky}"/>`];
  let x = 0;
  for (let k = 0; k < houses; k += 1) {
    const w = k === houses - 1 ? W - x : (W / houses) * (0.85 + random.next() * 0.3);
    const roof = variant % 2 === 0 ? H * (0.06 + random.next() * 0.16) : -H * 0.1;
    const wall = set.wall[(k + variant) % set.wall.length]!;
    const shutter = set.shutter[(k * 2 + variant) % set.shutter.length]!;
    out.push(`<rect x="${x}" y="${roof}" width="${w}" height="${H * 1.3}" fill="${wall}"/>`);
    out.push(
      `<path d="M${x} ${roof}h${w}v${H * 0.02}h${-w}Z" fill="#6d4334"/><path d="M${x} ${roof + H * 0.02}h${w}v${H * 0.012}h${-w}Z" fill="#000" opacity=".25"/>`,
    );
    const columns = Math.max(2, Math.round(w / (H * 0.19)));
    const ww = (w / columns) * 0.34;
    const wh = ww * 1.75;
    const floors = Math.ceil(H / (wh * 1.62));
    for (let f = 0; f < floors; f += 1) {
      const y = Math.max(roof, 0) + H * 0.06 + f * wh * 1.62;
      for (let c = 0; c < columns; c += 1)
        out.push(windowAt(scene, x + (w / columns) * (c + 0.5) - ww / 2, y, ww, wh, shutter));
    }
    out.push(`<rect x="${x + w - 3}" y="${roof}" width="5" height="${H * 1.3}" fill="#000" opacity=".18"/>`);
    x += w;
  }
  await pic.svg(out.join(''));
  const slant = variant % 2 === 0 ? 0.7 : -0.6;
  pic.each((px, py, c) => {
    const stain = noise.fbm(px * 0.006, py * 0.0022, 5);
    const fine = noise.fbm(px * 0.09, py * 0.09, 2);
    dim(c, 1 + stain * 0.13 + fine * 0.05);
    // the shadow of the house across the street
    const edge = py - (H * 0.5 + (px - W / 2) * slant);
    const shade = smooth(-14, 14, edge + noise.fbm(px * 0.004, 2, 2) * 30);
    over(c, [c[0]! * 0.58, c[1]! * 0.6, c[2]! * 0.74], shade * 0.82);
    add(c, rgb('#ffdca0'), 0.07 * (1 - shade));
  });
  pic.finish(random, 0.022, 0.1);
  return `House fronts with shutters and balconies, half in the sun.`;
};

export const rain: Painter = async (scene) => {
  const { pic, random, variant } = scene;
  const { W, H } = pic;
  const sets = [
    ['#0b1626', '#1f3d55', ['#ffb45e', '#ff6f61', '#ffe1a8', '#7fc8ff', '#ffd28a']],
    ['#14101f', '#3a2748', ['#ff7fb0', '#ffc46b', '#8fb8ff', '#ffdca8', '#c58bff']],
    ['#0a1a1a', '#24504a', ['#ffd98a', '#9ff0c8', '#ff9a6b', '#fff1c9', '#6fd0d8']],
    ['#2a3440', '#6f8291', ['#fff4d8', '#ffd0a0', '#d9ecff', '#ffb38a', '#ffffff']],
    ['#1a1410', '#54392a', ['#ffc27a', '#ff8a52', '#ffe8c0', '#ffd59c', '#ff6b5a']],
  ] as const;
  const [top, bottom, lights] = sets[variant % sets.length]!;
  const a = rgb(top);
  const b = rgb(bottom);
  const { noise } = scene;
  const size = Math.min(W, H);
  const warm = rgb(lights[0]);
  pic.each((x, y, c) => {
    over(c, mix3(a, b, smooth(0, 1, y / H)), 1);
    // light spilling from the street behind the glass
    const spill = Math.exp(-(((y - H * 0.6) / (H * 0.3)) ** 2)) * (0.5 + noise.fbm(x * 0.0018, y * 0.003, 3));
    add(c, warm, spill * 0.3);
  });
  // out-of-focus street lights
  const discs = Array.from({ length: 70 }, () => ({
    x: random.next() * W,
    y: H * (0.25 + random.normal() * 0.18 + 0.3),
    r: size * (0.016 + random.next() ** 2 * 0.075),
    color: rgb(random.pick(lights)),
    power: 0.25 + random.next() * 0.6,
  }));
  pic.each((x, y, c) => {
    for (const disc of discs) {
      const d = Math.hypot(x - disc.x, y - disc.y) / disc.r;
      if (d > 1.1) continue;
      const p = smooth(1.04, 0.94, d) * (0.62 + 0.38 * smooth(0.5, 1, d)) * disc.power;
      for (let k = 0; k < 3; k += 1) c[k] = 1 - (1 - c[k]!) * (1 - disc.color[k]! * p);
    }
  });
  await pic.blur(3);
  const back = pic.data.slice();
  const look = (x: number, y: number, k: number): number => {
    const px = clamp(Math.round(x * pic.scale), 0, pic.width - 1);
    const py = clamp(Math.round(y * pic.scale), 0, pic.height - 1);
    return back[(py * pic.width + px) * 3 + k]!;
  };
  pic.each((_, __, c) => over(c, b, 0.08));
  const drop = (cx: number, cy: number, rx: number, ry: number): void => {
    const x0 = Math.max(0, Math.floor((cx - rx * 1.3) * pic.scale));
    const x1 = Math.min(pic.width - 1, Math.ceil((cx + rx * 1.3) * pic.scale));
    const y0 = Math.max(0, Math.floor((cy - ry * 1.3) * pic.scale));
    const y1 = Math.min(pic.height - 1, Math.ceil((cy + ry * 1.3) * pic.scale));
    for (let py = y0; py <= y1; py += 1) {
      for (let px = x0; px <= x1; px += 1) {
        const u = ((px + 0.5) / pic.scale - cx) / rx;
        const v = ((py + 0.5) / pic.scale - cy) / ry;
        const d = Math.sqrt(u * u + v * v);
        const cover = smooth(1.06, 0.94, d);
        if (cover === 0) continue;
        const at = (py * pic.width + px) * 3;
        const z = Math.sqrt(Math.max(0, 1 - d * d));
        // a drop shows the street upside down
        const sx = cx - u * size * 0.16 * (0.4 + d);
        const sy = cy - v * size * 0.2 * (0.4 + d);
        const edge = 0.5 + 0.65 * z;
        const spark = Math.exp(-((u + 0.35) ** 2 + (v + 0.42) ** 2) * 26) * 0.85;
        const rim = smooth(0.55, 1, d) * clamp(v * 0.9) * 0.3;
        for (let k = 0; k < 3; k += 1) {
          const value = look(sx, sy, k) * edge * 1.12 + spark + rim;
          pic.data[at + k] = pic.data[at + k]! * (1 - cover) + value * cover;
        }
      }
    }
  };
  for (let k = 0; k < 900; k += 1) {
    const r = size * (0.0016 + 0.0045 * random.next() ** 2);
    drop(random.next() * W, random.next() * H, r, r * (1 + random.next() * 0.2));
  }
  for (let k = 0; k < 120; k += 1) {
    const r = size * (0.006 + 0.017 * random.next() ** 2);
    drop(
      random.next() * W,
      random.next() * H,
      r * (0.85 + random.next() * 0.2),
      r * (1 + random.next() * 0.35),
    );
  }
  for (let k = 0; k < 7; k += 1) {
    let x = random.next() * W;
    const end = H * (0.3 + random.next() * 0.6);
    for (let y = end - H * (0.15 + random.next() * 0.3); y < end; y += size * 0.014) {
      x += (random.next() - 0.5) * size * 0.006;
      drop(x, y, size * 0.0045 * (0.6 + random.next()), size * 0.008);
    }
    drop(x, end, size * 0.014, size * 0.02);
  }
  pic.finish(random, 0.02, 0.22);
  return 'Raindrops on a window, the lights of the street out of focus behind them.';
};

function mix3(a: Rgb, b: Rgb, t: number): Rgb {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}
