import { LOCALE } from './locale';

const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/**
 * A date and time with its zone, for lists that are compared with mails or other people's screens.
 * @param timeZone the reader's, if absent
 */
export const formatMoment = (iso: string, timeZone?: string): string => {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '';
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat(LOCALE, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      ...(timeZone !== undefined && { timeZone }),
    });
    formats.set(timeZone, format);
  }
  return format.format(time);
};

/** The end of a suspension, in UTC as the suspended user reads it at sign-in and in mails. */
export const formatSuspensionEnd = (iso: string): string => formatMoment(iso, 'UTC');
