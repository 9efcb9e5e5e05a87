import { t } from '@lingui/core/macro';

/** What something is, and which: “Removed: Post by @ada”, with the colon of the language. */
export const labelled = (label: string, text: string): string =>
  t({
    message: `${label}: ${text}`,
    comment:
      'What something is or what was done, and which: such as “Second step added: Old phone” or “ann warned them: @bob”. Only the colon is to be translated.',
  });

/** A text with something about it in brackets, of the kind and with the spaces that the language has. */
export const withAside = (text: string, aside: string): string =>
  t({
    message: `${text} (${aside})`,
    comment: 'Something about a text, such as a year, in brackets. Only they are to be translated.',
  });
