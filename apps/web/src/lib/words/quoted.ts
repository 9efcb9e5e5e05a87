import { t } from '@lingui/core/macro';

/** A user's text in the quotation marks of the language. */
export const quoted = (text: string): string =>
  t({ message: `“${text}”`, comment: 'The quotation marks of the language around a text.' });
