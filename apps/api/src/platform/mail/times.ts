import { utcDay } from '../time.js';
import { currentLanguage } from '../writing.js';
import { asValue } from './layout.js';

/** Formats as 14:05 UTC, because "in 10 minutes" would be wrong in a mail that arrives late. */
export const clockTime = (date: Date): string => {
  const { code, locale } = currentLanguage();
  if (code === 'en') return `${date.toISOString().slice(11, 16)} UTC`;
  const style = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC', timeZoneName: 'short' } as const;
  return date.toLocaleTimeString(locale, style);
};

export const dayAndTime = (date: Date): string => {
  const { code, locale } = currentLanguage();
  if (code === 'en') return [utcDay(date), clockTime(date)].join(', ');
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC', timeZoneName: 'short' } as const;
  return date.toLocaleString(locale, { ...day, ...time });
};

/** A day in UTC, such as 21 November 2026. */
export const longDay = (date: Date): string =>
  date.toLocaleDateString(currentLanguage().locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** "reports and appeals". */
export const listOf = (items: readonly string[]): string =>
  new Intl.ListFormat(currentLanguage().locale).format(items.map(asValue));
