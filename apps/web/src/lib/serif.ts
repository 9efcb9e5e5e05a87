import latin from '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2?url';
import { afterPicture } from './first-picture';
import { readText, writeText } from './json';
import { savesData, usePreferences } from './preferences';

/** Whether this browser has fetched the typeface: in local storage; in session storage as it was when the tab began. */
export const FETCHED = 'serif';

/** What the file covers: Latin-1, Œ, ı, punctuation and emoji, which come from another font anyway. */
const COVERED =
  /^(?:[ -\u00ff\u0131\u0152\u0153\u02c6\u02da\u02dc\u2000-\u206f\u20ac\u2122\u2212]|[\ufe0f\u20e3]|\p{Regional_Indicator}|\p{Extended_Pictographic}|\p{Emoji_Modifier})+$/u;

/** Class of a title in the serif typeface, which needs every letter of it; mixed words look broken. */
export const serifOf = (text: string): string => (COVERED.test(text) ? 'serif:font-serif' : '');

/**
 * Shows titles in the serif typeface if an earlier visit fetched it, otherwise fetches it after the first picture.
 * Titles never change their typeface on the screen, nor within the life of a tab that showed posts: nothing shifts, and
 * lists keep the heights they remember. `showSerif` shows it to newcomers.
 */
export const startSerif = (): void => {
  const isHere = readText(FETCHED, 'sessionStorage') ?? readText(FETCHED) ?? 'no';
  writeText(FETCHED, isHere, 'sessionStorage');
  const face = new FontFace('Source Serif 4', `url(${latin})`, { weight: '600' });
  const forgive = () => undefined;
  if (isHere === 'yes')
    void face.load().then(() => {
      if (document.querySelector('main')) return;
      document.fonts.add(face);
      document.documentElement.dataset['serif'] = '';
    }, forgive);
  else if (!savesData(usePreferences.getState()))
    void afterPicture(() => face.load()).then(() => {
      document.fonts.add(face);
      writeText(FETCHED, 'yes');
    }, forgive);
};
