import { ObjectId, Timestamp } from 'bson';
import { isDoc } from '../../bson/document.js';
import { fail, notImplemented } from '../../bson/errors.js';
import { int } from '../../bson/numbers.js';
import { typeName } from '../../bson/types.js';
import { isNullish } from '../filter/predicates.js';
import { argumentsOf, defineNamed, namedArguments, operators, stringOf } from './core.js';

/** A time zone: returns its offset from UTC at an instant, in milliseconds. */
interface Zone {
  utc: boolean;
  offset(instant: number): number;
}

const zones = new Map<string, Zone>();
const utc: Zone = { utc: true, offset: () => 0 };

/** Offsets look like `GMT-07:52:58`; `GMT` means none. */
function namedZone(name: string): Zone {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  } catch {
    return fail(40485, `unrecognized time zone identifier: "${name}"`);
  }
  return {
    utc: false,
    offset: (instant) => {
      const [, sign, hours = 0, minutes = 0, seconds = 0] =
        /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(instant)) ?? [];
      const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
      return sign === '-' ? -size : size;
    },
  };
}

/**
 * Parses a `timezone` argument: an Olson name or ±hh[:mm]. Throws 40485 for an unknown zone, 40517 for a
 * non-string.
 */
function zoneOf(timezone: unknown): Zone {
  if (timezone === undefined) return utc;
  if (typeof timezone !== 'string')
    fail(40517, `timezone must evaluate to a string, found ${typeName(timezone)}`);
  if (timezone === 'UTC' || timezone === 'GMT' || timezone === 'Z') return utc;
  let zone = zones.get(timezone);
  if (!zone) {
    const fixed = /^([+-])(\d\d)(?::?(\d\d))?$/.exec(timezone);
    if (fixed) {
      const size = (Number(fixed[2]) * 60 + Number(fixed[3] ?? 0)) * 60_000;
      const shift = fixed[1] === '-' ? -size : size;
      zone = { utc: false, offset: () => shift };
    } else if (/^[+-]/.test(timezone)) fail(40485, `unrecognized time zone identifier: "${timezone}"`);
    else zone = namedZone(timezone);
    zones.set(timezone, zone);
  }
  return zone;
}

/** Returns the local time of an instant as a date whose UTC fields hold the local values. */
const wallOf = (date: Date, zone: Zone): Date => new Date(date.getTime() + zone.offset(date.getTime()));

/**
 * Converts the values that date operators accept (date, timestamp, ObjectId); returns null for null and missing.
 */
function dateOf(value: unknown): Date | null {
  if (isNullish(value)) return null;
  if (value instanceof Date) return value;
  if (value instanceof Timestamp) return new Date(value.t * 1000);
  if (value instanceof ObjectId) return value.getTimestamp();
  fail(16006, `can't convert from BSON type ${typeName(value)} to Date`);
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const pad = (n: number, size: number) => String(n).padStart(size, '0');

const specifiers: Record<string, (wall: Date, minutes: number) => string> = {
  Y: (wall) => pad(wall.getUTCFullYear(), 4),
  m: (wall) => pad(wall.getUTCMonth() + 1, 2),
  d: (wall) => pad(wall.getUTCDate(), 2),
  H: (wall) => pad(wall.getUTCHours(), 2),
  M: (wall) => pad(wall.getUTCMinutes(), 2),
  S: (wall) => pad(wall.getUTCSeconds(), 2),
  L: (wall) => pad(wall.getUTCMilliseconds(), 3),
  w: (wall) => String(wall.getUTCDay() + 1),
  b: (wall) => months[wall.getUTCMonth()]!.slice(0, 3),
  B: (wall) => months[wall.getUTCMonth()]!,
  z: (_wall, minutes) => {
    const size = Math.abs(minutes);
    return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60), 2)}${pad(size % 60, 2)}`;
  },
  Z: (_wall, minutes) => String(minutes),
  '%': () => '%',
};

/** Formats a date with MongoDB's specifiers; throws 18535 and 18536 for an invalid format. */
function formatDate(date: Date, format: string, zone: Zone): string {
  const wall = wallOf(date, zone);
  const minutes = Math.round((wall.getTime() - date.getTime()) / 60_000);
  return format.replace(/%(.?)/gsu, (_match, letter: string) => {
    if (letter === '') fail(18535, "Unmatched '%' at end of format string");
    const write = Object.hasOwn(specifiers, letter) ? specifiers[letter] : undefined;
    if ('juUVG'.includes(letter)) throw notImplemented(`%${letter} in a date format`);
    return write
      ? write(wall, minutes)
      : fail(18536, `Invalid format character '%${letter}' in format string`);
  });
}

/** Parses an ISO 8601 date string, in UTC unless it has an offset. Throws ConversionFailure (241). */
export function parseDate(text: string): Date {
  const form =
    /^(\d{4}-\d\d)(-\d\d)?(?:[T ](\d\d:\d\d)(:\d\d)?(?:[.,](\d{1,3})\d*)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i;
  const [, month, day = '-01', minute = '00:00', second = ':00', fraction = '0', offset] =
    form.exec(text.trim()) ?? [];
  const wall = new Date(`${month}${day}T${minute}${second}.${fraction.padEnd(3, '0')}Z`);
  if (Number.isNaN(wall.getTime()) || wall.getUTCDate() !== Number(day.slice(1)))
    fail(241, `Error parsing date string '${text}'`);
  return new Date(wall.getTime() - zoneOf(offset?.toUpperCase()).offset(wall.getTime()));
}

const extract: Record<string, (wall: Date) => unknown> = {
  $year: (wall) => int(wall.getUTCFullYear()),
  $month: (wall) => int(wall.getUTCMonth() + 1),
  $dayOfMonth: (wall) => int(wall.getUTCDate()),
  $dayOfWeek: (wall) => int(wall.getUTCDay() + 1),
  $hour: (wall) => int(wall.getUTCHours()),
  $minute: (wall) => int(wall.getUTCMinutes()),
  $second: (wall) => int(wall.getUTCSeconds()),
  $millisecond: (wall) => int(wall.getUTCMilliseconds()),
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

const units: Record<string, number> = { day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1000 };

defineNamed('$dateTrunc', 'date unit', 'binSize timezone startOfWeek', ({ date, unit, ...rest }) => {
  for (const option in rest) throw notImplemented(`$dateTrunc with ${option}`);
  if (isNullish(date) || isNullish(unit)) return null;
  const size = typeof unit === 'string' && Object.hasOwn(units, unit) ? units[unit]! : undefined;
  if (size === undefined) throw notImplemented('$dateTrunc to units other than day, hour, minute and second');
  return new Date(Math.floor(dateOf(date)!.getTime() / size) * size);
});
