import { LANGUAGE } from './language';

/** "Arabic, French, Japanese", as the language separates the items of a list. */
export const listOf = (items: readonly string[]): string =>
  new Intl.ListFormat(LANGUAGE, { type: 'unit' }).format(items);
