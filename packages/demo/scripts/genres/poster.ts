import { rgb } from '../paint/color.js';
import { clamp, smooth } from '../paint/noise.js';
import type { Painter } from '../paint/picture.js';
import { over } from '../paint/picture.js';
import { INKS } from './inks.js';

export const poster: Painter = async (scene) => {
  const { pic, random, noise, variant } = scene;
  const { W, H } = pic;
  const inks = INKS[variant % INKS.length]!;
  const [paper, ...colors] = inks;
  const out: string[] = [];
  const kind = variant % 5;
  const size = Math.min(W, H);
  if (kind === 0) {
    const n = W > H ? 6 : 4;
    const cell = W / n;
    for (let r = 0; r * cell < H; r += 1) {
      for (let k = 0; k < n; k += 1) {
        const [a, b] = random.sample(colors, 2);
        const turn = random.int(0, 3) * 90;
        const shape = random.pick([
          `<path d="M0 0H${cell}A${cell} ${cell} 0 0 1 0 ${cell}Z" fill="${a!}"/>`,
          `<circle cx="${cell / 2}" cy="${cell / 2}" r="${cell * 0.4}" fill="${a!}"/><circle cx="${cell / 2}" cy="${cell / 2}" r="${cell * 0.2}" fill="${b!}"/>`,
          `<path d="M0 0A${cell / 2} ${cell / 2} 0 0 1 ${cell} 0Z M0 ${cell / 2}A${cell / 2} ${cell / 2} 0 0 0 ${cell} ${cell / 2}Z" fill="${a!}"/>`,
          `<path d="M0 0H${cell}L0 ${cell}Z" fill="${a!}"/><path d="M${cell} ${cell}V${cell * 0.5}L${cell * 0.5} ${cell}Z" fill="${b!}"/>`,
          Array.from(
            { length: 5 },
            (_, s) => `<rect y="${(cell / 5) * s}" width="${cell}" height="${cell / 10}" fill="${a!}"/>`,
          ).join(''),
          `<path d="M0 0H${cell}V${cell}A${cell} ${cell} 0 0 1 0 0Z" fill="${a!}"/><circle cx="${cell * 0.28}" cy="${cell * 0.72}" r="${cell * 0.14}" fill="${b!}"/>`,
        ]);
        out.push(
          `<g transform="translate(${k * cell} ${r * cell}) rotate(${turn} ${cell / 2} ${cell / 2})">${random.next() < 0.35 ? `<rect width="${cell}" height="${cell}" fill="${colors[(r + k) % colors.length]!}" opacity=".28"/>` : ''}${shape}</g>`,
        );
      }
    }
  } else if (kind === 1) {
    const cx = W * 0.5;
    const cy = H * 0.46;
    out.push(`<circle cx="${cx}" cy="${cy}" r="${size * 0.34}" fill="${colors[2]}"/>`);
    for (let k = 0; k < 9; k += 1) {
      const y = H * (0.5 + k * 0.062);
      const points = Array.from(
        { length: 41 },
        (_, i) =>
          `${((i / 40) * W).toFixed(1)} ${(y + noise.fbm(i * 0.09 + k * 5, k, 2) * H * 0.12).toFixed(1)}`,
      );
      out.push(
        `<path d="M0 ${H}L${points.join('L')}L${W} ${H}Z" fill="${colors[(k + 1) % colors.length]!}" style="mix-blend-mode:multiply" opacity=".86"/>`,
      );
    }
  } else if (kind === 2) {
    const cx = W * 0.5;
    const cy = H * 0.62;
    for (let k = 10; k > 0; k -= 1) {
      const r = (size * 0.52 * k) / 10;
      out.push(
        `<path d="M${cx - r} ${cy}A${r} ${r} 0 0 1 ${cx + r} ${cy}Z" fill="${k % 2 === 0 ? colors[(k / 2) % colors.length]! : paper}"/>`,
      );
      out.push(
        `<path d="M${cx - r} ${cy + size * 0.03}A${r} ${r * 0.42} 0 0 0 ${cx + r} ${cy + size * 0.03}Z" fill="${k % 2 === 0 ? colors[(k / 2 + 1) % colors.length]! : paper}"/>`,
      );
    }
  } else if (kind === 3) {
    for (let k = 0; k < 11; k += 1) {
      const r = size * (0.07 + random.next() * 0.24);
      const [a] = random.sample(colors, 1);
      const x = random.next() * W;
      const y = random.next() * H;
      out.push(
        random.next() < 0.6
          ? `<circle cx="${x}" cy="${y}" r="${r}" fill="${a!}" opacity=".82" style="mix-blend-mode:multiply"/>`
          : `<rect x="${x - r}" y="${y - r * 0.25}" width="${r * 2.4}" height="${r * 0.5}" rx="${r * 0.25}" transform="rotate(${random.int(0, 7) * 22.5} ${x} ${y})" fill="${a!}" opacity=".85" style="mix-blend-mode:multiply"/>`,
      );
    }
    out.push(
      `<g fill="${colors[0]}">${Array.from({ length: 120 }, (_, k) => `<circle cx="${W * 0.08 + (k % 12) * size * 0.03}" cy="${H * 0.1 + Math.floor(k / 12) * size * 0.03}" r="${size * 0.0045}"/>`).join('')}</g>`,
    );
  } else {
    const bars = 15;
    for (let k = 0; k < bars; k += 1) {
      const w = W / bars;
      const h = H * (0.25 + 0.6 * Math.abs(Math.sin(k * 0.55 + variant)));
      const y = (H - h) / 2;
      out.push(
        `<rect x="${k * w + w * 0.14}" y="${y}" width="${w * 0.72}" height="${h}" rx="${w * 0.36}" fill="${colors[k % colors.length]!}"/>`,
      );
      out.push(
        `<circle cx="${k * w + w / 2}" cy="${y + h * (0.2 + random.next() * 0.6)}" r="${w * 0.22}" fill="${paper}"/>`,
      );
    }
  }
  const base = rgb(paper);
  pic.each((_, __, c) => over(c, base, 1));
  await pic.svg(out.join(''));
  // uneven ink, as from a stencil duplicator
  pic.each((x, y, c) => {
    const patch = noise.fbm(x * 0.0035, y * 0.0035, 3);
    const speck = noise.at(x * 0.55, y * 0.55);
    over(c, base, clamp(0.06 + patch * 0.12 + smooth(0.48, 0.72, speck) * 0.4));
  });
  pic.finish(random, 0.012, 0.03);
  return `A printed poster: ${['quarter circles and stripes in a grid', 'a sun behind layered waves', 'half circles like a rising sun', 'overlapping discs and bars', 'rounded bars of changing height'][kind]!}.`;
};
