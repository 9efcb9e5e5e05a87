import { LOCALE } from '../../../lib/locale';

/** A day in UTC, such as Thursday, 26 November 2026. */
export const formatUtcDay = (day: string): string => {
  const time = new Date(day);
  return Number.isNaN(time.getTime())
    ? day
    : time.toLocaleDateString(LOCALE, { dateStyle: 'full', timeZone: 'UTC' });
};
