/** Texts of this length, or of more lines than stay, are likely to fold: none of their lines is spent on blank ones. */
const LIKELY_LONG = 320;
const LINES = 5;

/** A line break, and lines after it on which nothing shows: spaces, joiners, marks of direction, blank letters. */
const BLANK_LINES = /\n[\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]*\n/gu;

/** At most so many line breaks follow one another in a text that is shown whole. */
const BREAKS_MAX = 3;

/** A text as it shows when folded. */
export const foldedText = (text: string): string =>
  text.length >= LIKELY_LONG || text.split('\n').length > LINES ? text.replace(BLANK_LINES, '\n') : text;

/** A text as it shows in full: a gap of hundreds of blank lines becomes two lines tall. */
export const unfoldedText = (text: string): string =>
  text.replace(BLANK_LINES, (gap) => '\n'.repeat(Math.min(gap.split('\n').length - 1, BREAKS_MAX)));
