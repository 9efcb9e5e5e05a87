import type { Random } from '../../../src/data/random.js';
import type { Rgb } from '../../paint/color.js';
import { lighten, mix, rgb } from '../../paint/color.js';

/** What a drawn portrait shows: `f` or `m`, a skin tone from 1 to 5, and marks such as `g` for glasses. */
export interface Look {
  readonly build: 'f' | 'm';
  readonly skin: number;
  /** b beard, g glasses, h hat, o grey hair, r red hair, s headscarf, l long hair. */
  readonly marks: string;
}

const SKINS = ['#f3cdb1', '#e3b08b', '#c98f66', '#a06a45', '#6f4530'].map(rgb);
const CLOTHES = [
  '#2f4b5c',
  '#8a3f3a',
  '#3f5f4a',
  '#d9a441',
  '#e9e0d0',
  '#4a3f5c',
  '#b5654a',
  '#26343f',
  '#7a8f6f',
  '#c9b59a',
];

/** Somebody to be drawn: what was chosen once and several parts of the drawing need. Lengths are hundredths. */
export interface Sitter {
  readonly look: Look;
  readonly variant: number;
  readonly random: Random;
  /** The middle of the face. */
  readonly cx: number;
  readonly cy: number;
  /** Half the width and half the height of the face. */
  readonly fw: number;
  readonly fh: number;
  readonly skin: Rgb;
  readonly shade: Rgb;
  readonly hair: Rgb;
  readonly hairDark: Rgb;
  readonly hairLight: Rgb;
  readonly scarf: boolean;
  readonly long: boolean;
  readonly bun: boolean;
  readonly curly: boolean;
}

/** Parts of a drawing, back to front, as SVG elements. */
export type Drawing = string[];

export const path = (d: string, fill: string, extra = ''): string =>
  `<path d="${d}" fill="${fill}" ${extra}/>`;

/** A colour of cloth by any number. */
export const clothOf = (number: number): Rgb => rgb(CLOTHES[number % CLOTHES.length]!);

function hairColor(look: Look, pick: number): Rgb {
  if (look.marks.includes('o')) return rgb('#c9c6c2');
  if (look.marks.includes('r')) return rgb('#b3562f');
  const light = ['#6b4429', '#a8793f', '#3b2a20', '#d3b072'];
  const dark = ['#1d1716', '#2a1d18', '#352319', '#17161a'];
  return rgb((look.skin <= 1 ? light : dark)[pick % 4]!);
}

/** Chooses what the look leaves open. */
export function seat(look: Look, variant: number, random: Random): Sitter {
  const skin = lighten(SKINS[look.skin - 1]!, (random.next() - 0.5) * 0.03);
  const hair = hairColor(look, variant);
  const wide = look.build === 'm' ? 1.06 : 1;
  const scarf = look.marks.includes('s');
  const long = (look.build === 'f' && !scarf && variant % 3 !== 1) || look.marks.includes('l');
  return {
    look,
    variant,
    random,
    cx: 50,
    cy: 45,
    fw: (17.2 + random.next() * 1.6) * wide,
    fh: 21.5 + random.next() * 1.6,
    skin,
    shade: mix(lighten(skin, -0.1), rgb('#7a3b3a'), 0.16),
    hair,
    hairDark: lighten(hair, -0.06),
    hairLight: lighten(hair, 0.07),
    scarf,
    long,
    bun: look.build === 'f' && !scarf && !long,
    curly: look.skin === 5,
  };
}
