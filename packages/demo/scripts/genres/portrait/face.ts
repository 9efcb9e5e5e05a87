import { css, lighten, mix, rgb } from '../../paint/color.js';
import { path, type Drawing, type Sitter } from './sitter.js';

/** The head with its beard, eyes, nose and mouth. */
export function face(sitter: Sitter): Drawing {
  const { look, variant, cx, cy, fw, fh, skin, shade, hairDark, scarf } = sitter;
  const out: Drawing = [];
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
  return out;
}

/** Glasses, of those who wear some. */
export function glasses(sitter: Sitter): Drawing {
  if (!sitter.look.marks.includes('g')) return [];
  const { variant, cx, cy, fw } = sitter;
  const out: Drawing = [];
  const frame = variant % 2 === 0 ? '#26211f' : '#7a4a2c';
  const lens = (x: number): string =>
    variant % 4 < 2
      ? `<circle cx="${x}" cy="${cy + 1}" r="5.4"/>`
      : `<rect x="${x - 5.6}" y="${cy - 3.4}" width="11.2" height="8.6" rx="2.8"/>`;
  out.push(
    `<g fill="#fff" fill-opacity=".14" stroke="${frame}" stroke-width="1.15">${lens(cx - 7.2)}${lens(cx + 7.2)}<path d="M${cx - 1.9} ${cy + 0.4}Q${cx} ${cy - 1} ${cx + 1.9} ${cy + 0.4}M${cx - 12.7} ${cy}L${cx - fw} ${cy - 1.4}M${cx + 12.7} ${cy}L${cx + fw} ${cy - 1.4}" fill="none"/></g>`,
  );
  return out;
}

/** Earrings, where ears show. */
export function earrings(sitter: Sitter): Drawing {
  const { look, variant, cx, cy, fw, scarf } = sitter;
  const out: Drawing = [];
  if (look.build === 'f' && !scarf && variant % 2 === 0)
    out.push(
      `<circle cx="${cx - fw}" cy="${cy + 7.6}" r="1.3" fill="#e0b04f"/><circle cx="${cx + fw}" cy="${cy + 7.6}" r="1.3" fill="#e0b04f"/>`,
    );
  return out;
}
