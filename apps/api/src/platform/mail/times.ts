import { utcDay } from '../time.js';

/** Formats as 14:05 UTC, because "in 10 minutes" would be wrong in a mail that arrives late. */
export const clockTime = (date: Date) => `${date.toISOString().slice(11, 16)} UTC`;
export const dayAndTime = (date: Date) => `${utcDay(date)}, ${clockTime(date)}`;
