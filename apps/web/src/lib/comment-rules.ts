import { plural, t } from '@lingui/core/macro';
import type { Commenting } from '@social-feed/contracts';

/** Describes who may comment on a post. */
export const COMMENTING_WORDS: Record<Commenting, string> = {
  everybody: t`Everybody`,
  followed: t`People I follow`,
  nobody: t`Nobody`,
};

/** The offered numbers of days after which comments close. */
export const CLOSE_AFTER: readonly number[] = [1, 7, 30, 90, 365];

/** When comments close. @param days `null` for never */
export const daysWords = (days: number | null): string =>
  days === null
    ? t`Never`
    : days === 365
      ? t`After 1 year`
      : plural(days, { one: 'After # day', other: 'After # days' });
