import { withoutDirectionalFormatting } from '@social-feed/contracts';

/** Replaces line breaks and other control characters, which would make a text look like several, with spaces. */
export const withoutBreaks = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Does the same, and removes what would reorder the text around it. */
export const oneLine = (text: string): string => withoutBreaks(withoutDirectionalFormatting(text));

const FIRST_STRONG_ISOLATE = '\u2068';
const END_OF_ISOLATE = '\u2069';

/** Closes the isolates of a line in it (UAX #9), and removes ends of others. */
function closed(line: string): string {
  let open = 0;
  const kept = line.replace(/[\u2066-\u2069]/gu, (sign) => {
    if (sign === END_OF_ISOLATE && open === 0) return '';
    open += sign === END_OF_ISOLATE ? -1 : 1;
    return sign;
  });
  return kept + END_OF_ISOLATE.repeat(open);
}

/** Lets a text be part of another of any direction: neither reorders the other. A line break ends all isolates before it. */
export const isolated = (text: string): string =>
  text.replace(/(?:[^\p{Cc}\p{Zp}]|\t)+/gu, (line) => FIRST_STRONG_ISOLATE + closed(line) + END_OF_ISOLATE);

/** Letters and numbers of scripts that run from right to left, and characters that set a direction. */
const REORDERS =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether a text can reorder a text from left to right around it. */
export const isReordering = (text: string): boolean => REORDERS.test(text);

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Shortens a text to one line of at most `max` code points, with an ellipsis if truncated. Ends after a whole word if
 * at least half the text remains, and never within what readers see as one character, such as a flag or a family.
 */
export const excerpt = (text: string, max: number): string => {
  const line = oneLine(text);
  if (line.length <= max) return line;
  const head = Array.from(line.slice(0, 2 * max)).slice(0, max);
  const words = head.lastIndexOf(' ');
  const end = words < max / 2 ? max - 1 : words;
  const wanted = head.slice(0, end).join('');
  const cut = graphemes.segment(head.join('')).containing(wanted.length)?.index;
  // One character alone may be longer.
  return `${wanted.slice(0, cut || wanted.length).trimEnd()}…`;
};

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Invalid in XML even when escaped: control characters and lone surrogates. */
const UNWRITABLE = /[^\P{Cc}\t\n\r]|[\p{Cs}\ufffe\uffff]/gu;

/** Removes characters that XML cannot represent. */
export const writable = (text: string): string => text.replace(UNWRITABLE, '');

const ISOLATES: Readonly<Record<string, string>> = {
  '\u2066': '<bdi dir="ltr">',
  '\u2067': '<bdi dir="rtl">',
  [FIRST_STRONG_ISOLATE]: '<bdi>',
  [END_OF_ISOLATE]: '</bdi>',
};

/** Writes a text as HTML, its isolates as elements. */
export const textMarkup = (text: string): string =>
  escapeMarkup(closed(text)).replace(/[\u2066-\u2069]/gu, (sign) => ISOLATES[sign] ?? sign);

/** Escapes text for HTML and XML, including attributes. Removes characters that XML cannot represent. */
export const escapeMarkup = (text: string): string =>
  writable(text).replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
