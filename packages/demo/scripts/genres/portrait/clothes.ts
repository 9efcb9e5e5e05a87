import { css, lighten } from '../../paint/color.js';
import { clothOf, path, type Drawing, type Sitter } from './sitter.js';

/** Shoulders, neck and collar. */
export function bust(sitter: Sitter): Drawing {
  const { look, variant, cx, cy, shade } = sitter;
  const out: Drawing = [];
  const cloth = clothOf(variant * 3 + 1);
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
  return out;
}

/** A headscarf, of those who wear one. */
export function headscarf(sitter: Sitter): Drawing {
  if (!sitter.scarf) return [];
  const { variant, cx, cy, fw, fh } = sitter;
  const out: Drawing = [];
  const veil = clothOf(variant * 7 + 2);
  out.push(
    `<path fill-rule="evenodd" d="M${cx - fw - 6.5} ${cy + 2}C${cx - fw - 7} ${cy - 33} ${cx + fw + 7} ${cy - 33} ${cx + fw + 6.5} ${cy + 2}C${cx + fw + 8} ${cy + 26} ${cx + 26} 82 ${cx + 34} 104H${cx - 34}C${cx - 26} 82 ${cx - fw - 8} ${cy + 26} ${cx - fw - 6.5} ${cy + 2}Z M${cx - fw + 1.5} ${cy}C${cx - fw + 1} ${cy - 20} ${cx + fw - 1} ${cy - 20} ${cx + fw - 1.5} ${cy}C${cx + fw - 1.5} ${cy + 11} ${cx + fw * 0.5} ${cy + fh - 1} ${cx} ${cy + fh - 1}C${cx - fw * 0.5} ${cy + fh - 1} ${cx - fw + 1.5} ${cy + 11} ${cx - fw + 1.5} ${cy}Z" fill="${css(veil)}"/>`,
  );
  out.push(
    `<path d="M${cx - fw - 3} ${cy + 12}Q${cx - 6} ${cy + 34} ${cx + 24} ${cy + 44}M${cx - fw - 5} ${cy + 24}Q${cx - 4} ${cy + 46} ${cx + 8} ${cy + 56}M${cx + fw + 3} ${cy + 10}Q${cx + 8} ${cy + 28} ${cx - 10} ${cy + 34}" stroke="${css(lighten(veil, -0.07))}" stroke-width="1.4" fill="none"/>`,
  );
  return out;
}

/** A knitted hat, of those who wear one. */
export function hat(sitter: Sitter): Drawing {
  if (!sitter.look.marks.includes('h')) return [];
  const { variant, cx, cy, fw } = sitter;
  const out: Drawing = [];
  const knit = clothOf(variant * 7 + 3);
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
  return out;
}
