import { writeText } from './json';
import { FETCHED } from './serif';

/**
 * Shows the serif typeface, the page's only font file, if it has come since the tab began. Call it between an account
 * page, which has no title in it, and the first page of the app.
 */
export const showSerif = (): void => {
  if (document.fonts.size === 0) return;
  // for reloads
  writeText(FETCHED, 'yes', 'sessionStorage');
  document.documentElement.dataset['serif'] = '';
};
