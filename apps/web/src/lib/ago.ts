import { formatAge, formatPostTime } from './format';
import { serverNow } from './server-clock';

/** A comment's age: just now, m, h, d (under 30 days), then a date (F §9). */
export const formatCommentTime = (iso: string, now: Date = new Date(serverNow())): string =>
  formatAge(iso, now, 'just now', (days) => (days < 30 ? `${days}d` : undefined));

/** A past time as part of a sentence: "just now", "5m ago", or a date. */
export const timeAgo = (iso: string, now?: Date): string => {
  const age = formatPostTime(iso, now);
  if (age === 'now') return 'just now';
  return /^\d+[a-z]+$/.test(age) ? `${age} ago` : age;
};
