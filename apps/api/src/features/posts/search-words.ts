import { tagsIn } from '@social-feed/contracts/linked-text';
import { tagKey, wordsOf } from '@social-feed/contracts/words';

/** Words kept per post; a title, its tags and the beginning of a description. */
const WORDS_MAX = 16;
const WORD_LENGTH_MAX = 24;
const DESCRIPTION_READ = 300;

const COMMON = new Set(
  'the and for with that this from are was were but not you your our his her its they have has had all can will just'.split(
    ' ',
  ),
);

/** The words of a text, lower case, in its order; linear in its length. */
export const splitWords = (text: string): string[] =>
  wordsOf(text).map((word) => word.slice(0, WORD_LENGTH_MAX));

/** Tags that a post can be found by: its own and those of its texts, at most this many. */
const TAG_KEYS_MAX = 30;

/** What `GET posts?tag=` finds a post by: its own tags first, then each #tag of its title and its description. */
export const tagKeys = (post: { title: string; description: string; tags: readonly string[] }): string[] =>
  [
    ...new Set([...post.tags, ...tagsIn(post.title), ...tagsIn(post.description)].map((tag) => tagKey(tag))),
  ].slice(0, TAG_KEYS_MAX);

/**
 * The words under which `GET posts?q=` finds a post: title, tags and place first, then the beginning of the
 * description, at most 16 different ones, so that the index stays small.
 */
export function searchWords(post: {
  title: string;
  description: string;
  location: string;
  tags: readonly string[];
}): string[] {
  const words = new Set<string>();
  const texts = [post.title, ...post.tags, post.location, post.description.slice(0, DESCRIPTION_READ)];
  for (const text of texts) {
    for (const word of splitWords(text)) {
      if (words.size >= WORDS_MAX) return [...words];
      if (word.length > 1 && !COMMON.has(word)) words.add(word);
    }
  }
  return [...words];
}

const QUERY_WORDS_MAX = 5;

/**
 * A filter for posts that hold, for every word of a query, a word that begins with it; `null` when the query has no word
 * to look for. Ranges of the index, no regular expression.
 */
export function wordsFilter(query: string): { $and: object[] } | null {
  const words = new Set(splitWords(query).filter((word) => !COMMON.has(word)));
  if (words.size === 0) return null;
  return {
    $and: [...words]
      .slice(0, QUERY_WORDS_MAX)
      // the first bounds the look in the index, and few words begin with a long one
      .sort((a, b) => b.length - a.length)
      .map((word) => ({ searchWords: { $elemMatch: { $gte: word, $lt: `${word}\u{10ffff}` } } })),
  };
}
