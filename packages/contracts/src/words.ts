/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;

let segmenter: Intl.Segmenter | undefined;

/** Letters as they are compared: compatible forms and letter case made one. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** The words of a text as they are compared, in its order; linear in its length. */
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

/** A tag as it is compared: without leading `#`, letter case ignored. */
export const tagKey = (tag: string): string => fold(tag).replace(/^#+/, '').trim();

/** #tags of a folded text: none begins inside of a word, an address or another one. */
const TAGS = /(?<![\p{L}\p{M}\p{N}_#@/&])#[\p{L}\p{M}\p{N}_]+/gu;

/** What is muted, as it is compared: `#` and a tag, or words with one space between them; empty where there is neither. */
export function mutedKey(muted: string): string {
  const words = wordsOf(muted).join(' ');
  return words !== '' && fold(muted).trim().startsWith('#') ? `#${words}` : words;
}

interface Written {
  title: string;
  description: string;
  tags: readonly string[];
}

/**
 * What tells whether a post holds something that is muted: as whole words of its title, text or tags; a #tag as a tag of
 * its own or in its texts.
 */
export function mutedBy(muted: readonly string[]): (post: Written) => boolean {
  const keys = muted.map(mutedKey).filter(Boolean);
  const tags = new Set(keys.filter((key) => key.startsWith('#')));
  const words = keys.filter((key) => !key.startsWith('#')).map((key) => ` ${key} `);
  return (post) => {
    const texts = [post.title, post.description, ...post.tags];
    if (words.length > 0) {
      const held = texts.map((text) => ` ${wordsOf(text).join(' ')} `);
      if (words.some((word) => held.some((text) => text.includes(word)))) return true;
    }
    if (tags.size === 0) return false;
    return (
      post.tags.some((tag) => tags.has(mutedKey(`#${tag}`))) ||
      texts.some((text) => text.includes('#') && (fold(text).match(TAGS) ?? []).some((tag) => tags.has(tag)))
    );
  };
}
