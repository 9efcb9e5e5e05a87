import { plural } from '@lingui/core/macro';

/** Length of a text as the API counts it: in code points, trimmed. */
export const lengthOf = (value: string): number => Array.from(value.trim()).length;

const excess = (value: string, max: number): number => lengthOf(value) - max;

/** The error for a text that is too long. */
export const tooLong = (value: string, max: number): string | undefined => {
  const over = excess(value, max);
  return over > 0 ? plural(over, { one: '# character too many', other: '# characters too many' }) : undefined;
};

/**
 * Remaining characters, shown for the last part of the limit, at most for the last 500.
 * @param part of the limit, half of it without another
 */
export const leftOf = (value: string, max: number, part = 0.5) => {
  const left = -excess(value, max);
  if (left > Math.min(500, max * part)) return undefined;
  const text =
    left < 0
      ? plural(-left, { one: '# character too many', other: '# characters too many' })
      : plural(left, { one: '# character left', other: '# characters left' });
  return { tone: 'hint', text } as const;
};
