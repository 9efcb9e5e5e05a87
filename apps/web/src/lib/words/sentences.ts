import { t } from '@lingui/core/macro';

/** Texts of whole sentences one after the other, with the space that the language has between them, if any. */
export const sentences = (...said: readonly (string | undefined)[]): string =>
  said
    .filter((text) => text !== undefined && text !== '')
    .reduce<string>(
      (before, next) =>
        before === ''
          ? next
          : t({
              message: `${before} ${next}`,
              comment:
                'The space of the language between two sentences; none in languages such as Chinese and Japanese.',
            }),
      '',
    );
