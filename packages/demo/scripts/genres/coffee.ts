import type { Rgb } from '../paint/color.js';
import { lighten, rgb } from '../paint/color.js';
import { clamp, smooth } from '../paint/noise.js';
import type { Painter } from '../paint/picture.js';
import { add, dim, over } from '../paint/picture.js';
import { mix3 } from './mixing.js';

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
