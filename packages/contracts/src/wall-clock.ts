import * as PlainDateTime from 'temporal-polyfill/fns/PlainDateTime';
import * as ZonedDateTime from 'temporal-polyfill/fns/ZonedDateTime';

export { isTimeZone } from './time-zone.js';

/*
 * Wall clocks: which instant a day and hour of a place is. Choices of people are kept with their zone and computed here.
 */

const MINUTE = 60_000;
const NANOSECONDS = 1_000_000n;

/** A day as `YYYY-MM-DD` and a time as `HH:MM` on the clocks of a zone. */
export interface WallTime {
  date: string;
  time: string;
}

/** Whether a time is on the clocks of its zone once; clocks that change skip times and show others twice. */
export type Occurrence = 'once' | 'twice' | 'never';

const FORMAT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/;

const instant = ({ epochNanoseconds }: ZonedDateTime.Record) =>
  new Date(Number(epochNanoseconds / NANOSECONDS));
const zoned = (at: Date, zone: string) => ZonedDateTime.create(BigInt(at.getTime()) * NANOSECONDS, zone);

/** Returns the day and time of an instant on the clocks of a zone. */
export function wallTimeOf(at: Date, zone: string): WallTime {
  const [date = '', time = ''] = PlainDateTime.toString(ZonedDateTime.toPlainDateTime(zoned(at, zone))).split(
    'T',
  );
  return { date, time: time.slice(0, 5) };
}

/**
 * Returns when the clocks of a zone show a time: the first of two, or as much later as the clocks jump if they skip it.
 * @throws RangeError if the day, the time or the zone does not exist
 */
export function instantOf({ date, time }: WallTime, zone: string): { at: Date; occurs: Occurrence } {
  const parts = FORMAT.exec(`${date}T${time}`)?.slice(1).map(Number);
  if (parts === undefined) throw new RangeError('Not a day and a time');
  const plain = PlainDateTime.create(...(parts as [number, number, number, number, number]));
  const [first, last] = (['compatible', 'later'] as const).map((disambiguation) =>
    instant(PlainDateTime.toZonedDateTime(plain, zone, { disambiguation })),
  ) as [Date, Date];
  const shown = wallTimeOf(first, zone);
  const isShown = shown.date === date && shown.time === time;
  return { at: first, occurs: !isShown ? 'never' : first.getTime() === last.getTime() ? 'once' : 'twice' };
}

/** Returns the first and the last minute of a day in a zone. @throws RangeError if the day or the zone does not exist */
export function dayIn(date: string, zone: string): { from: Date; until: Date } {
  const start = ZonedDateTime.startOfDay(zoned(instantOf({ date, time: '00:00' }, zone).at, zone));
  const end = ZonedDateTime.startOfDay(ZonedDateTime.addDays(start, 1));
  return { from: instant(start), until: new Date(instant(end).getTime() - MINUTE) };
}

/**
 * Returns the next time after `from` at which the clocks of a zone show a time; on a day that skips it, as much later as
 * the clocks jump.
 * @param time `HH:MM`
 */
export function nextWallTime(from: Date, time: string, zone: string): Date {
  const today = wallTimeOf(from, zone).date;
  const { at } = instantOf({ date: today, time }, zone);
  if (at > from) return at;
  const tomorrow = ZonedDateTime.addDays(zoned(at, zone), 1);
  const [date = ''] = PlainDateTime.toString(ZonedDateTime.toPlainDateTime(tomorrow)).split('T');
  return instantOf({ date, time }, zone).at;
}
