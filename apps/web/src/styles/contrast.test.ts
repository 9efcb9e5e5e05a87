import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AVATAR_HUES } from '../lib/format';

type Colour = readonly [lightness: number, chroma: number, hue: number];

/** Linear sRGB of an OKLCH colour, with channels outside 0 to 1 where the gamut ends (CSS Color 4). */
const rawRgb = ([lightness, chroma, hue]: Colour): number[] => {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
};
/** Linear sRGB, each channel clipped to the gamut as a screen does. */
const linearRgb = (colour: Colour): number[] =>
  rawRgb(colour).map((channel) => Math.min(1, Math.max(0, channel)));

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
  ['warning', ['background', 'surface', 'raised']],
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

describe('the host’s colour', () => {
  type Derived = [lightness: number, chromaMax: number];
  const derived = new Map<string, Record<'light' | 'dark', Derived>>();
  const colour = String.raw`oklch\((?:from var\(--host\) )?([\d.]+) (?:min\(c, ([\d.]+)\) h|0 0)\)`;
  const rule = new RegExp(String.raw`--(accent[\w-]*): light-dark\(\s*${colour},\s*${colour}\s*\)`, 'g');
  const [, block = ''] = /:root\[data-accent\] \{([^}]*)\}/.exec(css) ?? [];
  for (const [, name = '', ...numbers] of block.matchAll(rule)) {
    const [light = 0, lightChroma = 0, dark = 0, darkChroma = 0] = numbers.map((text) => Number(text ?? 0));
    derived.set(name, { light: [light, lightChroma], dark: [dark, darkChroma] });
  }
  /** Reduces the chroma until the colour is in the gamut, as some browsers do; others clip it. */
  const reduced = ([lightness, chroma, hue]: Colour): Colour => {
    const isIn = (tried: number) =>
      rawRgb([lightness, tried, hue]).every((part) => part > -1e-4 && part < 1.0001);
    let low = 0;
    for (let [high, step] = [chroma, 0]; step < 20; step += 1) {
      const tried = (low + high) / 2;
      if (isIn(tried)) low = tried;
      else high = tried;
    }
    return [lightness, isIn(chroma) ? chroma : low, hue];
  };
  const clipped = (wanted: Colour): Colour => wanted;
  const HUES = Array.from({ length: 120 }, (_, index) => index * 3);
  const CASES = TEXT.filter(([text]) => text.startsWith('accent')).flatMap(([text, grounds]) =>
    grounds.map((ground) => [text, ground, 4.5] as const),
  );

  it('replaces each accent of the palette', () => {
    expect([...derived.keys()]).toEqual([...tokens.keys()].filter((name) => name.startsWith('accent')));
  });
  it.each([
    ...CASES,
    ['text', 'accent-soft', 4.5],
    ...['background', 'surface', 'raised'].map((ground) => ['accent', ground, 3] as const),
  ] as const)('shows %s on %s with %s, whatever it is [B18-12]', (text, ground, wanted) => {
    for (const theme of ['light', 'dark'] as const)
      for (const hue of HUES)
        for (const strength of [0, 0.3, 0.6, 1])
          for (const shown of [clipped, reduced]) {
            const of = (name: string): Colour => {
              const found = derived.get(name)?.[theme];
              return found ? shown([found[0], found[1] * strength, hue]) : token(name, theme);
            };
            const reached = contrast(of(text), of(ground));
            expect(reached, `${theme}, hue ${hue}, strength ${strength}`).toBeGreaterThanOrEqual(wanted);
          }
  });
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
