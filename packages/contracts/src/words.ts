import { fold } from './fold.js';
import { hashtagsOf, hasTagSign, tagKey } from './hashtags.js';

export { fold } from './fold.js';
export { tagKey } from './hashtags.js';

/** Scripts written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;

let segmenter: Intl.Segmenter | undefined;

/** Whether a text contains letters of a script without spaces between words. */
export const isUnspaced = (text: string): boolean => UNSPACED.test(text);

/** Returns the words of a text as written, in order. Runs in linear time. */
export function wordsAsWritten(text: string): string[] {
  const pieces = text.split(/[^\p{L}\p{N}\p{M}_]+/u).filter(Boolean);
  return pieces.flatMap((piece) => (isUnspaced(piece) ? segmentsOf(piece) : piece));
}

/** Returns the words of a text in comparable form, in order. Runs in linear time. */
export const wordsOf = (text: string): string[] => wordsAsWritten(fold(text));

/** The time of a segmenter grows faster than its text. */
const SEGMENTED_AT_ONCE = 500;

function segmentsOf(piece: string): string[] {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  const words: string[] = [];
  for (let start = 0; start < piece.length;) {
    const slice = piece.slice(start, start + SEGMENTED_AT_ONCE);
    const isLast = start + slice.length === piece.length;
    const parts = Array.from(segmenter.segment(slice));
    // The slice may end within a word.
    const whole = isLast || parts.length === 1 ? parts : parts.slice(0, -1);
    for (const { segment, isWordLike } of whole) if (isWordLike === true) words.push(segment);
    start += isLast ? slice.length : whole.reduce((length, { segment }) => length + segment.length, 0);
  }
  return words;
}

/** An address. Addresses contain no tags. */
const ADDRESS = /https?:\/\/\S+/gi;

/** Returns the keys of the #tags in a text. */
const tagKeysIn = (text: string): string[] =>
  text.includes('#') || /[＃﹟]/.test(text)
    ? hashtagsOf(text.replace(ADDRESS, ' ')).map(({ tag }) => tagKey(tag))
    : [];

/**
 * Returns the key used to compare a muted word or tag: `#` and the tag key, or words separated by one space. Empty
 * if the text is neither.
 */
export function mutedKey(muted: string): string {
  const words = wordsOf(muted).join(' ');
  return words !== '' && hasTagSign(muted.trim()) ? `#${tagKey(muted)}` : words;
}

interface Written {
  title: string;
  description: string;
  tags: readonly string[];
}

/**
 * Returns a function that finds the muted words and tags that a post contains, as they were muted. Words match whole
 * words of the title, text or tags; a #tag matches the post's tags and #tags in its texts.
 */
export function mutedIn(muted: readonly string[]): (post: Written) => string[] {
  const keyed = muted.map((word) => ({ word, key: mutedKey(word) })).filter(({ key }) => key !== '');
  const hasTags = keyed.some(({ key }) => key.startsWith('#'));
  const hasWords = keyed.some(({ key }) => !key.startsWith('#'));
  return (post) => {
    const texts = [post.title, post.description, ...post.tags];
    const held = hasWords ? texts.map((text) => ` ${wordsOf(text).join(' ')} `) : [];
    const tags = new Set(hasTags ? [...post.tags.map(tagKey), ...texts.flatMap(tagKeysIn)] : []);
    return keyed
      .filter(({ key }) =>
        key.startsWith('#') ? tags.has(key.slice(1)) : held.some((text) => text.includes(` ${key} `)),
      )
      .map(({ word }) => word);
  };
}

/** Returns a function that checks whether a post contains muted words or tags, by the rules of `mutedIn`. */
export function mutedBy(muted: readonly string[]): (post: Written) => boolean {
  const find = mutedIn(muted);
  return (post) => find(post).length > 0;
}
