import cyrillic from '@fontsource/source-serif-4/files/source-serif-4-cyrillic-600-normal.woff2?url';
import latin from '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2?url';
import latinExtended from '@fontsource/source-serif-4/files/source-serif-4-latin-ext-600-normal.woff2?url';
import { afterPicture } from './first-picture';
import { readText, writeText } from './json';
import { savesData, usePreferences } from './preferences';
import { MORE_LETTERS } from './serif-files';
import { showSerif } from './show-serif';
import { LANGUAGE } from './words/language';

/** Local storage key that says for which letters this browser has fetched the typeface. */
export const FETCHED = 'serif';

const FILES = { 'latin-ext': latinExtended, cyrillic };

const EXTENDED = String.raw`\u0100-\u02ba`;
const HAN = String.raw`\p{Script=Han}\u3000-\u303f\uff00-\uffef`;
/**
 * The letters of a language besides Latin-1, as a part of a pattern: those of its second file, or of the serif of the
 * system, which tokens.css names for the same languages.
 */
const LETTERS: Readonly<Record<string, string>> = {
  pl: EXTENDED,
  tr: EXTENDED,
  uk: String.raw`\u0301\u0400-\u045f\u0490\u0491\u2116`,
  ar: String.raw`\p{Script=Arabic}\u060c\u061b\u061f`,
  he: String.raw`\p{Script=Hebrew}`,
  hi: String.raw`\p{Script=Devanagari}\u0964`,
  ja: String.raw`\p{Script=Hiragana}\p{Script=Katakana}\u30fc${HAN}`,
  ko: String.raw`\p{Script=Hangul}${HAN}`,
  'zh-Hans': HAN,
  'zh-Hant': HAN,
};

/** What titles in a language are set in serif with: Latin-1, Œ, ı, punctuation, emoji and the language's letters. */
export const coveredIn = (language: string): RegExp =>
  new RegExp(
    String.raw`^(?:[\n -\u00ff\u0131\u0152\u0153\u02c6\u02da\u02dc\u2000-\u206f\u20ac\u2122\u2212${LETTERS[language] ?? ''}]|[\ufe0f\u20e3]|\p{Regional_Indicator}|\p{Extended_Pictographic}|\p{Emoji_Modifier})+$`,
    'u',
  );
const COVERED = coveredIn(LANGUAGE);

/** Class of a title in the serif typeface, which needs every letter of it; mixed words look broken. */
export const serifOf = (text: string): string => (COVERED.test(text) ? 'serif:font-serif' : '');

/**
 * Loads the serif typeface of titles: at once if this browser has it, otherwise after the first picture. Titles never
 * change their typeface on the screen, so that nothing shifts: it shows from the start, or from the next page that is
 * drawn.
 */
export const startSerif = (): void => {
  const more = MORE_LETTERS[LANGUAGE];
  const here = more ? LANGUAGE : 'yes';
  const isHere = readText(FETCHED) === here;
  const faceOf = (from: string, unicodeRange?: string) =>
    new FontFace('Source Serif 4', `url(${from})`, { weight: '600', ...(unicodeRange && { unicodeRange }) });
  const faces = [faceOf(latin), ...(more ? [faceOf(FILES[more[0]], more[1])] : [])];
  const load = () => Promise.all(faces.map((face) => face.load()));
  if (!isHere && savesData(usePreferences.getState())) return;
  void (isHere ? load() : afterPicture(load)).then(
    () => {
      for (const face of faces) document.fonts.add(face);
      writeText(FETCHED, here);
      if (isHere && !document.querySelector('main')) showSerif();
    },
    () => undefined,
  );
};
