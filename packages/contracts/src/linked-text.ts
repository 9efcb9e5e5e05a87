import { LinkifyIt } from 'linkify-it';
import { ACCOUNT_LIMITS, POST_LIMITS } from './limits.js';

/** A part of a text that people wrote. The `text` of all parts, joined, is the text. */
export type TextPart =
  | { kind: 'text'; text: string }
  /** `href` is an http(s) url. */
  | { kind: 'link'; text: string; href: string }
  /** `tag` is without the leading `#`. */
  | { kind: 'tag'; text: string; tag: string }
  /** `userName` is without the leading `@`; nobody may have it. */
  | { kind: 'mention'; text: string; userName: string };

const linkify = new LinkifyIt({ fuzzyLink: true, maxLength: ACCOUNT_LIMITS.urlMax })
  .add('ftp:', null)
  .add('//', null);

/**
 * What no address, tag or name holds: spaces, control characters, and marks that turn the direction of writing, by which
 * an address would look like another one. The text is looked at from one of them to the next, so that the time it takes
 * grows with its length alone.
 */
const PIECES = /[^\s\p{Cc}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]+/gu;
const NAMED = /[#@][\p{L}\p{M}\p{N}_]+/gu;
/** A tag or a name does not begin inside of a word, an address or another one. */
const WITHIN = /[\p{L}\p{M}\p{N}_#@/&]$/u;
const LETTER = /\p{L}/u;
const USER_NAME = /^\w+$/;

/** Parts a text into links, #tags, @names and what is between them. Linear in the length of the text. */
export function partText(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  const add = (found: Exclude<TextPart, { kind: 'text' }>, at: number) => {
    if (at > done) parts.push({ kind: 'text', text: text.slice(done, at) });
    parts.push(found);
    done = at + found.text.length;
  };
  for (const { 0: piece, index } of text.matchAll(PIECES)) {
    let from = 0;
    for (const { schema, raw, url, index: at, lastIndex } of addressesIn(piece)) {
      addNamed(piece.slice(from, at), index + from);
      const href = hrefOf(schema, url);
      if (href !== undefined) add({ kind: 'link', text: raw, href }, index + at);
      from = lastIndex;
    }
    addNamed(piece.slice(from), index + from);
  }
  if (done < text.length) parts.push({ kind: 'text', text: text.slice(done) });
  return parts;

  function addNamed(words: string, start: number): void {
    for (const { 0: found, index } of words.matchAll(NAMED)) {
      const at = start + index;
      // two code units hold the character before, whatever it is
      if (WITHIN.test(text.slice(Math.max(0, at - 2), at))) continue;
      const part = namedPart(found);
      if (part) add(part, at);
    }
  }
}

const addressesIn = (piece: string) =>
  piece.includes('.') || piece.includes('://') ? (linkify.match(piece) ?? []) : [];

/** `undefined` for an e-mail address, and for what no browser would follow. */
function hrefOf(schema: string, url: string): string | undefined {
  if (schema === 'mailto:') return undefined;
  const href = schema === '' ? url.replace(/^http:/, 'https:') : url;
  return href.length <= ACCOUNT_LIMITS.urlMax && URL.canParse(href) ? href : undefined;
}

function namedPart(text: string): Exclude<TextPart, { kind: 'text' | 'link' }> | undefined {
  const name = text.slice(1);
  if (text.startsWith('#')) {
    const isTag = name.length <= POST_LIMITS.tagMax && LETTER.test(name);
    return isTag ? { kind: 'tag', text, tag: name } : undefined;
  }
  const { userNameMin, userNameMax } = ACCOUNT_LIMITS;
  const isName = USER_NAME.test(name) && name.length >= userNameMin && name.length <= userNameMax;
  return isName ? { kind: 'mention', text, userName: name } : undefined;
}

/** The @names of a text, as they are written, without the `@`. */
export const namesIn = (text: string): string[] =>
  text.includes('@') ? partText(text).flatMap((part) => (part.kind === 'mention' ? part.userName : [])) : [];

/** The #tags of a text, as they are written, without the `#`. */
export const tagsIn = (text: string): string[] =>
  text.includes('#') ? partText(text).flatMap((part) => (part.kind === 'tag' ? part.tag : [])) : [];
