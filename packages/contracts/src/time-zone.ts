import * as z from 'zod/mini';

/** Longer than any name in the time zone database. */
const NAME_MAX = 64;

/** Whether this engine knows a time zone by this name. */
export function isTimeZone(name: string): boolean {
  if (name.length > NAME_MAX) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** A name of the time zone database. */
export const timeZone = (label: string) =>
  z
    .string({ error: `${label} must be text` })
    .check(z.refine(isTimeZone, `${label} must be a time zone such as Europe/Berlin`));
