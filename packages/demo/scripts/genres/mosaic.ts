import { css, lighten, mix, rgb } from '../paint/color.js';
import { smooth } from '../paint/noise.js';
import type { Painter } from '../paint/picture.js';
import { dim, over } from '../paint/picture.js';

/** Star-and-cross tiling with hand-cut irregularities. */
export const mosaic: Painter = async (scene) => {
  const { pic, random, noise, variant } = scene;
  const { W, H } = pic;
  const sets = [
    ['#1c4e80', '#f1ece0', '#2a9d8f', '#e0a03a', '#14213d'],
    ['#0f5257', '#f3ead7', '#c1532f', '#e9c46a', '#1d2d35'],
    ['#274690', '#f5efe2', '#576ca8', '#f0b67f', '#1b264f'],
    ['#3a5a40', '#f2ecdc', '#a3b18a', '#c8553d', '#22322a'],
    ['#6d2e46', '#f6ece1', '#d5b9b2', '#a26769', '#2b1a22'],
    ['#0b6e8a', '#eef3ef', '#54b2a9', '#f3c969', '#123a4a'],
  ];
  const colors = sets[variant % sets.length]!;
  const cell = Math.min(W, H) / (1.6 + (variant % 3) * 0.7);
  const r = cell / 2;
  const jitter = (hexColor: string): string => css(lighten(rgb(hexColor), (random.next() - 0.5) * 0.075));
  const out: string[] = [];
  const piece = (points: readonly (readonly [number, number])[], color: string): void => {
    const cx = points.reduce((sum, p) => sum + p[0], 0) / points.length;
    const cy = points.reduce((sum, p) => sum + p[1], 0) / points.length;
    const shrink = (p: readonly [number, number]): string => {
      const d = Math.hypot(p[0] - cx, p[1] - cy) || 1;
      const s = 1 - (cell * 0.0075) / d;
      return `${(cx + (p[0] - cx) * s + (random.next() - 0.5) * cell * 0.006).toFixed(1)} ${(cy + (p[1] - cy) * s + (random.next() - 0.5) * cell * 0.006).toFixed(1)}`;
    };
    out.push(`<path d="M${points.map(shrink).join('L')}Z" fill="${jitter(color)}"/>`);
  };
  const polar = (
    cx: number,
    cy: number,
    radius: number,
    k: number,
    n: number,
    turn = 0,
  ): readonly [number, number] => [
    cx + Math.cos((k / n) * Math.PI * 2 + turn) * radius,
    cy + Math.sin((k / n) * Math.PI * 2 + turn) * radius,
  ];
  const points = variant % 2 === 0 ? 8 : 12;
  for (let gy = -1; gy <= H / cell + 1; gy += 1) {
    for (let gx = -1; gx <= W / cell + 1; gx += 1) {
      const cx = gx * cell + (W % cell) / 2;
      const cy = gy * cell + (H % cell) / 2;
      const inner = r * 0.2;
      const mid = r * 0.46;
      const outer = r * 0.72;
      const half = Math.PI / points;
      piece(
        Array.from({ length: points * 2 }, (_, k) =>
          polar(cx, cy, k % 2 === 0 ? inner : inner * 0.62, k, points * 2),
        ),
        colors[3]!,
      );
      for (let k = 0; k < points; k += 1) {
        piece(
          [
            polar(cx, cy, inner, k, points),
            polar(cx, cy, mid, k, points, -half),
            polar(cx, cy, outer * 0.86, k, points),
            polar(cx, cy, mid, k, points, half),
          ],
          colors[k % 2 === 0 ? 0 : 2]!,
        );
        piece(
          [
            polar(cx, cy, inner * 0.66, k, points, half),
            polar(cx, cy, inner, k, points),
            polar(cx, cy, mid, k, points, half),
            polar(cx, cy, inner, k + 1, points),
          ],
          colors[1]!,
        );
        piece(
          [
            polar(cx, cy, mid, k, points, half),
            polar(cx, cy, outer * 0.86, k, points),
            polar(cx, cy, r * 0.96, k, points, half),
            polar(cx, cy, outer * 0.86, k + 1, points),
          ],
          colors[k % 2 === 0 ? 1 : 4]!,
        );
        piece(
          [
            polar(cx, cy, outer * 0.86, k, points),
            polar(cx, cy, r * 0.96, k, points, -half),
            polar(cx, cy, r, k, points),
            polar(cx, cy, r * 0.96, k, points, half),
          ],
          colors[3 - (k % 2)]!,
        );
      }
      const dx = cx + r;
      const dy = cy + r;
      const n = 8;
      for (let k = 0; k < n; k += 1) {
        piece(
          [
            [dx, dy],
            polar(dx, dy, r * 0.2, k, n),
            polar(dx, dy, r * 0.36, k, n, Math.PI / n),
            polar(dx, dy, r * 0.2, k + 1, n),
          ],
          colors[k % 2 === 0 ? 0 : 3]!,
        );
      }
    }
  }
  const grout = rgb(colors[4]!);
  pic.each((x, y, c) => {
    over(c, mix(grout, rgb('#c9bfae'), 0.25), 1);
    dim(c, 1 + noise.fbm(x * 0.05, y * 0.05, 3) * 0.3);
  });
  await pic.svg(out.join(''));
  pic.each((x, y, c) => {
    dim(c, 1 + noise.fbm(x * 0.012, y * 0.012, 4) * 0.16);
    const gloss = smooth(0.1, 0.5, noise.fbm(x * 0.003 + y * 0.002, y * 0.004, 3));
    over(c, [1, 1, 1], gloss * 0.1);
  });
  pic.finish(random, 0.006, 0.14);
  return `A tiled wall of ${points}-pointed stars.`;
};
