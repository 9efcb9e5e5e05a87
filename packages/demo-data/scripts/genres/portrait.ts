import type { Rgb } from '../paint/color.js';
import { css, lighten, mix, rgb } from '../paint/color.js';
import { smooth } from '../paint/noise.js';
import type { Scene } from '../paint/picture.js';
import { add, dim, over } from '../paint/picture.js';

/** What a drawn portrait shows: `f` or `m`, a skin tone from 1 to 5, and marks such as `g` for glasses. */
export interface Look {
  readonly build: 'f' | 'm';
  readonly skin: number;
  /** b beard, g glasses, h hat, o grey hair, r red hair, s headscarf, l long hair. */
  readonly marks: string;
}

const SKINS = ['#f3cdb1', '#e3b08b', '#c98f66', '#a06a45', '#6f4530'].map(rgb);
const BACKS = [
  '#e8b9a0',
  '#8fb3b0',
  '#d9c38f',
  '#9aa7c7',
  '#c98f86',
  '#a9c09a',
  '#e6cdb8',
  '#7f93a8',
  '#d8a25e',
  '#b59bb8',
  '#5f8a87',
  '#e0a08a',
];
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

function hairColor(look: Look, pick: number): Rgb {
  if (look.marks.includes('o')) return rgb('#c9c6c2');
  if (look.marks.includes('r')) return rgb('#b3562f');
  const light = ['#6b4429', '#a8793f', '#3b2a20', '#d3b072'];
  const dark = ['#1d1716', '#2a1d18', '#352319', '#17161a'];
  return rgb((look.skin <= 1 ? light : dark)[pick % 4]!);
}

/** Paints one head and shoulders into a square picture; everything that matters lies inside the circle. */
export async function portrait(scene: Scene, look: Look): Promise<void> {
  const { pic, random, noise, variant } = scene;
  const { W: S } = pic;
  const back = rgb(BACKS[(variant * 5) % BACKS.length]!);
  const cloth = rgb(CLOTHES[(variant * 3 + 1) % CLOTHES.length]!);
  const skin = lighten(SKINS[look.skin - 1]!, (random.next() - 0.5) * 0.03);
  const shade = mix(lighten(skin, -0.1), rgb('#7a3b3a'), 0.16);
  const hair = hairColor(look, variant);
  const hairDark = lighten(hair, -0.06);
  const hairLight = lighten(hair, 0.07);
  pic.each((x, y, c) => {
    over(c, back, 1);
    dim(c, 1.08 - 0.2 * ((x + y) / (2 * S)) + noise.fbm(x * 0.004, y * 0.004, 3) * 0.06);
    const d = Math.hypot(x - S * 0.5, y - S * 0.44) / S;
    over(c, lighten(back, 0.07), smooth(0.42, 0.4, d) * 0.65);
  });
  const u = S / 100;
  const wide = look.build === 'm' ? 1.06 : 1;
  const fw = (17.2 + random.next() * 1.6) * wide;
  const fh = 21.5 + random.next() * 1.6;
  const cx = 50;
  const cy = 45;
  const scarf = look.marks.includes('s');
  const long = (look.build === 'f' && !scarf && variant % 3 !== 1) || look.marks.includes('l');
  const bun = look.build === 'f' && !scarf && !long;
  const curly = look.skin === 5;
  const out: string[] = [];
  const path = (d: string, fill: string, extra = ''): string => `<path d="${d}" fill="${fill}" ${extra}/>`;
  // hair behind the head
  if (!scarf && !curly && long) {
    const drop = look.marks.includes('l') ? 76 : 68 + (variant % 4) * 4;
    out.push(
      path(
        `M${cx - fw - 4.5} ${cy - 4}C${cx - fw - 6} ${cy - 32} ${cx + fw + 6} ${cy - 32} ${cx + fw + 4.5} ${cy - 4}C${cx + fw + 7} ${cy + 14} ${cx + fw + 4} ${drop - 6} ${cx + fw + 1} ${drop}Q${cx} ${drop + 5} ${cx - fw - 1} ${drop}C${cx - fw - 4} ${drop - 6} ${cx - fw - 7} ${cy + 14} ${cx - fw - 4.5} ${cy - 4}Z`,
        css(hairDark),
      ),
    );
  }
  if (curly) {
    const r = look.build === 'f' ? 27 : 20;
    const puffs = Array.from({ length: 26 }, (_, k) => {
      const a = Math.PI * (0.86 + (k / 25) * 1.28);
      const d = r * (0.78 + random.next() * 0.14);
      return `<circle cx="${cx + Math.cos(a) * d}" cy="${cy - 5 + Math.sin(a) * d * 0.98}" r="${r * 0.3}" fill="${css(k % 2 === 0 ? hairDark : hair)}"/>`;
    });
    out.push(
      `<ellipse cx="${cx}" cy="${cy - 7}" rx="${r * 0.94}" ry="${r * 0.92}" fill="${css(hairDark)}"/>`,
      ...puffs,
    );
  }
  if (bun && !curly) out.push(`<circle cx="${cx + 1}" cy="${cy - fh - 6}" r="8" fill="${css(hairDark)}"/>`);
  // shoulders, neck, collar
  const slope = look.build === 'm' ? 36 : 30;
  const bust = `M${cx - slope} 104C${cx - slope + 1} 84 ${cx - 20} 80 ${cx - 8} 76H${cx + 8}C${cx + 20} 80 ${cx + slope - 1} 84 ${cx + slope} 104Z`;
  out.push(`<clipPath id="bust"><path d="${bust}"/></clipPath>`, path(bust, css(cloth)));
  out.push(path(`M${cx - 7.4} ${cy + 14}V74Q${cx} 84 ${cx + 7.4} 74V${cy + 14}Z`, css(shade)));
  const collar = variant % 4;
  if (collar === 0)
    out.push(
      path(
        `M${cx - 9} 74.5Q${cx} 88 ${cx + 9} 74.5L${cx + 12} 78Q${cx} 94 ${cx - 12} 78Z`,
        css(lighten(cloth, 0.09)),
      ),
    );
  if (collar === 1)
    out.push(
      path(
        `M${cx - 9} 75L${cx} 87L${cx - 9} 93L${cx - 14} 79Z M${cx + 9} 75L${cx} 87L${cx + 9} 93L${cx + 14} 79Z`,
        css(lighten(cloth, 0.12)),
      ),
    );
  if (collar === 2)
    out.push(
      path(
        `M${cx - 10} 72Q${cx} 79 ${cx + 10} 72L${cx + 11} 80Q${cx} 88 ${cx - 11} 80Z`,
        css(lighten(cloth, 0.07)),
      ),
    );
  if (collar === 3)
    out.push(
      `<g clip-path="url(#bust)">`,
      Array.from(
        { length: 5 },
        (_, k) =>
          `<path d="M${cx - slope} ${84 + k * 5}Q${cx} ${92 + k * 5} ${cx + slope} ${84 + k * 5}" stroke="${css(lighten(cloth, 0.12))}" stroke-width="1.3" fill="none"/>`,
      ).join(''),
      '</g>',
    );
  // head
  if (!scarf)
    out.push(
      `<ellipse cx="${cx - fw}" cy="${cy + 2}" rx="3" ry="4.4" fill="${css(shade)}"/><ellipse cx="${cx + fw}" cy="${cy + 2}" rx="3" ry="4.4" fill="${css(skin)}"/>`,
    );
  const jaw = look.build === 'm' ? 0.66 : 0.54;
  const face = `M${cx - fw} ${cy - 4}C${cx - fw} ${cy - fh * 1.12} ${cx + fw} ${cy - fh * 1.12} ${cx + fw} ${cy - 4}C${cx + fw} ${cy + 9} ${cx + fw * jaw} ${cy + fh} ${cx} ${cy + fh}C${cx - fw * jaw} ${cy + fh} ${cx - fw} ${cy + 9} ${cx - fw} ${cy - 4}Z`;
  out.push(path(face, css(skin)));
  out.push(`<clipPath id="face"><path d="${face}"/></clipPath><g clip-path="url(#face)">`);
  out.push(
    path(
      `M${cx + fw * 0.3} ${cy - fh}C${cx + fw * 0.75} ${cy} ${cx + fw * 0.5} ${cy + fh * 0.7} ${cx} ${cy + fh + 2}H${cx + fw * 1.3}V${cy - fh}Z`,
      css(shade),
      'opacity=".32"',
    ),
  );
  out.push(
    `<ellipse cx="${cx - 9.5}" cy="${cy + 7}" rx="4.6" ry="3.1" fill="#d9635a" opacity=".2"/><ellipse cx="${cx + 9.5}" cy="${cy + 7}" rx="4.6" ry="3.1" fill="#d9635a" opacity=".22"/>`,
  );
  if (look.marks.includes('b')) {
    out.push(
      path(
        `M${cx - fw - 1} ${cy + 3}Q${cx - fw * 0.8} ${cy + 10} ${cx - 8} ${cy + 8.4}Q${cx} ${cy + 5.8} ${cx + 8} ${cy + 8.4}Q${cx + fw * 0.8} ${cy + 10} ${cx + fw + 1} ${cy + 3}V${cy + fh + 4}H${cx - fw - 1}Z`,
        css(hairDark),
      ),
    );
    out.push(
      `<path d="M${cx - 4.4} ${cy + 12.6}Q${cx} ${cy + 15} ${cx + 4.4} ${cy + 12.6}" stroke="${css(mix(skin, rgb('#8a3b3a'), 0.5))}" stroke-width="1.7" fill="none" stroke-linecap="round"/>`,
    );
  }
  out.push('</g>');
  const ink = css(mix(rgb('#2a1d1a'), skin, 0.08));
  const brow = css(look.marks.includes('o') ? rgb('#a7a29c') : mix(hairDark, rgb('#20150f'), 0.4));
  const closed = variant % 5 === 2;
  for (const side of [-1, 1]) {
    const ex = cx + side * 7.2;
    out.push(
      closed
        ? `<path d="M${ex - 2.8} ${cy + 1}Q${ex} ${cy + 3.4} ${ex + 2.8} ${cy + 1}" stroke="${ink}" stroke-width="1.1" fill="none" stroke-linecap="round"/>`
        : `<ellipse cx="${ex}" cy="${cy + 1.2}" rx="1.55" ry="1.95" fill="${ink}"/><circle cx="${ex + 0.55}" cy="${cy + 0.4}" r=".5" fill="#fff" opacity=".9"/>`,
      `<path d="M${ex - 3.6} ${cy - 4 + side * 0.3}Q${ex} ${cy - 6.4} ${ex + 3.6} ${cy - 4 - side * 0.3}" stroke="${brow}" stroke-width="${look.build === 'm' ? 1.5 : 1.05}" fill="none" stroke-linecap="round"/>`,
    );
  }
  out.push(
    `<path d="M${cx + 0.4} ${cy + 1}Q${cx + 3} ${cy + 6.6} ${cx - 0.6} ${cy + 7}" stroke="${css(lighten(shade, -0.05))}" stroke-width="1.15" fill="none" stroke-linecap="round"/>`,
  );
  if (!look.marks.includes('b')) {
    const lip = css(mix(skin, rgb('#a8413f'), look.build === 'f' ? 0.66 : 0.42));
    out.push(
      variant % 3 === 0
        ? path(
            `M${cx - 5.4} ${cy + 11.6}Q${cx} ${cy + 12.6} ${cx + 5.4} ${cy + 11.6}Q${cx} ${cy + 17.4} ${cx - 5.4} ${cy + 11.6}Z`,
            lip,
          )
        : `<path d="M${cx - 4.8} ${cy + 12}Q${cx} ${cy + 15.4} ${cx + 4.8} ${cy + 12}" stroke="${lip}" stroke-width="1.5" fill="none" stroke-linecap="round"/>`,
    );
  }
  // hair in front
  if (scarf) {
    const veil = rgb(CLOTHES[(variant * 7 + 2) % CLOTHES.length]!);
    out.push(
      `<path fill-rule="evenodd" d="M${cx - fw - 6.5} ${cy + 2}C${cx - fw - 7} ${cy - 33} ${cx + fw + 7} ${cy - 33} ${cx + fw + 6.5} ${cy + 2}C${cx + fw + 8} ${cy + 26} ${cx + 26} 82 ${cx + 34} 104H${cx - 34}C${cx - 26} 82 ${cx - fw - 8} ${cy + 26} ${cx - fw - 6.5} ${cy + 2}Z M${cx - fw + 1.5} ${cy}C${cx - fw + 1} ${cy - 20} ${cx + fw - 1} ${cy - 20} ${cx + fw - 1.5} ${cy}C${cx + fw - 1.5} ${cy + 11} ${cx + fw * 0.5} ${cy + fh - 1} ${cx} ${cy + fh - 1}C${cx - fw * 0.5} ${cy + fh - 1} ${cx - fw + 1.5} ${cy + 11} ${cx - fw + 1.5} ${cy}Z" fill="${css(veil)}"/>`,
    );
    out.push(
      `<path d="M${cx - fw - 3} ${cy + 12}Q${cx - 6} ${cy + 34} ${cx + 24} ${cy + 44}M${cx - fw - 5} ${cy + 24}Q${cx - 4} ${cy + 46} ${cx + 8} ${cy + 56}M${cx + fw + 3} ${cy + 10}Q${cx + 8} ${cy + 28} ${cx - 10} ${cy + 34}" stroke="${css(lighten(veil, -0.07))}" stroke-width="1.4" fill="none"/>`,
    );
  } else if (!curly) {
    const part = variant % 4;
    if (look.build === 'm' && !long) {
      if (variant % 5 === 3 && look.marks.includes('o')) {
        out.push(
          path(
            `M${cx - fw - 1.4} ${cy - 1}Q${cx - fw - 2} ${cy - 14} ${cx - fw + 5} ${cy - 17}Q${cx - fw + 1} ${cy - 8} ${cx - fw + 1.6} ${cy - 1}Z M${cx + fw + 1.4} ${cy - 1}Q${cx + fw + 2} ${cy - 14} ${cx + fw - 5} ${cy - 17}Q${cx + fw - 1} ${cy - 8} ${cx + fw - 1.6} ${cy - 1}Z`,
            css(hair),
          ),
        );
      } else {
        const lift = part * 1.6;
        out.push(
          path(
            `M${cx - fw - 1.6} ${cy - 2}C${cx - fw - 3} ${cy - 26 - lift} ${cx - 6} ${cy - 31 - lift} ${cx + 6} ${cy - 28 - lift}C${cx + fw + 4} ${cy - 27} ${cx + fw + 3} ${cy - 12} ${cx + fw + 1.6} ${cy - 2}C${cx + fw - 0.5} ${cy - 8} ${cx + fw - 2.5} ${cy - 13} ${cx + fw - 6} ${cy - 14.5}C${cx + 2} ${cy - 12 + (part - 1) * 2} ${cx - 6} ${cy - 18} ${cx - fw + 4} ${cy - 12}C${cx - fw + 1.5} ${cy - 9} ${cx - fw + 0.6} ${cy - 6} ${cx - fw - 1.6} ${cy - 2}Z`,
            css(hair),
          ),
        );
        out.push(
          `<path d="M${cx - 10} ${cy - 22}Q${cx + 2} ${cy - 27} ${cx + 12} ${cy - 20}M${cx - 13} ${cy - 18}Q${cx} ${cy - 23} ${cx + 14} ${cy - 16}" stroke="${css(hairLight)}" stroke-width="1" fill="none" opacity=".7" stroke-linecap="round"/>`,
        );
      }
    } else {
      const side = part % 2 === 0 ? 1 : -1;
      const mx = cx - side * (part < 2 ? 5 : 0);
      out.push(
        path(
          `M${cx - fw - 4} ${cy + 6}C${cx - fw - 7} ${cy - 32} ${cx + fw + 7} ${cy - 32} ${cx + fw + 4} ${cy + 6}C${cx + fw + 1} ${cy - 4} ${cx + fw - 1} ${cy - 12} ${mx} ${cy - 18.5}C${cx - fw + 1} ${cy - 12} ${cx - fw - 1} ${cy - 4} ${cx - fw - 4} ${cy + 6}Z`,
          css(hair),
        ),
      );
      if (part === 3)
        out.push(
          path(
            `M${cx - fw + 0.5} ${cy - 6}Q${cx} ${cy - 12} ${cx + fw - 0.5} ${cy - 6}L${cx + fw} ${cy - 16}Q${cx} ${cy - 26} ${cx - fw} ${cy - 16}Z`,
            css(hair),
          ),
        );
      out.push(
        `<path d="M${mx} ${cy - 19}Q${cx - fw + 1} ${cy - 15} ${cx - fw - 2} ${cy - 2}M${mx} ${cy - 20}Q${cx + fw} ${cy - 16} ${cx + fw + 2} ${cy - 2}M${mx} ${cy - 22}Q${cx + fw * 0.6} ${cy - 22} ${cx + fw + 2} ${cy - 10}" stroke="${css(hairLight)}" stroke-width="1" fill="none" opacity=".7"/>`,
      );
    }
  } else {
    out.push(
      Array.from(
        { length: 13 },
        (_, k) =>
          `<circle cx="${cx - fw + 1 + (k / 12) * (fw * 2 - 2)}" cy="${cy - 15 - Math.sin((k / 12) * Math.PI) * 5.5}" r="${look.build === 'f' ? 5 : 3.6}" fill="${css(k % 2 === 0 ? hair : hairDark)}"/>`,
      ).join(''),
    );
  }
  if (look.marks.includes('h')) {
    const knit = rgb(CLOTHES[(variant * 7 + 3) % CLOTHES.length]!);
    out.push(
      path(
        `M${cx - fw - 4} ${cy - 9}C${cx - fw - 4} ${cy - 38} ${cx + fw + 4} ${cy - 38} ${cx + fw + 4} ${cy - 9}Q${cx} ${cy - 16} ${cx - fw - 4} ${cy - 9}Z`,
        css(knit),
      ),
    );
    out.push(
      path(
        `M${cx - fw - 5} ${cy - 14}Q${cx} ${cy - 22} ${cx + fw + 5} ${cy - 14}V${cy - 6.4}Q${cx} ${cy - 14} ${cx - fw - 5} ${cy - 6.4}Z`,
        css(lighten(knit, 0.09)),
      ),
    );
    out.push(`<circle cx="${cx}" cy="${cy - 33}" r="4.6" fill="${css(lighten(knit, 0.14))}"/>`);
  }
  if (look.marks.includes('g')) {
    const frame = variant % 2 === 0 ? '#26211f' : '#7a4a2c';
    const lens = (x: number): string =>
      variant % 4 < 2
        ? `<circle cx="${x}" cy="${cy + 1}" r="5.4"/>`
        : `<rect x="${x - 5.6}" y="${cy - 3.4}" width="11.2" height="8.6" rx="2.8"/>`;
    out.push(
      `<g fill="#fff" fill-opacity=".14" stroke="${frame}" stroke-width="1.15">${lens(cx - 7.2)}${lens(cx + 7.2)}<path d="M${cx - 1.9} ${cy + 0.4}Q${cx} ${cy - 1} ${cx + 1.9} ${cy + 0.4}M${cx - 12.7} ${cy}L${cx - fw} ${cy - 1.4}M${cx + 12.7} ${cy}L${cx + fw} ${cy - 1.4}" fill="none"/></g>`,
    );
  }
  if (look.build === 'f' && !scarf && variant % 2 === 0)
    out.push(
      `<circle cx="${cx - fw}" cy="${cy + 7.6}" r="1.3" fill="#e0b04f"/><circle cx="${cx + fw}" cy="${cy + 7.6}" r="1.3" fill="#e0b04f"/>`,
    );
  await pic.svg(`<g transform="scale(${u})">${out.join('')}</g>`);
  pic.each((x, y, c) => {
    dim(c, 1 + noise.fbm(x * 0.012, y * 0.012, 4) * 0.09);
    add(c, rgb('#ffe6c4'), 0.07 * smooth(0.9, 0.1, (x + y) / (2 * S)));
  });
  pic.finish(random, 0.03, 0.1);
}
