/** Shown before anything is typed (A §9). */
const DEFAULTS = ['trending', 'technology', 'javascript', 'react', 'webdev', 'programming', 'design', 'ui'];

/** All that may be suggested: the eight defaults and what people write about here; 30 in all (A §9). */
export const SUGGESTION_POOL: readonly string[] = [
  ...DEFAULTS,
  ...'art books coffee cooking family film food friends garden health history music nature news'.split(' '),
  ...'ocean photography poetry science space sports thoughts travel'.split(' '),
];

/** Most that show at once. */
const SUGGESTIONS_MAX = 8;

/** Hashtags whose name holds what was typed, letter case and a leading `#` ignored (A §2.8). */
export const suggestionsFor = (typed: string): string[] => {
  const wanted = typed.trim().replace(/^#+/, '').toLowerCase();
  if (wanted === '') return DEFAULTS.slice(0, SUGGESTIONS_MAX);
  return SUGGESTION_POOL.filter((tag) => tag.includes(wanted)).slice(0, SUGGESTIONS_MAX);
};
