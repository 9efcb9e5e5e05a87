import type { CSSProperties } from 'react';

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** The first letter of each line that has one. */
const FIRST_LETTERS = /^[^\p{L}\n\r\u2028\u2029]*(\p{L})/gmu;

/**
 * The style of a text with lines of both directions: each line takes its own, as in the field where it was written.
 * Other texts have one direction, also in lines of digits and emoji.
 */
export const lineDirections = (text: string): CSSProperties | undefined => {
  if (!RIGHT_TO_LEFT.test(text)) return undefined;
  const directions = Array.from(text.matchAll(FIRST_LETTERS), ([, letter = '']) =>
    RIGHT_TO_LEFT.test(letter),
  );
  return new Set(directions).size > 1 ? { unicodeBidi: 'plaintext' } : undefined;
};
