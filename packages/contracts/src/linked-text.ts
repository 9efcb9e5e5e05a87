import { addressesIn } from './addresses.js';
import { hashtagsOf } from './hashtags.js';
import { mentionsOf } from './mentions.js';

/** A part of a text that people wrote. The `text` of all parts, joined, is the text. */
export type TextPart =
  | { kind: 'text'; text: string }
  /** `href` is an http(s) url. */
  | { kind: 'link'; text: string; href: string }
  /** `tag` is without its sign. */
  | { kind: 'tag'; text: string; tag: string }
  /** `userName` is without its sign. Nobody may have it. */
  | { kind: 'mention'; text: string; userName: string };

/**
 * What no address, tag or name holds: spaces, control characters, and characters that are not seen. Among those are marks
 * that turn the direction of writing, by which an address would look like another one. Joiners and forms of emoji stay.
 */
const PIECES =
  /(?:(?![\s\p{Cc}\p{Bidi_Control}])(?!(?![\u200c\u200d\p{Variation_Selector}])\p{Default_Ignorable_Code_Point})[^])+/gu;

/** Splits a text into links, #tags, @names and the text between them. Linear in the length of the text. */
export function partText(text: string): TextPart[] {
  const found: Found[] = [];
  // The text with blanks in place of its addresses, which hold neither tags nor names.
  let rest = '';
  for (const { 0: piece, index } of text.matchAll(PIECES)) {
    for (const { start, end, href } of addressesIn(piece)) {
      const at = index + start;
      const address = piece.slice(start, end);
      rest += text.slice(rest.length, at) + ' '.repeat(address.length);
      if (href !== undefined) found.push({ at, part: { kind: 'link', text: address, href } });
    }
  }
  found.push(...namedIn(rest + text.slice(rest.length)));

  const parts: TextPart[] = [];
  let done = 0;
  for (const { at, part } of found.sort((a, b) => a.at - b.at)) {
    if (at > done) parts.push({ kind: 'text', text: text.slice(done, at) });
    parts.push(part);
    done = at + part.text.length;
  }
  if (done < text.length) parts.push({ kind: 'text', text: text.slice(done) });
  return parts;
}

interface Found {
  at: number;
  part: Exclude<TextPart, { kind: 'text' }>;
}

const namedIn = (text: string): Found[] => [
  ...hashtagsOf(text).map(({ index, ...tag }): Found => ({ at: index, part: { kind: 'tag', ...tag } })),
  ...mentionsOf(text).map(({ index, ...name }): Found => ({ at: index, part: { kind: 'mention', ...name } })),
];

/** The @names of a text, as they are written, without the `@`. */
export const namesIn = (text: string): string[] =>
  partText(text).flatMap((part) => (part.kind === 'mention' ? part.userName : []));

/** The #tags of a text, as they are written, without the `#`. */
export const tagsIn = (text: string): string[] =>
  partText(text).flatMap((part) => (part.kind === 'tag' ? part.tag : []));
