/**
 * Returns the seed of a day, the same for everybody: its digits, e.g. 261122 for 22 November 2026.
 * @param day in UTC, such as 2026-11-22
 */
export const seedOfDay = (day: string): number => Number(day.slice(2).replaceAll('-', ''));
