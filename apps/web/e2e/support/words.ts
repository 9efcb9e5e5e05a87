import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { languagesToBuild, PSEUDO } from '../../build-words/catalogues.js';
import { isLong } from './long.js';

/** The languages in which whole journeys are made: English, and those that differ most from it in length or direction. */
export const JOURNEYS = isLong ? ['en', 'de', 'ar', 'ja'] : ['en', 'ar'];

export type Words = (english: string, context?: string) => string;

/**
 * The app's words in a language, by their English: what a test looks for on a page in that language.
 * @returns a function from an English text, and its context if it has one, to the text; values stand in it as in the
 * English, e.g. `{name}`
 * @throws Error if there is no such text, or if it depends on a number
 */
export const wordsIn = (code: string): Words => {
  const language = languagesToBuild([PSEUDO]).find((each) => each.code === code);
  if (!language) throw new Error(`No language ${code}`);
  return (english, context) => {
    if (code === 'en') return english;
    const text = language.texts.get(generateMessageId(english, context));
    if (typeof text !== 'string') throw new Error(`No plain text in ${code}: ${english}`);
    return text;
  };
};
