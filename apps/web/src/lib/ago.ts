import { DAY, formatDay, formatPostTime, HOUR, MINUTE } from './format';

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

/** How long ago something was, in words for a sentence: "just now", "5m ago", or a day. */
export const timeAgo = (iso: string, now?: Date): string => {
  const age = formatPostTime(iso, now);
  if (age === 'now') return 'just now';
  return /^\d+[a-z]+$/.test(age) ? `${age} ago` : age;
};
