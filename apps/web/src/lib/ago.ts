import { t } from '@lingui/core/macro';
import { formatAge, formatPostTime } from './format';
import { serverDate } from './server-clock';
import { DAY, MINUTE } from './time';

/** A comment's age: just now, m, h, d (under 30 days), then a date (F §9). */
export const formatCommentTime = (iso: string, now: Date = serverDate()): string =>
  formatAge(iso, now, t`just now`, (days) => (days < 30 ? t`${days}d` : undefined));

/** A past time as part of a sentence: "just now", "5m ago", or a date. */
export const timeAgo = (iso: string, now: Date = serverDate()): string => {
  const age = now.getTime() - Date.parse(iso);
  if (age < MINUTE) return t`just now`;
  const text = formatPostTime(iso, now);
  return age < 365 * DAY ? t`${text} ago` : text;
};
