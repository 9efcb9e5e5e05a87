import { isDoc } from '../document.js';
import { failedToParse, notImplemented, ServerError } from '../errors.js';
import { int, long } from '../numbers.js';
import { isNullish } from '../predicates.js';
import { typeName } from '../types-of.js';
import type { Doc } from '../types.js';
import { dateFrom, wholeOf } from './arithmetic.js';
import { argumentsOf, defineNamed, namedArguments, operators } from './core.js';
import {
  DAY,
  dateOf,
  dayOfYear,
  formatDate,
  instantOf,
  isoWeek,
  parseDate,
  wallOf,
  week,
  zoneOf,
  type Zone,
} from './date-parts.js';

const extract: Record<string, (wall: Date) => unknown> = {
  $year: (wall) => int(wall.getUTCFullYear()),
  $month: (wall) => int(wall.getUTCMonth() + 1),
  $dayOfMonth: (wall) => int(wall.getUTCDate()),
  $dayOfWeek: (wall) => int(wall.getUTCDay() + 1),
  $dayOfYear: (wall) => int(dayOfYear(wall)),
  $hour: (wall) => int(wall.getUTCHours()),
  $minute: (wall) => int(wall.getUTCMinutes()),
  $second: (wall) => int(wall.getUTCSeconds()),
  $millisecond: (wall) => int(wall.getUTCMilliseconds()),
  $week: (wall) => int(week(wall)),
  $isoWeek: (wall) => int(isoWeek(wall).week),
  $isoWeekYear: (wall) => long(isoWeek(wall).year),
  $isoDayOfWeek: (wall) => int(isoWeek(wall).day),
};
for (const [name, part] of Object.entries(extract))
  operators.set(name, (argument, compiler) => {
    const named = isDoc(argument) && !Object.keys(argument)[0]?.startsWith('$');
    const parts = named
      ? namedArguments(name, argument, ['date'], ['timezone'])
      : { date: argumentsOf(name, argument, 1, 1)[0] };
    const source = compiler.compile(parts['date']);
    const timezone = parts['timezone'] === undefined ? undefined : compiler.compile(parts['timezone']);
    return (vars) => {
      const zone = timezone?.(vars);
      const date = dateOf(source(vars));
      if (date === null || (timezone && isNullish(zone))) return null;
      return part(wallOf(date, zoneOf(zone)));
    };
  });

defineNamed(
  '$dateToString',
  ['date'],
  ['format', 'timezone', 'onNull'],
  ({ date, format, timezone, onNull }) => {
    if (format === null || timezone === null) return null;
    if (format !== undefined && typeof format !== 'string')
      throw new ServerError(
        18533,
        `$dateToString requires that 'format' be a string, found: ${typeName(format)}`,
      );
    const zone = zoneOf(timezone);
    const value = dateOf(date);
    if (value === null) return onNull === undefined ? null : onNull;
    return formatDate(value, format ?? `%Y-%m-%dT%H:%M:%S.%L${zone.utc ? 'Z' : ''}`, zone);
  },
);

defineNamed(
  '$dateFromString',
  ['dateString'],
  ['format', 'timezone', 'onNull', 'onError'],
  ({ dateString, format, timezone, onNull, onError }) => {
    if (format !== undefined) throw notImplemented("$dateFromString with 'format'");
    if (isNullish(dateString)) return onNull ?? null;
    if (timezone === null) return null;
    try {
      if (typeof dateString !== 'string')
        throw new ServerError(
          241,
          `$dateFromString requires that 'dateString' be a string, found: ${typeName(dateString)}`,
        );
      return parseDate(dateString, timezone);
    } catch (error) {
      if (onError !== undefined && error instanceof ServerError && error.code === 241) return onError;
      throw error;
    }
  },
);

defineNamed('$dateToParts', ['date'], ['timezone', 'iso8601'], ({ date, timezone, iso8601 }) => {
  const value = dateOf(date);
  if (value === null || timezone === null || iso8601 === null) return null;
  const wall = wallOf(value, zoneOf(timezone));
  const iso = isoWeek(wall);
  const head: Doc =
    iso8601 === true
      ? { isoWeekYear: int(iso.year), isoWeek: int(iso.week), isoDayOfWeek: int(iso.day) }
      : { year: int(wall.getUTCFullYear()), month: int(wall.getUTCMonth() + 1), day: int(wall.getUTCDate()) };
  return {
    ...head,
    hour: int(wall.getUTCHours()),
    minute: int(wall.getUTCMinutes()),
    second: int(wall.getUTCSeconds()),
    millisecond: int(wall.getUTCMilliseconds()),
  };
});

const timeParts = ['month', 'day', 'hour', 'minute', 'second', 'millisecond'];
defineNamed('$dateFromParts', ['year'], [...timeParts, 'timezone'], (parts) => {
  if (Object.values(parts).includes(null)) return null;
  const number = (key: string, otherwise: number) => {
    const n = parts[key] === undefined ? otherwise : wholeOf(parts[key]);
    if (n === undefined)
      throw new ServerError(
        40515,
        `'${key}' must evaluate to an integer, found ${typeName(parts[key])} with value ${String(parts[key])}`,
      );
    return n;
  };
  const year = number('year', 1970);
  if (year < 1 || year > 9999)
    throw new ServerError(40523, `'year' must evaluate to an integer in the range 1 to 9999, found ${year}`);
  const wall = new Date(0);
  wall.setUTCFullYear(year, number('month', 1) - 1, number('day', 1));
  wall.setUTCHours(number('hour', 0), number('minute', 0), number('second', 0), number('millisecond', 0));
  return dateFrom(instantOf(wall.getTime(), zoneOf(parts['timezone'])));
});

const clock: Record<string, number> = {
  week: 7 * DAY,
  day: DAY,
  hour: 3_600_000,
  minute: 60_000,
  second: 1000,
  millisecond: 1,
};
const calendar: Record<string, number> = { year: 12, quarter: 3, month: 1 };
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

function unitOf(name: string, unit: unknown): string {
  if (typeof unit !== 'string')
    throw new ServerError(5439013, `${name} requires 'unit' to be a string, but got ${typeName(unit)}`);
  if (!(unit in clock) && !(unit in calendar))
    throw failedToParse(`${name} parameter 'unit' value cannot be recognized as a time unit: ${unit}`);
  return unit;
}

/** Day of the week from which weeks count, as days after the Monday of 1969-12-29 (day -3). */
function weekStart(name: string, value: unknown): number {
  const text = typeof value === 'string' ? value.toLowerCase() : value === undefined ? 'sunday' : '';
  const index = weekdays.findIndex((day) => day === text || day.slice(0, 3) === text);
  if (index < 0)
    throw failedToParse(
      `${name} parameter 'startOfWeek' value cannot be recognized as a day of a week: ${String(value)}`,
    );
  return index;
}

const monthIndex = (wall: Date) => wall.getUTCFullYear() * 12 + wall.getUTCMonth();
const monthStart = (index: number) => {
  const date = new Date(0);
  date.setUTCFullYear(Math.floor(index / 12), ((index % 12) + 12) % 12, 1);
  return date;
};
const reference = Date.UTC(2000, 0, 1);

function truncate(date: Date, unit: string, bin: number, zone: Zone, firstDay: number): number {
  const wall = wallOf(date, zone);
  if (unit in calendar) {
    const size = calendar[unit]! * bin;
    const from = 2000 * 12;
    return instantOf(monthStart(from + Math.floor((monthIndex(wall) - from) / size) * size).getTime(), zone);
  }
  const size = clock[unit]! * bin;
  if (unit === 'day' || unit === 'week') {
    // 2000-01-01 was a Saturday: weeks count from the first start of a week on or after it
    const from = unit === 'week' ? reference + ((firstDay - 5 + 7) % 7) * DAY : reference;
    return instantOf(from + Math.floor((wall.getTime() - from) / size) * size, zone);
  }
  const from = instantOf(reference, zone);
  return from + Math.floor((date.getTime() - from) / size) * size;
}

defineNamed(
  '$dateTrunc',
  ['date', 'unit'],
  ['binSize', 'timezone', 'startOfWeek'],
  ({ date, unit, binSize, timezone, startOfWeek }) => {
    if ([date, unit].some(isNullish) || [binSize, timezone].includes(null)) return null;
    const bin = binSize === undefined ? 1 : wholeOf(binSize);
    if (bin === undefined)
      throw new ServerError(
        5439017,
        `$dateTrunc requires 'binSize' to be a 64-bit integer, but got value '${String(binSize)}' of type ${typeName(binSize)}`,
      );
    if (bin <= 0)
      throw new ServerError(
        5439018,
        `$dateTrunc requires 'binSize' to be greater than 0, but got value ${bin}`,
      );
    const name = unitOf('$dateTrunc', unit);
    const first = name === 'week' ? weekStart('$dateTrunc', startOfWeek) : 0;
    return dateFrom(truncate(dateOf(date)!, name, bin, zoneOf(timezone), first));
  },
);

/** A date moved by units on the zone's calendar; months end on their last day at most. */
function shift(date: Date, unit: string, amount: number, zone: Zone): number {
  if (unit in calendar) {
    const wall = wallOf(date, zone);
    const index = monthIndex(wall) + calendar[unit]! * amount;
    const last = new Date(monthStart(index + 1).getTime() - DAY).getUTCDate();
    const day = Math.min(wall.getUTCDate(), last);
    const moved = monthStart(index).getTime() + (day - 1) * DAY + (((wall.getTime() % DAY) + DAY) % DAY);
    return instantOf(moved, zone);
  }
  if (unit === 'day' || unit === 'week')
    return instantOf(wallOf(date, zone).getTime() + clock[unit]! * amount, zone);
  return date.getTime() + clock[unit]! * amount;
}

for (const name of ['$dateAdd', '$dateSubtract'])
  defineNamed(
    name,
    ['startDate', 'unit', 'amount'],
    ['timezone'],
    ({ startDate, unit, amount, timezone }) => {
      if ([startDate, unit, amount].some(isNullish) || timezone === null) return null;
      const by = wholeOf(amount);
      if (by === undefined) throw new ServerError(5166405, `${name} expects integer amount of time units`);
      return dateFrom(
        shift(dateOf(startDate)!, unitOf(name, unit), name === '$dateAdd' ? by : -by, zoneOf(timezone)),
      );
    },
  );

defineNamed(
  '$dateDiff',
  ['startDate', 'endDate', 'unit'],
  ['timezone', 'startOfWeek'],
  ({ startDate, endDate, unit, timezone, startOfWeek }) => {
    if ([startDate, endDate, unit].some(isNullish) || timezone === null) return null;
    const name = unitOf('$dateDiff', unit);
    const zone = zoneOf(timezone);
    const [from, to] = [wallOf(dateOf(startDate)!, zone), wallOf(dateOf(endDate)!, zone)];
    const months = calendar[name];
    if (months) return long(Math.floor(monthIndex(to) / months) - Math.floor(monthIndex(from) / months));
    const size = clock[name]!;
    // day -3 of the epoch was a Monday
    const start = name === 'week' ? (weekStart('$dateDiff', startOfWeek) - 3) * DAY : 0;
    const count = (wall: Date) => Math.floor((wall.getTime() - start) / size);
    return long(count(to) - count(from));
  },
);
