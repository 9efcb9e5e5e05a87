import { typedCode } from '@social-feed/contracts';

/** Returns the whole number from 1 to `max` that a user typed, in digits of any script; 0 for any other text. */
export const wholeNumber = (text: string, max: number): number => {
  const typed = text.trim();
  const value = /^\p{Nd}+$/u.test(typed) ? Number(typedCode(typed)) : 0;
  return value <= max ? value : 0;
};
