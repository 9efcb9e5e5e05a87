import { PEOPLE_LIMITS } from '@social-feed/contracts';
import { hashtagsOf, withoutSign } from '@social-feed/contracts/hashtags';
import { partText } from '@social-feed/contracts/linked-text';
import { isUnspaced, mutedKey, wordsAsWritten } from '@social-feed/contracts/words';
import type { MutableWords } from '../../../../lib/dialogs';

const TAGS_MAX = 6;
const WORDS_MAX = 8;
/** Characters of a notable word: shorter ones are mostly articles, pronouns and prepositions. */
const NOTABLE = 5;
/** In scripts without spaces two characters make a word. */
const NOTABLE_UNSPACED = 2;

const isNotable = (word: string): boolean =>
  word.length >= (isUnspaced(word) ? NOTABLE_UNSPACED : NOTABLE) &&
  word.length <= PEOPLE_LIMITS.mutedWordMax &&
  /\p{L}/u.test(word);

/** The words of a text outside tags, mentions and addresses. */
const plainWords = (text: string): string[] =>
  partText(text).flatMap((part) => (part.kind === 'text' ? wordsAsWritten(part.text) : []));

const longestFirst = (words: readonly string[]) => words.toSorted((a, b) => b.length - a.length);

/**
 * Suggests what to mute in a post: its tags, then the longest words of its title and of its text. Length is a fair
 * guess at the topic in every language, without lists of common words.
 */
export const muteChoices = ({ title, description, tags }: MutableWords): string[] => {
  const found = [title, description].flatMap((text) => hashtagsOf(text).map(({ tag }) => tag));
  const taken = new Set<string>();
  const fresh = (word: string): boolean => {
    const key = mutedKey({ word });
    if (key === '' || taken.has(key)) return false;
    taken.add(key);
    taken.add(key.replace('#', ''));
    return true;
  };
  const signed = [...tags, ...found].map((tag) => `#${withoutSign(tag)}`).filter(fresh);
  const words = [title, description].flatMap((text) => longestFirst(plainWords(text).filter(isNotable)));
  return [...signed.slice(0, TAGS_MAX), ...words.filter(fresh).slice(0, WORDS_MAX)];
};
