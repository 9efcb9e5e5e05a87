import { t } from '@lingui/core/macro';

const COMMENT =
  'The space of the language between two sentences; none in languages such as Chinese and Japanese.';

/** Sentences one after the other, with the space that the language has between them, if any. */
export const sentences = (...said: readonly (string | undefined)[]): string =>
  said.reduce<string>((before, next = '') => {
    if (before === '' || next === '') return before + next;
    return t({ message: `${before} ${next}`, comment: COMMENT });
  }, '');
