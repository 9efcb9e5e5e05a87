import { rgb } from '../paint/color.js';
import { clamp, smooth } from '../paint/noise.js';
import type { Painter, Scene } from '../paint/picture.js';
import { dim, over } from '../paint/picture.js';
import { mix3 } from './mixing.js';

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
