import { formatPostTime } from '../../../lib/format';

/** How long ago something was, in words for a sentence: "just now", "5m ago", or a day. */
export const timeAgo = (iso: string, now?: Date): string => {
  const age = formatPostTime(iso, now);
  if (age === 'now') return 'just now';
  return /^\d+[a-z]+$/.test(age) ? `${age} ago` : age;
};
