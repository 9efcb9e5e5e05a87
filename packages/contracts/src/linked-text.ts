import { addressesIn } from './addresses.js';
import { hashtagsOf } from './hashtags.js';
import { mentionsOf } from './mentions.js';

/** A part of a user-written text. Joining the `text` of all parts gives the original text. */
export type TextPart =
  | { kind: 'text'; text: string }
  /** `href` is an http(s) URL. */
  | { kind: 'link'; text: string; href: string }
  /** `tag` excludes the sign. */
  | { kind: 'tag'; text: string; tag: string }
  /** `userName` excludes the sign. The user may not exist. */
  | { kind: 'mention'; text: string; userName: string };

/**
 * Characters that no address, tag or name contains: spaces, control characters and invisible characters. The last
 * include marks that change the writing direction, which could disguise an address. Joiners and emoji variation
 * selectors are allowed.
 */
const PIECES =
  /(?:(?![\s\p{Cc}\p{Bidi_Control}])(?!(?![\u200c\u200d\p{Variation_Selector}])\p{Default_Ignorable_Code_Point})[^])+/gu;

/** Splits a text into links, #tags, @names and the text between them. Runs in linear time. */
export function partText(text: string): TextPart[] {
  const found: Found[] = [];
  // The text with its addresses replaced by spaces, since they contain no tags or names.
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

/** Returns the @names of a text as written, without the `@`. */
export const namesIn = (text: string): string[] =>
  partText(text).flatMap((part) => (part.kind === 'mention' ? part.userName : []));

/** Returns the #tags of a text as written, without the `#`. */
export const tagsIn = (text: string): string[] =>
  partText(text).flatMap((part) => (part.kind === 'tag' ? part.tag : []));
