import { rgb } from '../paint/color.js';
import type { Painter, Scene } from '../paint/picture.js';
import { dim, over } from '../paint/picture.js';

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
