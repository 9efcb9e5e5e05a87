import { css, mix, rgb } from '../paint/color.js';
import type { Painter } from '../paint/picture.js';
import { HOURS, paintSky } from './sky.js';

export const birds: Painter = async (scene) => {
  const { pic, random, noise, variant } = scene;
  const { W, H } = pic;
  const at = HOURS[[6, 1, 5, 4, 3, 0, 8, 2, 7][variant % 9]!]!;
  paintSky(scene, at, H * 1.05, 0.7);
  const dark = css(mix(at.dark, rgb('#000000'), 0.2));
  const size = Math.min(W, H);
  const flock = variant % 3 === 2;
  if (flock) {
    const marks: string[] = [];
    for (let k = 0; k < 2600; k += 1) {
      const t = random.next();
      const bend = noise.fbm(t * 2.2 + variant, 3.1, 3);
      const spread = 0.05 + 0.13 * Math.sin(Math.PI * t) ** 2;
      const x = W * (0.06 + 0.88 * t) + random.normal() * size * spread * 0.5;
      const y = H * (0.42 + bend * 0.5) + random.normal() * size * spread * 0.55;
      const s = size * (0.0022 + random.next() * 0.0042);
      marks.push(
        `M${(x - s).toFixed(1)} ${(y - s * random.next()).toFixed(1)}Q${(x - s * 0.3).toFixed(1)} ${(y - s * 0.3).toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)}Q${(x + s * 0.3).toFixed(1)} ${(y - s * 0.5).toFixed(1)} ${(x + s).toFixed(1)} ${(y - s * random.next()).toFixed(1)}`,
      );
    }
    await pic.svg(
      `<path d="${marks.join('')}" fill="none" stroke="${dark}" stroke-width="${size * 0.0028}" stroke-linecap="round"/>`,
    );
    const reeds = Array.from({ length: 190 }, () => {
      const x = random.next() * W;
      const h = H * (0.03 + random.next() ** 2 * 0.16);
      const lean = (random.next() - 0.3) * h * 0.4;
      return `M${x.toFixed(1)} ${H}Q${x.toFixed(1)} ${(H - h * 0.6).toFixed(1)} ${(x + lean).toFixed(1)} ${(H - h).toFixed(1)}`;
    });
    await pic.svg(
      `<path d="${reeds.join('')}" fill="none" stroke="${dark}" stroke-width="${size * 0.003}"/>`,
    );
    pic.finish(random, 0.02, 0.12);
    return `A murmuration of starlings over the reeds ${at.name}.`;
  }
  const out: string[] = [];
  const lines = 3 + (variant % 3);
  for (let k = 0; k < lines; k += 1) {
    const y0 = H * (0.26 + 0.12 * k + random.next() * 0.03);
    const y1 = H * (0.3 + 0.1 * k + (random.next() - 0.5) * 0.2);
    const sag = H * 0.07;
    const wire = (t: number): [number, number] => [
      t * W,
      y0 * (1 - t) + y1 * t + sag * 4 * t * (1 - t) * 0.5,
    ];
    const points = Array.from({ length: 41 }, (_, i) =>
      wire(i / 40)
        .map((v) => v.toFixed(1))
        .join(' '),
    );
    out.push(`<path d="M${points.join('L')}" fill="none" stroke="${dark}" stroke-width="${size * 0.0032}"/>`);
    let t = random.next() * 0.2;
    while (t < 0.98) {
      const [x, y] = wire(t);
      out.push(
        `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(size * 0.034 * (random.next() < 0.5 ? -1 : 1)).toFixed(2)} ${(size * 0.034).toFixed(2)})"><path d="M-.28 .02C-.42 -.3 -.3 -.72 .02 -.84C.06 -1.02 .3 -1.06 .38 -.92L.58 -.86L.38 -.8C.42 -.5 .26 -.14 .04 .02L-.16 .52L-.26 .5Z"/></g>`,
      );
      t += random.next() < 0.28 ? 0.12 + random.next() * 0.2 : 0.026 + random.next() * 0.022;
    }
  }
  const px = W * (variant % 2 === 0 ? 0.86 : 0.12);
  out.push(
    `<path d="M${px} ${H * 0.16}V${H * 1.02}" stroke="${dark}" stroke-width="${size * 0.018}"/><path d="M${px - size * 0.1} ${H * 0.24}h${size * 0.2}M${px - size * 0.08} ${H * 0.34}h${size * 0.16}" stroke="${dark}" stroke-width="${size * 0.011}"/>`,
  );
  await pic.svg(`<g fill="${dark}">${out.join('')}</g>`);
  pic.finish(random, 0.02, 0.12);
  return `Small birds side by side on the wires ${at.name}.`;
};
