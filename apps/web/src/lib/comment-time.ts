import { DAY, formatDay, HOUR, MINUTE } from './format';

/** A comment's age: just now, m, h, d (under 30 days), then a date (F §9). */
export const formatCommentTime = (iso: string, now: Date = new Date()): string => {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '';
  const age = now.getTime() - time.getTime();
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m`;
  if (age < DAY) return `${Math.floor(age / HOUR)}h`;
  const days = Math.floor(age / DAY);
  return days < 30 ? `${days}d` : formatDay(time, now);
};
