import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FACE_SIDE, facePath, faceRows } from './face.js';
import { SEEDS } from './feed-order.js';

const PAGE = readFileSync(new URL('../../../docs/feed-order.md', import.meta.url), 'utf8');

/** The rows of a face as drawn in docs/feed-order.md. */
const drawn = (seed: number): string[] =>
  faceRows(seed).map((row) =>
    Array.from({ length: FACE_SIDE }, (_unused, x) => ((row >>> x) & 1 ? '#' : '.')).join(''),
  );

describe('the face of a seed', () => {
  it('is eight rows of eight squares, each its own mirror image [B4-22]', () => {
    for (let seed = 0; seed < SEEDS; seed += 997) {
      const rows = drawn(seed);
      expect(rows).toHaveLength(8);
      for (const row of rows) expect(row.split('').reverse().join('')).toBe(row);
    }
  });

  it('belongs to no other seed, and is never empty [B4-22]', () => {
    const faces = new Set<string>();
    for (let seed = 0; seed < SEEDS; seed += 7) faces.add(faceRows(seed).join());
    expect(faces.size).toBe(Math.ceil(SEEDS / 7));
    expect(faces).not.toContain(Array(FACE_SIDE).fill(0).join());
  });

  it('is the one in docs/feed-order.md [B4-3 B4-22]', () => {
    const vectors = JSON.parse(/```json faces\n([^]*?)```/.exec(PAGE)![1]!) as Record<string, string[]>;
    expect(Object.keys(vectors).length).toBeGreaterThan(1);
    for (const [seed, rows] of Object.entries(vectors)) expect(drawn(Number(seed))).toEqual(rows);
  });

  it('is drawn as one path that fills its squares and no others [B4-22]', () => {
    for (const seed of [0, 7, 4711, 999_999]) {
      const filled = new Set<string>();
      for (const [, x, y, width] of facePath(seed).matchAll(/M(\d) (\d)h(\d)v1h-\3/g))
        for (let step = 0; step < Number(width); step += 1) filled.add(`${Number(x) + step} ${y}`);
      expect(
        drawn(seed).map((row, y) =>
          row
            .split('')
            .map((_square, x) => (filled.has(`${x} ${y}`) ? '#' : '.'))
            .join(''),
        ),
      ).toEqual(drawn(seed));
    }
  });
});
