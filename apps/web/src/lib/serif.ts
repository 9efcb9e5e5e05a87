import cyrillic from '@fontsource/source-serif-4/files/source-serif-4-cyrillic-600-normal.woff2?url';
import latin from '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2?url';
import latinExtended from '@fontsource/source-serif-4/files/source-serif-4-latin-ext-600-normal.woff2?url';
import { afterPicture } from './first-picture';
import { readText, writeText } from './json';
import { savesData, usePreferences } from './preferences';
import { LANGUAGE } from './words/language';

/** Local storage key that says for which letters this browser has fetched the typeface. */
export const FETCHED = 'serif';

/** What a language needs besides the first file: one more, or letters that a serif of the system has. */
interface Letters {
  file?: string;
  /** For `unicode-range`. */
  range?: string;
  /** The letters, as a part of a pattern. */
  covers: string;
}

const EXTENDED = { file: latinExtended, range: 'U+0100-02BA', covers: String.raw`\u0100-\u02ba` };
const HAN = String.raw`\p{Script=Han}\u3000-\u303f\uff00-\uffef`;
/** By the page's language; tokens.css names the serif of the system for the same ones. */
const LETTERS: Readonly<Record<string, Letters>> = {
  pl: EXTENDED,
  tr: EXTENDED,
  uk: {
    file: cyrillic,
    range: 'U+0301, U+0400-045F, U+0490-0491, U+2116',
    covers: String.raw`\u0301\u0400-\u045f\u0490\u0491\u2116`,
  },
  ar: { covers: String.raw`\p{Script=Arabic}\u060c\u061b\u061f` },
  he: { covers: String.raw`\p{Script=Hebrew}` },
  hi: { covers: String.raw`\p{Script=Devanagari}\u0964` },
  ja: { covers: String.raw`\p{Script=Hiragana}\p{Script=Katakana}\u30fc${HAN}` },
  ko: { covers: String.raw`\p{Script=Hangul}${HAN}` },
  'zh-Hans': { covers: HAN },
  'zh-Hant': { covers: HAN },
};

/** What titles in a language are set in serif with: Latin-1, Œ, ı, punctuation, emoji and the language's letters. */
export const coveredIn = (language: string): RegExp =>
  new RegExp(
    String.raw`^(?:[\n -\u00ff\u0131\u0152\u0153\u02c6\u02da\u02dc\u2000-\u206f\u20ac\u2122\u2212${LETTERS[language]?.covers ?? ''}]|[\ufe0f\u20e3]|\p{Regional_Indicator}|\p{Extended_Pictographic}|\p{Emoji_Modifier})+$`,
    'u',
  );
const COVERED = coveredIn(LANGUAGE);

/** Class of a title in the serif typeface, which needs every letter of it; mixed words look broken. */
export const serifOf = (text: string): string => (COVERED.test(text) ? 'serif:font-serif' : '');

/** Shows the serif typeface, the page's only font file, if it is here. Call it as another page is drawn. */
export const showSerif = (): void => {
  if (document.fonts.size > 0) document.documentElement.dataset['serif'] = '';
};

/**
 * Loads the serif typeface of titles: at once if this browser has it, otherwise after the first picture. Titles never
 * change their typeface on the screen, so that nothing shifts: it shows from the start, or from the next page that is
 * drawn.
 */
export const startSerif = (): void => {
  const { file, range } = LETTERS[LANGUAGE] ?? {};
  const here = file === undefined ? 'yes' : LANGUAGE;
  const isHere = readText(FETCHED) === here;
  const faceOf = (from: string, unicodeRange?: string) =>
    new FontFace('Source Serif 4', `url(${from})`, { weight: '600', ...(unicodeRange && { unicodeRange }) });
  const faces = [faceOf(latin), ...(file === undefined ? [] : [faceOf(file, range)])];
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
