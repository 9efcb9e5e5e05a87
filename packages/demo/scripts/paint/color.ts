/** Colours as [r, g, b] from 0 to 1 in sRGB; mixtures go through OKLab so that gradients stay clean. */
export type Rgb = readonly [number, number, number];

/** `#rrggbb` to a colour. */
export function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

export function hex(color: Rgb): string {
  const part = (value: number): string =>
    Math.round(Math.min(1, Math.max(0, value)) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${part(color[0])}${part(color[1])}${part(color[2])}`;
}

/** The colour for an SVG attribute. */
export const css = (color: Rgb): string => `rgb(${color.map((v) => Math.round(v * 255)).join(',')})`;

const toLinear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const toGamma = (c: number): number =>
  c <= 0.0031308 ? c * 12.92 : 1.055 * Math.max(0, c) ** (1 / 2.4) - 0.055;

function toLab([red, green, blue]: Rgb): [number, number, number] {
  const r = toLinear(red);
  const g = toLinear(green);
  const b = toLinear(blue);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromLab([L, a, b]: readonly [number, number, number]): Rgb {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clamp = (value: number): number => Math.min(1, Math.max(0, toGamma(value)));
  return [
    clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** The colour between two, `t` from 0 to 1. */
export function mix(a: Rgb, b: Rgb, t: number): Rgb {
  const from = toLab(a);
  const to = toLab(b);
  return fromLab([
    from[0] + (to[0] - from[0]) * t,
    from[1] + (to[1] - from[1]) * t,
    from[2] + (to[2] - from[2]) * t,
  ]);
}

/** Lighter (positive) or darker (negative) by an amount of OKLab lightness. */
export function lighten(color: Rgb, amount: number): Rgb {
  const [L, a, b] = toLab(color);
  return fromLab([Math.min(1, Math.max(0, L + amount)), a, b]);
}

/** A gradient as a table of 512 colours: `ramp(t)` for t from 0 to 1, clamped. */
export type Ramp = (t: number) => Rgb;

/** @param stops colours, evenly spaced or at the given positions */
export function ramp(stops: readonly string[], positions?: readonly number[]): Ramp {
  const at = positions ?? stops.map((_, k) => k / (stops.length - 1));
  const colors = stops.map(rgb);
  const table = Array.from({ length: 512 }, (_, k) => {
    const t = k / 511;
    let i = 0;
    while (i < at.length - 2 && t > at[i + 1]!) i += 1;
    const local = (t - at[i]!) / Math.max(1e-6, at[i + 1]! - at[i]!);
    return mix(colors[i]!, colors[i + 1]!, Math.min(1, Math.max(0, local)));
  });
  return (t) => table[Math.min(511, Math.max(0, Math.round(t * 511)))]!;
}
