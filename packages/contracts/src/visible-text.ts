/** Line breaks that old editors write, as the one that all software knows. */
const OLD_LINE_BREAKS = /[\v\f\u0085]/g;
/** Control characters other than tab and line breaks, and halves of characters. Nothing shows them, and some break exports. */
const NOT_TEXT = /(?![\t\n\r])[\p{Cc}\p{Cs}]/gu;

/** Returns the text to store: without control characters and without halves of characters. */
export const plainText = (text: string): string => text.replace(OLD_LINE_BREAKS, '\n').replace(NOT_TEXT, '');

/**
 * Characters that leave nothing to see: blanks, controls, what Unicode lets a font ignore (joiners, fillers, tags, forms of
 * emoji), marks of direction, and those whose picture is empty (the blank of Braille, anchors of annotations).
 */
const UNSEEN =
  /[\p{White_Space}\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u180e\u2800\ufff9-\ufffb\u{13430}-\u{1343f}\u{1d159}]+/gu;

/** The visible characters of a text. */
export const visibleText = (text: string): string => text.replace(UNSEEN, '');

/** Whether a text shows nothing, which counts as no text. */
export const isBlank = (text: string): boolean => visibleText(text) === '';
