import type { CSSProperties } from 'react';
import type { Display } from '../../content/post/card/post-text';
import { serifOf } from '../../../lib/serif';

/** From how many letters on a text has which size in rem, the longest first. */
type Sizes = readonly (readonly [from: number, size: number])[];

const TITLE: Sizes = [
  [110, 1.375],
  [45, 1.75],
  [0, 2.25],
];
/** A text without a title. */
const ALONE: Sizes = [
  [280, 1.125],
  [140, 1.3125],
  [50, 1.75],
  [0, 2.25],
];
const BELOW: Sizes = [
  [140, 1.0625],
  [0, 1.1875],
];
const FACES: Sizes = [
  [8, 2.25],
  [0, 4],
];

/** Text from this size in rem on is set in the serif, and its lines stand closer. */
const LARGE = 1.375;
/** What is left of a size beside a picture or in a low window, and the least of it. */
const IN_SMALL = 0.7;
const LEAST = 1.125;

const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;
const EMOJI = /^(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\ufe0f\u200d]|\s)+$/u;

/** The room that a text takes, in letters; one of some scripts is as wide as two. */
const widthOf = (text: string): number => text.length + (text.match(WIDE)?.length ?? 0);

const sizeIn = (sizes: Sizes, text: string): number =>
  sizes.find(([from]) => widthOf(text) >= from)?.[1] ?? 1;

const setIn = (size: number, text: string, isSmall: boolean): CSSProperties => {
  const fontSize = isSmall && size > LEAST ? Math.max(LEAST, size * IN_SMALL) : size;
  const isLarge = size >= LARGE;
  // other scripts have marks above and below their letters
  const room = serifOf(text) === '' ? 0.2 : 0;
  return {
    fontSize: `${fontSize}rem`,
    lineHeight: (isLarge ? 1.45 - 0.1 * size : 1.6) + room,
    ...(isLarge && { textWrap: 'pretty', letterSpacing: room === 0 ? '-0.01em' : undefined }),
  };
};

/**
 * How a card sets the text of a post: a large title, or the text itself if it is short, and the rest to read.
 * @param isSmall whether a picture or a low window leaves little room
 */
export const displayOf = (post: { title: string; description: string }, isSmall: boolean): Display => {
  const { title, description } = post;
  const alone = EMOJI.test(description) ? FACES : ALONE;
  const size = sizeIn(title ? BELOW : alone, description);
  return {
    title: setIn(sizeIn(TITLE, title), title, isSmall),
    text: { ...setIn(size, description, isSmall), ...(title && { marginTop: '0.875rem' }) },
    isSerif: size >= LARGE,
  };
};
