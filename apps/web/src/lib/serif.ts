import latin from '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2?url';
import { afterPicture } from './first-picture';
import { readText, writeText } from './json';
import { savesData, usePreferences } from './preferences';

/** Local storage key that says whether this browser has fetched the typeface. */
export const FETCHED = 'serif';

/** What the file covers: Latin-1, Œ, ı, punctuation and emoji, which come from another font anyway. */
const COVERED =
  /^(?:[ -\u00ff\u0131\u0152\u0153\u02c6\u02da\u02dc\u2000-\u206f\u20ac\u2122\u2212]|[\ufe0f\u20e3]|\p{Regional_Indicator}|\p{Extended_Pictographic}|\p{Emoji_Modifier})+$/u;

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
  const isHere = readText(FETCHED) === 'yes';
  const face = new FontFace('Source Serif 4', `url(${latin})`, { weight: '600' });
  const load = () => face.load();
  if (!isHere && savesData(usePreferences.getState())) return;
  void (isHere ? load() : afterPicture(load)).then(
    () => {
      document.fonts.add(face);
      writeText(FETCHED, 'yes');
      if (isHere && !document.querySelector('main')) showSerif();
    },
    () => undefined,
  );
};
