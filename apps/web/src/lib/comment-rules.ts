import type { Commenting } from '@social-feed/contracts';

/** Describes who may comment on a post. */
export const COMMENTING_WORDS: Record<Commenting, string> = {
  everybody: 'Everybody',
  followed: 'People I follow',
  nobody: 'Nobody',
};

/** The offered numbers of days after which comments close. */
export const CLOSE_AFTER: readonly number[] = [1, 7, 30, 90, 365];

/** When comments close. @param days `null` for never */
export const daysWords = (days: number | null): string =>
  days === null ? 'Never' : days === 1 ? 'After 1 day' : days === 365 ? 'After 1 year' : `After ${days} days`;
