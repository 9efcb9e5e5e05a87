import { LANGUAGE } from './language';

let translate: ((message: string) => string) | undefined;

/** Loads how the API's messages read in the language of the page. English needs nothing, and gets nothing. */
export const loadAnswers = async (): Promise<void> => {
  if (LANGUAGE === 'en') return;
  // without it they stay English
  translate ??= await import('./answer-texts').then(
    (texts) => texts.inLanguage,
    () => undefined,
  );
};

/** A message of the API in the language of the page, once `loadAnswers` is through. */
export const inLanguage = (message: string): string => translate?.(message) ?? message;
