import { fold } from './fold.js';
import { POST_LIMITS } from './limits.js';

/** Hashtag identifiers by UTS #31 (R8): one of these signs, then letters, marks, digits and connectors. */
const SIGN = '[#\\ufe5f\\uff03]';
/** Phone keyboards write the sign as an emoji, with this behind it. */
const FORM = '[\\ufe0e\\ufe0f]';
const CONTINUE = '[\\p{L}\\p{Mn}\\p{Mc}\\p{N}\\p{Pc}]';
/**
 * Allowed between two of those, but not at the end: middle dots, maqaf, geresh and gershayim, the Tibetan tshegs, the
 * wave dash that draws out a Japanese vowel (also as a full-width tilde) and the double hyphen of Japanese names.
 */
const MEDIAL = '[\\u00b7\\u0387\\u30fb\\uff65\\u05be\\u05f3\\u05f4\\u0f0b\\u0f0c\\u301c\\uff5e\\u30a0]';

/** Scripts with joining letters: a ZWNJ between two letters changes how they look (rule A1). */
const JOINING = ['Arabic', 'Syriac', 'Mongolian', 'Nko', 'Mandaic', 'Phags_Pa', 'Adlam', 'Hanifi_Rohingya'];
const JOINING_LETTER = `(?=\\p{L})[${JOINING.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`;
/**
 * Marks that silence a vowel (canonical combining class 9): a joiner after one selects the form (rules A2 and B).
 */
const VIRAMA =
  '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u0f84\\u1039\\u103a\\u17d2\\u1a60\\u1b44\\u1bab\\ua8c4\\ua953\\ua9c0\\uaaf6\\uabed]';
/**
 * Joiners that change how a word looks. Elsewhere they are invisible and end a tag. The joiner comes first, because an
 * engine that looks back over the marks at each of them takes quadratic time.
 */
const JOINER = [
  `(?=\\u200c)(?<=${JOINING_LETTER}\\p{Mn}*)\\u200c(?=\\p{Mn}*${JOINING_LETTER})`,
  `(?=[\\u200c\\u200d])(?<=${VIRAMA}\\p{Mn}?)(?:\\u200c(?=\\p{L})|\\u200d)`,
].join('|');

// A tag cannot begin with MEDIAL: behind a sign, FORM is a mark, which the look-behind would take for a character.
const TAG_BODY = `(?!\\p{M}|${MEDIAL})(?:${CONTINUE}|${JOINER}|(?<=${CONTINUE})${MEDIAL}(?=${CONTINUE}))+`;
/**
 * A sign inside a word, an address or another tag does not start a tag. Marks belong to the preceding character.
 */
const START = `(?=${SIGN})(?<![\\p{L}\\p{N}\\p{Pc}#\\ufe5f\\uff03@/&]\\p{M}*)${SIGN}${FORM}?`;

/** Parsed when first needed: the scripts and classes take as long as rendering several posts. */
const parsedLater = (source: string, flags: string): (() => RegExp) => {
  let parsed: RegExp | undefined;
  return () => (parsed ??= new RegExp(source, flags));
};
const hashtag = parsedLater(`${START}(${TAG_BODY})`, 'gu');
const unfinished = parsedLater(`${START}(${TAG_BODY})$`, 'u');
const whole = parsedLater(`^${TAG_BODY}$`, 'u');
const LETTER = /\p{L}/u;
/** Not the emoji of a key, which is a sign with a frame. */
const TAG_SIGN = new RegExp(`^${SIGN}(?!\\ufe0f?\\u20e3)`, 'u');
const LEADING_SIGNS = new RegExp(`^(?:\\s|${SIGN}(?:${FORM}(?!\\u20e3))?)+`, 'u');

export interface FoundHashtag {
  /** Includes the sign. */
  text: string;
  tag: string;
  index: number;
}

/** Returns the hashtags of a text, in order. Skips tags that are only digits or too long. */
export function hashtagsOf(text: string): FoundHashtag[] {
  const found: FoundHashtag[] = [];
  for (const { 0: written, 1: tag = '', index } of text.matchAll(hashtag()))
    if (tag.length <= POST_LIMITS.tagMax && LETTER.test(tag)) found.push({ text: written, tag, index });
  return found;
}

/** Returns the hashtag at the end of a text. Accepts only digits, since letters may follow. */
export const hashtagAtEnd = (text: string): { tag: string; index: number } | null => {
  const found = unfinished().exec(text);
  const tag = found?.[1];
  return !found || tag === undefined || tag.length > POST_LIMITS.tagMax ? null : { tag, index: found.index };
};

/** Whether a text is a valid hashtag. */
export const isHashtag = (tag: string): boolean => whole().test(tag);

/** Whether a text starts with a hashtag sign. */
export const hasTagSign = (text: string): boolean => TAG_SIGN.test(text);

/** Removes the leading signs of a tag. */
export const withoutSign = (tag: string): string => tag.replace(LEADING_SIGNS, '').trim();

const IGNORABLE = '[\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}]';
const unseen = parsedLater(`(?=${IGNORABLE})(?!${JOINER})${IGNORABLE}`, 'gu');

const foldTag = (tag: string): string =>
  withoutSign(fold(tag.replace(unseen(), '')))
    // a joiner after the sign
    .replace(unseen(), '')
    .replace(/\s+/gu, ' ');

/**
 * Returns the key used to compare tags: without the leading sign, letter case, compatible forms and invisible
 * characters. Folds until nothing changes: removing a character can reorder or join marks, and marks decide whether a
 * joiner next to them is visible.
 */
export const tagKey = (tag: string): string => {
  // some keyboards write the wave dash as a full-width tilde
  let key = tag.replaceAll('\uff5e', '\u301c').normalize('NFKC');
  for (;;) {
    const folded = foldTag(key);
    if (folded === key) return key;
    key = folded;
  }
};
