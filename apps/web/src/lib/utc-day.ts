import { LOCALE } from './locale';

/**
 * A day in UTC, such as Thursday, 26 November 2026.
 * @param dateStyle `long` is without the day of the week
 */
export const formatUtcDay = (day: string, dateStyle: 'full' | 'long' = 'full'): string => {
  const time = new Date(day);
  return Number.isNaN(time.getTime()) ? day : time.toLocaleDateString(LOCALE, { dateStyle, timeZone: 'UTC' });
};
