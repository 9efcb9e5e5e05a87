import { languagesOf } from '@social-feed/contracts/languages';

/** Texts shown in place of those of a post. */
export interface Translated {
  title: string;
  description: string;
  language: string;
  /** The texts that were translated, joined. */
  of: string;
}

let browser: { of: readonly string[]; languages: readonly string[] } | undefined;

/** The languages that the browser prefers, read again once it has others: every card asks for them. */
const browserLanguages = (): readonly string[] => {
  const of = navigator.languages;
  if (browser?.of !== of) browser = { of, languages: languagesOf(of) };
  return browser.languages;
};

/**
 * Returns the language into which a post may be translated: the first that the reader chose or the browser prefers;
 * `undefined` if the post is in one of them or the browser has no translator.
 */
export const translationTarget = (language: string | null, chosen: readonly string[]): string | undefined => {
  if (language === null || !('Translator' in globalThis)) return undefined;
  const read = [...chosen, ...browserLanguages()];
  return read.includes(language) ? undefined : read[0];
};
