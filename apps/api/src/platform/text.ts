import { withoutDirectionalFormatting } from '@social-feed/contracts';

/**
 * Replaces line breaks and other control characters, which would make a text look like several, with spaces. Removes what
 * would reorder the text around it.
 */
export const oneLine = (text: string): string =>
  withoutDirectionalFormatting(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();

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

/** Escapes text for HTML and XML, including attributes. Removes characters that XML cannot represent. */
export const escapeMarkup = (text: string): string =>
  writable(text).replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
