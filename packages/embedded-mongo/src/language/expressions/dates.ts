import { isDoc } from '../../bson/document.js';
import { fail, failedToParse, notImplemented, ServerError } from '../../bson/errors.js';
import { int, long } from '../../bson/numbers.js';
import { isNullish } from '../filter/predicates.js';
import { dateFrom } from './arithmetic.js';
import { argumentsOf, defineNamed, namedArguments, operators, stringOf, wholeOf } from './core.js';
import {
  dateOf,
  DAY,
  dayOfYear,
  formatDate,
  instantOf,
  parseDate,
  wallOf,
  weekOfYear,
  type Zone,
  zoneOf,
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
  $week: (wall) => int(weekOfYear(wall)),
};
for (const [name, part] of Object.entries(extract))
  operators.set(name, (argument, compiler) => {
    const named = isDoc(argument) && !Object.keys(argument)[0]?.startsWith('$');
    const { date, timezone } = named
      ? namedArguments(name, argument, 'date', 'timezone')
      : { date: argumentsOf(name, argument, 1, 1)[0], timezone: undefined };
    const source = compiler.compile(date);
    const zone = timezone === undefined ? undefined : compiler.compile(timezone);
    return (vars) => {
      const value = dateOf(source(vars));
      const where = zone?.(vars);
      return value === null || (zone && isNullish(where)) ? null : part(wallOf(value, zoneOf(where)));
    };
  });

defineNamed(
  '$dateToString',
  'date',
  'format timezone onNull',
  ({ date, format, timezone, onNull = null }, name) => {
    if (format === null || timezone === null) return null;
    const zone = zoneOf(timezone);
    const pattern =
      format === undefined ? `%Y-%m-%dT%H:%M:%S.%L${zone.utc ? 'Z' : ''}` : stringOf(format, 18533, name);
    const value = dateOf(date);
    return value === null ? onNull : formatDate(value, pattern, zone);
  },
);

defineNamed('$dateFromString', 'dateString', 'format timezone onNull onError', (parts, name) => {
  const { dateString, format, timezone, onNull = null, onError } = parts;
  if (format !== undefined) throw notImplemented("$dateFromString with 'format'");
  if (isNullish(dateString)) return onNull;
  if (timezone === null) return null;
  try {
    return parseDate(stringOf(dateString, 241, name), timezone);
  } catch (error) {
    if (onError !== undefined && error instanceof ServerError && error.code === 241) return onError;
    throw error;
  }
});

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];
const clock: Record<string, number> = {
  week: 7 * DAY,
  day: DAY,
  hour: HOUR,
  minute: MINUTE,
  second: SECOND,
  millisecond: 1,
};
const calendar: Record<string, number> = { year: 12, quarter: 3, month: 1 };
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

function unitOf(name: string, value: unknown): string {
  const unit = stringOf(value, 5439013, name);
  if (Object.hasOwn(clock, unit) || Object.hasOwn(calendar, unit)) return unit;
  throw failedToParse(`${name} parameter 'unit' value cannot be recognized as a time unit: ${unit}`);
}

/** First day of the week, as days after Monday. */
function weekStart(name: string, value: unknown): number {
  const text = value === undefined ? 'sunday' : typeof value === 'string' ? value.toLowerCase() : '';
  const index = weekdays.findIndex((day) => day === text || day.slice(0, 3) === text);
  if (index >= 0) return index;
  throw failedToParse(`${name} parameter 'startOfWeek' value cannot be recognized as a day of a week`);
}

const monthIndex = (wall: Date) => wall.getUTCFullYear() * 12 + wall.getUTCMonth();
const monthStart = (index: number) => {
  const date = new Date(0);
  return date.setUTCFullYear(Math.floor(index / 12), ((index % 12) + 12) % 12, 1);
};
/** Bins are counted from here. */
const reference = Date.UTC(2000, 0, 1);

function truncate(date: Date, unit: string, bin: number, zone: Zone, firstDay: number): number {
  const wall = wallOf(date, zone);
  if (unit in calendar) {
    const size = calendar[unit]! * bin;
    const from = 2000 * 12;
    return instantOf(monthStart(from + Math.floor((monthIndex(wall) - from) / size) * size), zone);
  }
  const size = clock[unit]! * bin;
  if (unit === 'day' || unit === 'week') {
    // 2000-01-01 was a Saturday: weeks count from the first start of a week on or after it
    const from = unit === 'week' ? reference + ((firstDay + 2) % 7) * DAY : reference;
    return instantOf(from + Math.floor((wall.getTime() - from) / size) * size, zone);
  }
  const from = instantOf(reference, zone);
  return from + Math.floor((date.getTime() - from) / size) * size;
}

defineNamed('$dateTrunc', 'date unit', 'binSize timezone startOfWeek', (parts, name) => {
  const { date, unit, binSize, timezone, startOfWeek } = parts;
  if ([date, unit].some(isNullish) || [binSize, timezone].includes(null)) return null;
  const bin = binSize === undefined ? 1 : wholeOf(binSize, 5439017, name);
  if (bin <= 0) fail(5439018, `$dateTrunc requires 'binSize' to be greater than 0, but got value ${bin}`);
  const by = unitOf(name, unit);
  const first = by === 'week' ? weekStart(name, startOfWeek) : 0;
  return dateFrom(truncate(dateOf(date)!, by, bin, zoneOf(timezone), first));
});

/** A date moved by units on the zone's calendar; months end on their last day at most. */
function shift(date: Date, unit: string, amount: number, zone: Zone): number {
  const wall = wallOf(date, zone);
  if (unit in calendar) {
    const index = monthIndex(wall) + calendar[unit]! * amount;
    const last = new Date(monthStart(index + 1) - DAY).getUTCDate();
    const day = Math.min(wall.getUTCDate(), last);
    return instantOf(monthStart(index) + (day - 1) * DAY + (((wall.getTime() % DAY) + DAY) % DAY), zone);
  }
  const move = clock[unit]! * amount;
  return unit === 'day' || unit === 'week' ? instantOf(wall.getTime() + move, zone) : date.getTime() + move;
}

defineNamed('$dateAdd $dateSubtract', 'startDate unit amount', 'timezone', (parts, name) => {
  const { startDate, unit, amount, timezone } = parts;
  if ([startDate, unit, amount].some(isNullish) || timezone === null) return null;
  const by = wholeOf(amount, 5166405, name) * (name === '$dateAdd' ? 1 : -1);
  return dateFrom(shift(dateOf(startDate)!, unitOf(name, unit), by, zoneOf(timezone)));
});

defineNamed('$dateDiff', 'startDate endDate unit', 'timezone startOfWeek', (parts, name) => {
  const { startDate, endDate, unit, timezone, startOfWeek } = parts;
  if ([startDate, endDate, unit].some(isNullish) || timezone === null) return null;
  const by = unitOf(name, unit);
  const zone = zoneOf(timezone);
  const months = calendar[by];
  // day -3 of the epoch was a Monday
  const start = by === 'week' ? (weekStart(name, startOfWeek) - 3) * DAY : 0;
  const count = (date: unknown) => {
    const wall = wallOf(dateOf(date)!, zone);
    return Math.floor(months ? monthIndex(wall) / months : (wall.getTime() - start) / clock[by]!);
  };
  return long(count(endDate) - count(startDate));
});
