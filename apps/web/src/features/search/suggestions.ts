import { SUGGESTED_TAGS } from '@social-feed/contracts';

/** Most that show at once; before anything is typed, the first of the list (A §9). */
const SUGGESTIONS_MAX = 8;

/** Hashtags whose name holds what was typed, letter case and a leading `#` ignored (A §2.8). */
export const suggestionsFor = (typed: string): string[] => {
  const wanted = typed.trim().replace(/^#+/, '').toLowerCase();
  return SUGGESTED_TAGS.filter((tag) => tag.includes(wanted)).slice(0, SUGGESTIONS_MAX);
};
