/** Units of time in milliseconds. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Returns the day of a time in UTC, such as 2026-11-26. */
export const utcDay = (time: Date): string => time.toISOString().slice(0, 10);

/** Returns the number of the day of a time in UTC, counted from 1970. */
export const dayOf = (time: Date): number => Math.floor(time.getTime() / DAY);

/** Adds milliseconds to a time. */
export const later = (from: Date, milliseconds: number) => new Date(from.getTime() + milliseconds);

/** Returns the next time after `from` at a full hour, 0 to 23, in UTC. */
export function nextHour(from: Date, hour: number): Date {
  const today = new Date(from).setUTCHours(hour, 0, 0, 0);
  return new Date(today > from.getTime() ? today : today + DAY);
}

/** `now`, but at least a millisecond after `before`: for times that identify edits and former texts. */
export const laterThan = (now: Date, before: Date): Date => (now <= before ? later(before, 1) : now);
