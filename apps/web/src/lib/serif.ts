import latin from '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2?url';
import { afterPicture } from './first-picture';
import { readText, writeText } from './json';
import { savesData, usePreferences } from './preferences';

/** Whether this browser has fetched the typeface: in local storage; in session storage as it was when the tab began. */
const FETCHED = 'serif';

/** What the file covers: Latin-1, Œ, ı, punctuation and emoji, which come from another font anyway. */
const COVERED =
  /^(?:[ -\u00ff\u0131\u0152\u0153\u02c6\u02da\u02dc\u2000-\u206f\u20ac\u2122\u2212]|[\ufe0f\u20e3]|\p{Regional_Indicator}|\p{Extended_Pictographic}|\p{Emoji_Modifier})+$/u;

/** Class of a title in the serif typeface, which needs every letter of it; mixed words look broken. */
export const serifOf = (text: string): string => (COVERED.test(text) ? 'serif:font-serif' : '');

let face: FontFace | undefined;

const show = (loaded: FontFace): void => {
  document.fonts.add(loaded);
  document.documentElement.dataset['serif'] = '';
};

/**
 * Shows titles in the serif typeface if an earlier visit fetched it, otherwise fetches it after the first picture.
 * Titles never change their typeface on the screen, nor within the life of a tab that showed posts: nothing shifts,
 * and lists keep the heights they remember.
 */
export const startSerif = (): void => {
  const isHere = readText(FETCHED, 'sessionStorage') ?? readText(FETCHED) ?? 'no';
  writeText(FETCHED, isHere, 'sessionStorage');
  const started = new FontFace('Source Serif 4', `url(${latin})`, { weight: '600' });
  face = started;
  const forgive = () => undefined;
  if (isHere === 'yes')
    void started.load().then((loaded) => {
      if (!document.querySelector('main')) show(loaded);
    }, forgive);
  else if (!savesData(usePreferences.getState()))
    void afterPicture(() => started.load()).then(() => writeText(FETCHED, 'yes'), forgive);
};

/**
 * Shows the typeface if it has come since the tab began. Call it between an account page, which has no title in it,
 * and the first page of the app.
 */
export const showSerif = (): void => {
  if (face?.status !== 'loaded') return;
  // for reloads
  writeText(FETCHED, 'yes', 'sessionStorage');
  show(face);
};
