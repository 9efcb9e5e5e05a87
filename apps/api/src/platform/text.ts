/** Replaces line breaks and other control characters, which would make a text look like several, with spaces. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/**
 * Shortens a text to one line, with an ellipsis if truncated. Ends after a whole word if at least half the text
 * remains.
 */
export const excerpt = (text: string, max: number): string => {
  const line = oneLine(text);
  if (line.length <= max) return line;
  // by code points, so that no character is split
  const head = Array.from(line.slice(0, 2 * max)).slice(0, max);
  const words = head.lastIndexOf(' ');
  const end = words < max / 2 ? max - 1 : words;
  return `${head.slice(0, end).join('').trimEnd()}…`;
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

/** Escapes text for HTML and XML, including attributes. Removes characters that XML cannot represent. */
export const escapeMarkup = (text: string): string =>
  text.replace(UNWRITABLE, '').replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
