import type { Rgb } from '../paint/color.js';
import { css, lighten, mix, rgb } from '../paint/color.js';
import { smooth } from '../paint/noise.js';
import type { Painter, Scene } from '../paint/picture.js';
import { dim, over } from '../paint/picture.js';

const HERBARIA = [
  { paper: '#f3ede0', leaves: ['#4f6f4a', '#6b8a55', '#2f5145', '#8a9a62'] },
  { paper: '#1f3a35', leaves: ['#5f8f6a', '#8fb78a', '#3d6b57', '#c9d6a3'] },
  { paper: '#f0d9c8', leaves: ['#8a4a3a', '#b86b4b', '#5f5a3c', '#c98f5a'] },
  { paper: '#24304a', leaves: ['#7fa3a8', '#b7cfc4', '#5a7f94', '#e3dfc3'] },
  { paper: '#e7ead9', leaves: ['#5c7a3c', '#93a64a', '#3c5a34', '#b8b86a'] },
  { paper: '#e9c9b6', leaves: ['#2f5d50', '#4f7f6a', '#1f4038', '#7fa384'] },
  { paper: '#f6f1e8', leaves: ['#b04a3a', '#d9813f', '#e0ab4f', '#7f3f3a'] },
  { paper: '#16241f', leaves: ['#3f7a55', '#6fa667', '#24553f', '#a7c77f'] },
] as const;

/** A leaf with veins, pointing along x from (0, 0), `l` long. */
function leafShape(l: number, w: number, fill: string, vein: string, kind: number): string {
  if (kind === 1) {
    // a feathered frond
    const parts: string[] = [];
    for (let k = 2; k < 26; k += 1) {
      const t = k / 26;
      const size = l * 0.36 * Math.sin(Math.PI * (0.12 + t * 0.86)) ** 0.8;
      for (const side of [-1, 1]) {
        parts.push(
          `<path transform="translate(${(t * l).toFixed(1)} 0) rotate(${side * (68 - t * 34)})" d="M0 0Q${size * 0.5} ${-size * 0.13} ${size} 0Q${size * 0.5} ${size * 0.13} 0 0Z" fill="${fill}"/>`,
        );
      }
    }
    return `${parts.join('')}<path d="M${-l * 0.12} 0H${l}" stroke="${vein}" stroke-width="${l * 0.012}"/>`;
  }
  if (kind === 2) {
    // a fan
    const rays = Array.from({ length: 19 }, (_, k) => {
      const a = -1.05 + (k / 18) * 2.1;
      return `M0 0L${(Math.cos(a) * l * 0.92).toFixed(1)} ${(Math.sin(a) * l * 0.92).toFixed(1)}`;
    });
    return (
      `<path d="M0 0L${Math.cos(-1.1) * l} ${Math.sin(-1.1) * l}Q${l * 0.95} ${-l * 0.72} ${l * 1.02} ${-l * 0.08}L${l * 0.72} 0L${l * 1.02} ${l * 0.08}Q${l * 0.95} ${l * 0.72} ${Math.cos(1.1) * l} ${Math.sin(1.1) * l}Z" fill="${fill}"/>` +
      `<path d="${rays.join('')}" stroke="${vein}" stroke-width="${l * 0.008}" opacity=".6"/><path d="M0 0H${-l * 0.5}" stroke="${vein}" stroke-width="${l * 0.022}"/>`
    );
  }
  if (kind === 3) {
    // a twig with round leaves
    const parts = Array.from({ length: 12 }, (_, k) => {
      const t = (k + 1) / 12.5;
      const side = k % 2 === 0 ? -1 : 1;
      const r = l * 0.12 * (1.15 - t * 0.6);
      return `<g transform="translate(${(t * l).toFixed(1)} ${(Math.sin(t * 3) * l * 0.05).toFixed(1)}) rotate(${side * 48})"><ellipse cx="${r * 1.15}" rx="${r * 1.1}" ry="${r * 0.78}" fill="${fill}"/><path d="M0 0H${r * 2}" stroke="${vein}" stroke-width="${l * 0.006}"/></g>`;
    });
    return `<path d="M${-l * 0.1} 0Q${l * 0.5} ${l * 0.09} ${l} 0" fill="none" stroke="${vein}" stroke-width="${l * 0.012}"/>${parts.join('')}`;
  }
  const veins = Array.from({ length: 8 }, (_, k) => {
    const t = 0.1 + k * 0.1;
    const reach = w * 0.86 * Math.sin(Math.PI * Math.min(1, t + 0.12)) ** 0.7;
    return `M${t * l} 0Q${(t + 0.07) * l} ${-reach * 0.55} ${(t + 0.16) * l} ${-reach}M${t * l} 0Q${(t + 0.07) * l} ${reach * 0.55} ${(t + 0.16) * l} ${reach}`;
  });
  return (
    `<path d="M0 0C${l * 0.2} ${-w * 1.3} ${l * 0.68} ${-w * 1.15} ${l} 0C${l * 0.68} ${w * 1.15} ${l * 0.2} ${w * 1.3} 0 0Z" fill="${fill}"/><path d="M0 0C${l * 0.2} ${-w * 1.3} ${l * 0.68} ${-w * 1.15} ${l} 0Z" fill="#000" opacity=".1"/>` +
    `<path d="M${-l * 0.16} 0H${l * 0.97}" stroke="${vein}" stroke-width="${l * 0.014}"/><path d="${veins.join('')}" fill="none" stroke="${vein}" stroke-width="${l * 0.006}" opacity=".75"/>`
  );
}

export const botanical: Painter = async (scene) => {
  const { pic, random, noise, variant } = scene;
  const { W, H } = pic;
  const set = HERBARIA[variant % HERBARIA.length]!;
  const paper = rgb(set.paper);
  const size = Math.min(W, H);
  pic.each((x, y, c) => {
    over(c, paper, 1);
    dim(c, 1.03 + noise.fbm(x * 0.004, y * 0.004, 5) * 0.07 + noise.fbm(x * 0.11, y * 0.11, 2) * 0.02);
  });
  const layout = variant % 3;
  if (variant % 5 === 4) {
    await sunflower(scene, rgb(set.leaves[3]));
    pic.finish(random, 0.022, 0.16);
    return 'The seed head of a flower, its seeds in spirals.';
  }
  const many = layout === 0 ? Math.round((W * H) / (size * size * 0.03)) : layout === 1 ? 7 : 70;
  const placed: string[] = [];
  const cast: string[] = [];
  for (let k = 0; k < many; k += 1) {
    const tone = rgb(set.leaves[k % set.leaves.length]!);
    const depth = layout === 2 ? k / many : 1;
    const fill = css(lighten(mix(paper, tone, 0.35 + 0.65 * depth), (random.next() - 0.5) * 0.06));
    const vein = css(lighten(mix(paper, tone, 0.5 + 0.5 * depth), paper[0] + paper[1] > 1 ? -0.12 : 0.12));
    let x: number;
    let y: number;
    let angle: number;
    let l: number;
    if (layout === 0) {
      const columns = Math.ceil(W / (size * 0.19));
      x = ((k % columns) + 0.5 + (random.next() - 0.5) * 0.5) * (W / columns);
      y = (Math.floor(k / columns) + 0.5 + (random.next() - 0.5) * 0.5) * size * 0.19;
      angle = random.next() * 360;
      l = size * (0.12 + random.next() * 0.08);
    } else if (layout === 1) {
      x = W * (0.5 + (k - 3) * 0.035);
      y = H * 0.95;
      angle = -90 + (k - 3) * (W > H ? 21 : 14) + (random.next() - 0.5) * 6;
      l = size * (0.62 + random.next() * 0.22) * (H > W ? 1.12 : 0.98);
    } else {
      const side = random.next();
      x = side < 0.5 ? W * (random.next() * 0.34 - 0.06) : W * (0.72 + random.next() * 0.34);
      y = H * (random.next() * 1.1 - 0.05);
      angle = (side < 0.5 ? -20 : 200) + (random.next() - 0.5) * 120;
      l = size * (0.2 + random.next() * 0.26);
    }
    const kind = layout === 1 ? [1, 0, 3][k % 3]! : (k + variant) % 4;
    const body = leafShape(l, l * (kind === 0 ? 0.24 : 0.2), fill, vein, kind);
    placed.push(
      `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angle.toFixed(0)})">${body}</g>`,
    );
    cast.push(
      `<g transform="translate(${(x + size * 0.009).toFixed(1)} ${(y + size * 0.013).toFixed(1)}) rotate(${angle.toFixed(0)})">${leafShape(l, l * 0.22, '#000', '#000', kind)}</g>`,
    );
    if (layout === 2 && (k % 14 === 13 || k === many - 1)) {
      await pic.svg(
        `<defs><filter id="f"><feGaussianBlur stdDeviation="${size * 0.009}"/></filter></defs><g filter="url(#f)" opacity=".3">${cast.join('')}</g>${placed.join('')}`,
      );
      placed.length = 0;
      cast.length = 0;
    }
  }
  if (placed.length > 0) {
    await pic.svg(
      `<defs><filter id="f"><feGaussianBlur stdDeviation="${size * 0.008}"/></filter></defs><g filter="url(#f)" opacity=".22">${cast.join('')}</g>${placed.join('')}`,
    );
  }
  pic.each((x, y, c) => dim(c, 1 + noise.fbm(x * 0.02, y * 0.02, 4) * 0.12));
  pic.finish(random, 0.024, 0.1);
  return [
    'Pressed leaves scattered over paper.',
    'Ferns and branches fanned out from one point.',
    'Leaves crowding in from both sides.',
  ][layout]!;
};

async function sunflower(scene: Scene, petal: Rgb): Promise<void> {
  const { pic, random, variant } = scene;
  const { W, H } = pic;
  const size = Math.min(W, H);
  const cx = W / 2;
  const cy = H / 2;
  const R = size * 0.27;
  const gold = variant % 2 === 0 ? rgb('#e2a23b') : petal;
  const petals: string[] = [];
  for (let ring = 0; ring < 3; ring += 1) {
    for (let k = 0; k < 34; k += 1) {
      const a = (k / 34) * 360 + ring * 5.3 + (random.next() - 0.5) * 5;
      const l = size * (0.185 - ring * 0.02) * (0.85 + random.next() * 0.3);
      const fill = css(lighten(gold, -0.11 + ring * 0.06 + (random.next() - 0.5) * 0.06));
      petals.push(
        `<g transform="rotate(${a.toFixed(1)}) translate(${R * 0.92} 0)"><path d="M${-l * 0.2} 0C${l * 0.2} ${-l * 0.3} ${l * 0.75} ${-l * 0.2} ${l} 0C${l * 0.75} ${l * 0.2} ${l * 0.2} ${l * 0.3} ${-l * 0.2} 0Z" fill="${fill}"/><path d="M0 0H${l * 0.9}M0 ${l * 0.05}Q${l * 0.5} ${l * 0.09} ${l * 0.8} ${l * 0.03}M0 ${-l * 0.05}Q${l * 0.5} ${-l * 0.09} ${l * 0.8} ${-l * 0.03}" stroke="#7a4a12" stroke-opacity=".3" stroke-width="${l * 0.014}" fill="none"/></g>`,
      );
    }
  }
  const seeds: string[] = [];
  for (let k = 700; k > 0; k -= 1) {
    const r = Math.sqrt(k / 700) * R;
    const a = k * 2.399963;
    const t = r / R;
    const s = size * (0.0055 + 0.0075 * t);
    const fill = css(mix(rgb('#8d9a4a'), rgb('#3a2415'), smooth(0.1, 0.75, t)));
    seeds.push(
      `<g transform="translate(${(Math.cos(a) * r).toFixed(1)} ${(Math.sin(a) * r).toFixed(1)}) rotate(${((a * 180) / Math.PI).toFixed(0)})"><ellipse rx="${s * 1.15}" ry="${s * 0.72}" fill="${fill}"/><ellipse cx="${-s * 0.25}" cy="${-s * 0.2}" rx="${s * 0.45}" ry="${s * 0.22}" fill="#fff" opacity=".22"/></g>`,
    );
  }
  await pic.svg(
    `<defs><filter id="f" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${size * 0.016}"/></filter></defs><g transform="translate(${cx + size * 0.015} ${cy + size * 0.025})" filter="url(#f)" opacity=".35"><circle r="${R * 1.5}"/></g><g transform="translate(${cx} ${cy})">${petals.join('')}<circle r="${R * 1.03}" fill="#2c1a10"/>${seeds.join('')}</g>`,
  );
}
