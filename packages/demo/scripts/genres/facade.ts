import { rgb } from '../paint/color.js';
import { smooth } from '../paint/noise.js';
import type { Painter, Scene } from '../paint/picture.js';
import { add, dim, over } from '../paint/picture.js';

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
