/** How many lines of a folded text show. A text with only one more shows whole. */
export const FOLD = 5;
/** Texts of this length probably fold. */
const LIKELY_LONG = 320;

/** A line break and the invisible lines after it: spaces, joiners, direction marks, blank letters. */
const BLANK_LINES = /\n[\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]*\n/gu;

/** Maximum number of consecutive line breaks in an unfolded text. */
const BREAKS_MAX = 3;

/** Whether a text probably folds; the width of a line decides. */
export const probablyFolds = (text: string, lines = FOLD): boolean =>
  text.length >= LIKELY_LONG || text.split('\n').length > lines + 1;

/** Fewest letters of a line: wide ones at twice the size on a small phone. */
const LINE_MIN = 8;

/** Whether a text folds where lines are shortest. */
export const mayFold = (text: string, lines = FOLD): boolean =>
  text.split('\n').reduce((count, line) => count + Math.max(1, Math.ceil(line.length / LINE_MIN)), 0) >
  lines + 1;

/** The text to show when folded, without blank lines if it probably folds. */
export const foldedText = (text: string, lines = FOLD): string =>
  probablyFolds(text, lines) ? text.replace(BLANK_LINES, '\n') : text;

/** The text to show in full: hundreds of blank lines shrink to a gap of two. */
export const unfoldedText = (text: string): string =>
  text.replace(BLANK_LINES, (gap) => '\n'.repeat(Math.min(gap.split('\n').length - 1, BREAKS_MAX)));
