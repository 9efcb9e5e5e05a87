import { serverNow } from '../../../../lib/server-clock';
import { DAY } from '../../../../lib/time';

/** The day in UTC, such as 2026-11-26, this many days before the current one. */
export const utcDay = (daysAgo = 0): string =>
  new Date(serverNow() - daysAgo * DAY).toISOString().slice(0, 10);

/** The name of a day's hand among the feed modes of the cache. */
export const handWay = (day: string): string => `today ${day}`;
