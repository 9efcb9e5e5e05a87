import { browser } from '../browser';

/** The languages of this build with their own names, English first. */
export const LANGUAGES = __LANGUAGES__;

const YEAR_SECONDS = 31_536_000;

/** Loads this page again in another language. The web server reads the cookie (server/languages.ts). */
export const chooseLanguage = (code: string): void => {
  document.cookie = `sf_language=${code}; Max-Age=${YEAR_SECONDS}; SameSite=Lax; Path=/`;
  browser.reload();
};
