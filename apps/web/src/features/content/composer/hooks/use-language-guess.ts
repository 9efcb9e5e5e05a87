import { useEffect, useState } from 'react';
import { guessLanguage } from '@social-feed/contracts/guess-language';
import { savesData, usePreferences } from '../../../../lib/preferences';

/** How long typing must stop before a guess, in milliseconds. */
const PAUSE = 600;

/**
 * Guesses the language of a draft while it is written; `undefined` until then, and if the guesser does not load: the
 * API guesses then. It loads with the first text that needs it, and not with data saving on.
 */
export const useLanguageGuess = (title: string, description: string): string | null | undefined => {
  const saves = usePreferences(savesData);
  const text = `${title}\n${description}`;
  const [guess, setGuess] = useState<{ text: string; language: string | null }>();
  useEffect(() => {
    if (saves || text.trim() === '') return;
    let left = false;
    const timer = setTimeout(() => {
      guessLanguage(text).then(
        (language) => {
          if (!left) setGuess({ text, language });
        },
        () => undefined,
      );
    }, PAUSE);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [text, saves]);
  // a guess for other words says nothing about these
  return guess?.text === text ? guess.language : undefined;
};
