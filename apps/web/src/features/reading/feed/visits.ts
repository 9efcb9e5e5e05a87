import { readText, writeText } from '../../../lib/json';

/** Storage key of what a reader did with the hands of days, there from the first visit on; `null` is a visitor. */
export const handsKey = (viewerId: string | null): string => `todays-hand:${viewerId ?? ''}`;

/** Whether this tab began the reader's first visit in this browser. */
export const isFirstVisit = (viewerId: string | null): boolean =>
  readText(handsKey(viewerId)) === null || readText(handsKey(viewerId), 'sessionStorage') !== null;

/** Notes a visit of home, so that the next tab begins the second visit. */
export const noteVisit = (viewerId: string | null): void => {
  const key = handsKey(viewerId);
  if (readText(key) !== null) return;
  writeText(key, '{}');
  writeText(key, 'first', 'sessionStorage');
};
