import { browser } from '../browser';
import { keepLanguage } from './kept-language';

/** The languages of this build with their own names, English first. */
export const LANGUAGES = __LANGUAGES__;

/** Loads this page again in another language. */
export const chooseLanguage = (code: string): void => {
  keepLanguage(code);
  browser.reload();
};
