import { css } from '../../paint/color.js';
import { path, type Drawing, type Sitter } from './sitter.js';

/** What of the hair lies behind the head. */
export function hairBehind(sitter: Sitter): Drawing {
  const { look, variant, random, cx, cy, fw, fh, hair, hairDark, scarf, long, bun, curly } = sitter;
  const out: Drawing = [];
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
  return out;
}

/** What of the hair lies before the head; a headscarf hides it. */
export function hairInFront(sitter: Sitter): Drawing {
  if (sitter.scarf) return [];
  return sitter.curly ? curls(sitter) : strands(sitter);
}

function curls(sitter: Sitter): Drawing {
  const { look, cx, cy, fw, hair, hairDark } = sitter;
  const out: Drawing = [];
  out.push(
    Array.from(
      { length: 13 },
      (_, k) =>
        `<circle cx="${cx - fw + 1 + (k / 12) * (fw * 2 - 2)}" cy="${cy - 15 - Math.sin((k / 12) * Math.PI) * 5.5}" r="${look.build === 'f' ? 5 : 3.6}" fill="${css(k % 2 === 0 ? hair : hairDark)}"/>`,
    ).join(''),
  );
  return out;
}

function strands(sitter: Sitter): Drawing {
  const { look, variant, cx, cy, fw, hair, hairLight, long } = sitter;
  const out: Drawing = [];
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
  return out;
}
