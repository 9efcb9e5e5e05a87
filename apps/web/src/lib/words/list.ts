import { t } from '@lingui/core/macro';
import { LANGUAGE } from './language';

/** "Arabic, French and Japanese", in the language of the page. */
export const allOf = (items: readonly string[]): string =>
  new Intl.ListFormat(LANGUAGE === 'en' ? 'en-GB' : LANGUAGE).format(items);

/** "Arabic, French or Japanese", in the language of the page. */
export const anyOf = (items: readonly string[]): string =>
  new Intl.ListFormat(LANGUAGE === 'en' ? 'en-GB' : LANGUAGE, { type: 'disjunction' }).format(items);

/** "Arabic, French, Japanese", as the language separates the items of a list. `Intl.ListFormat` has no such list. */
export const listOf = (items: readonly string[]): string =>
  items.length === 0
    ? ''
    : items.reduce((before, next) =>
        t({ message: `${before}, ${next}`, comment: 'The comma of the language between items of a list.' }),
      );
