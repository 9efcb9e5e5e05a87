import { fold } from './fold.js';
import { hashtagsOf, hasTagSign, tagKey } from './hashtags.js';

export { fold } from './fold.js';
export { tagKey } from './hashtags.js';

/** Scripts written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;

let segmenter: Intl.Segmenter | undefined;

/** Returns the words of a text in comparable form, in order. Runs in linear time. */
export function wordsOf(text: string): string[] {
  const pieces = fold(text)
    .split(/[^\p{L}\p{N}\p{M}_]+/u)
    .filter(Boolean);
  return pieces.flatMap((piece) => (UNSPACED.test(piece) ? segmentsOf(piece) : piece));
}

function segmentsOf(piece: string): string[] {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  return Array.from(segmenter.segment(piece), (part) => (part.isWordLike ? part.segment : '')).filter(
    Boolean,
  );
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
 * Returns a function that checks whether a post contains muted words or tags. Words match whole words of the title,
 * text or tags; a #tag matches the post's tags and #tags in its texts.
 */
export function mutedBy(muted: readonly string[]): (post: Written) => boolean {
  const keys = muted.map(mutedKey).filter(Boolean);
  const tags = new Set(keys.filter((key) => key.startsWith('#')).map((key) => key.slice(1)));
  const words = keys.filter((key) => !key.startsWith('#')).map((key) => ` ${key} `);
  return (post) => {
    const texts = [post.title, post.description, ...post.tags];
    if (words.length > 0) {
      const held = texts.map((text) => ` ${wordsOf(text).join(' ')} `);
      if (words.some((word) => held.some((text) => text.includes(word)))) return true;
    }
    if (tags.size === 0) return false;
    const isMuted = (key: string) => tags.has(key);
    return post.tags.map(tagKey).some(isMuted) || texts.some((text) => tagKeysIn(text).some(isMuted));
  };
}
