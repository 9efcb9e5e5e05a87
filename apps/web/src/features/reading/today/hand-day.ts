import { ENGLISH } from '../../../lib/english';

/** A day in UTC, such as Thursday, 26 November 2026. */
export const formatUtcDay = (day: string): string => {
  const time = new Date(day);
  return Number.isNaN(time.getTime())
    ? day
    : time.toLocaleDateString(ENGLISH, { dateStyle: 'full', timeZone: 'UTC' });
};
