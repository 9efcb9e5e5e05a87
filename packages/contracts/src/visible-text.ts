/** Line breaks of old editors, replaced by `\n`. */
const OLD_LINE_BREAKS = /[\v\f\u0085]/g;
/**
 * Control characters other than tab and line breaks, and lone surrogates. They are invisible, and some break
 * exports.
 */
const NOT_TEXT = /(?![\t\n\r])[\p{Cc}\p{Cs}]/gu;

/** Returns the text to store, without control characters and lone surrogates. */
export const plainText = (text: string): string => text.replace(OLD_LINE_BREAKS, '\n').replace(NOT_TEXT, '');

/**
 * Invisible characters: whitespace, controls, characters that Unicode lets a font ignore (joiners, fillers, tags,
 * variation selectors), direction marks, and characters with an empty glyph (the Braille blank, annotation
 * anchors).
 */
const UNSEEN =
  /[\p{White_Space}\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u180e\u2800\ufff9-\ufffb\u{13430}-\u{1343f}\u{1d159}]+/gu;

/** Embeddings, overrides and isolates (UAX #9). One that is not closed reorders the text after it. */
const DIRECTIONAL_FORMATTING = /[\u202a-\u202e\u2066-\u2069]/gu;

/** Returns a text that does not reorder the text around it. */
export const withoutDirectionalFormatting = (text: string): string =>
  text.replace(DIRECTIONAL_FORMATTING, '');

/** Returns the visible characters of a text. */
export const visibleText = (text: string): string => text.replace(UNSEEN, '');

/** Whether a text shows nothing and counts as empty. */
export const isBlank = (text: string): boolean => visibleText(text) === '';

/** Removes invisible characters at both ends, which pasted names and addresses bring along. */
export const trimUnseen = (text: string): string => {
  const characters = Array.from(text);
  const first = characters.findIndex((character) => !isBlank(character));
  const last = characters.findLastIndex((character) => !isBlank(character));
  return characters.slice(Math.max(0, first), last + 1).join('');
};
