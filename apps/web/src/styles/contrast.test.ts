import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AVATAR_HUES } from '../lib/format';

type Colour = readonly [lightness: number, chroma: number, hue: number];

/** Linear sRGB of an OKLCH colour, each channel clipped to the gamut as a screen does (CSS Color 4). */
const linearRgb = ([lightness, chroma, hue]: Colour): number[] => {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((channel) => Math.min(1, Math.max(0, channel)));
};

const luminance = (colour: Colour): number => {
  const [red = 0, green = 0, blue = 0] = linearRgb(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** WCAG 2 contrast of two colours, 1 to 21. */
const contrast = (one: Colour, other: Colour): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const tokens = new Map<string, { light: Colour; dark: Colour }>();
const pattern = /--([\w-]+):\s*light-dark\(\s*oklch\(([\d. ]+)\),\s*oklch\(([\d. ]+)\)\s*\)/g;
for (const [, name = '', light = '', dark = ''] of css.matchAll(pattern)) {
  const read = (text: string): Colour => {
    const [l = 0, c = 0, h = 0] = text.split(' ').map(Number);
    return [l, c, h];
  };
  tokens.set(name, { light: read(light), dark: read(dark) });
}
const token = (name: string, theme: 'light' | 'dark'): Colour => {
  const found = tokens.get(name);
  if (!found) throw new Error(`no token --${name}`);
  return found[theme];
};

const PLAIN = ['background', 'surface', 'raised', 'fill'];
const TEXT: readonly [text: string, grounds: readonly string[]][] = [
  ['text', [...PLAIN, 'fill-strong', 'accent-soft', 'thumb']],
  ['muted', PLAIN],
  ['accent-text', [...PLAIN, 'accent-soft']],
  ['like', ['background', 'surface', 'raised', 'like-soft']],
  ['success', ['background', 'surface', 'raised', 'success-soft']],
  ['warning', ['background', 'surface', 'raised', 'warning-soft']],
  ['danger', ['background', 'surface', 'raised', 'danger-soft']],
  ['accent-ink', ['accent', 'accent-hover']],
  ['danger-ink', ['danger-fill', 'danger-hover']],
];

describe.each(['light', 'dark'] as const)('the %s palette', (theme) => {
  it.each(TEXT.flatMap(([text, grounds]) => grounds.map((ground) => [text, ground] as const)))(
    'shows %s on %s with a contrast of 4.5',
    (text, ground) => {
      expect(contrast(token(text, theme), token(ground, theme))).toBeGreaterThanOrEqual(4.5);
    },
  );
  it.each(['background', 'surface', 'raised'])(
    'shows a control’s edge and the focus ring on %s with 3',
    (ground) => {
      expect(contrast(token('control', theme), token(ground, theme))).toBeGreaterThanOrEqual(3);
      expect(contrast(token('accent', theme), token(ground, theme))).toBeGreaterThanOrEqual(3);
    },
  );
});

describe('avatars', () => {
  it('keep white initials readable on all 17 gradients', () => {
    for (const hue of AVATAR_HUES) {
      expect(contrast([1, 0, 0], [0.53, 0.13, hue])).toBeGreaterThanOrEqual(4.5);
      expect(contrast([1, 0, 0], [0.45, 0.13, (hue + 35) % 360])).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe('the measure', () => {
  it('knows black on white', () => {
    expect(contrast([0, 0, 0], [1, 0, 0])).toBeCloseTo(21, 1);
  });
});
