import { ObjectId, Timestamp } from 'bson';
import { ServerError } from '../errors.js';
import { isNullish } from '../predicates.js';
import { typeName } from '../types-of.js';

export const DAY = 86_400_000;

/** A time zone as the offset from UTC in milliseconds that it has at an instant. */
export interface Zone {
  utc: boolean;
  offset(instant: number): number;
}

const zones = new Map<string, Zone>();
const utc: Zone = { utc: true, offset: () => 0 };

function namedZone(name: string): Zone {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      era: 'short',
    });
  } catch {
    throw new ServerError(40485, `unrecognized time zone identifier: "${name}"`);
  }
  return {
    utc: false,
    offset: (instant) => {
      const part: Record<string, string> = {};
      for (const { type, value } of format.formatToParts(instant)) part[type] = value;
      const year = part['era'] === 'BC' ? 1 - Number(part['year']) : Number(part['year']);
      const wall = new Date(0);
      wall.setUTCFullYear(year, Number(part['month']) - 1, Number(part['day']));
      wall.setUTCHours(Number(part['hour']), Number(part['minute']), Number(part['second']));
      return wall.getTime() - Math.floor(instant / 1000) * 1000;
    },
  };
}

/** The zone of a `timezone` argument: an Olson name or ±hh[:mm]. Throws 40485 for an unknown one, 40517 for a non-string. */
export function zoneOf(timezone: unknown): Zone {
  if (timezone === undefined) return utc;
  if (typeof timezone !== 'string')
    throw new ServerError(40517, `timezone must evaluate to a string, found ${typeName(timezone)}`);
  if (timezone === 'UTC' || timezone === 'GMT' || timezone === 'Z') return utc;
  let zone = zones.get(timezone);
  if (!zone) {
    const fixed = /^([+-])(\d\d)(?::?(\d\d))?$/.exec(timezone);
    if (fixed) {
      const size = (Number(fixed[2]) * 60 + Number(fixed[3] ?? 0)) * 60_000;
      const shift = fixed[1] === '-' ? -size : size;
      zone = { utc: false, offset: () => shift };
    } else if (/^[+-]/.test(timezone))
      throw new ServerError(40485, `unrecognized time zone identifier: "${timezone}"`);
    else zone = namedZone(timezone);
    zones.set(timezone, zone);
  }
  return zone;
}

/** The wall clock of an instant, as a date whose UTC fields are the local ones. */
export const wallOf = (date: Date, zone: Zone): Date =>
  new Date(date.getTime() + zone.offset(date.getTime()));

/** The instant at which a zone's clock shows the UTC fields of `wall`. */
export function instantOf(wall: number, zone: Zone): number {
  const guess = wall - zone.offset(wall);
  return wall - zone.offset(guess);
}

/** A date from what date operators accept (date, timestamp, ObjectId); null for null and missing. */
export function dateOf(value: unknown): Date | null {
  if (isNullish(value)) return null;
  if (value instanceof Date) return value;
  if (value instanceof Timestamp) return new Date(value.t * 1000);
  if (value instanceof ObjectId) return value.getTimestamp();
  throw new ServerError(16006, `can't convert from BSON type ${typeName(value)} to Date`);
}

export const dayOfYear = (wall: Date): number =>
  Math.floor((wall.getTime() - Date.UTC(wall.getUTCFullYear(), 0, 1)) / DAY) + 1;

/** ISO 8601 weekday, week and the year that the week belongs to. */
export function isoWeek(wall: Date): { year: number; week: number; day: number } {
  const day = wall.getUTCDay() || 7;
  const thursday = new Date(Math.floor(wall.getTime() / DAY) * DAY + (4 - day) * DAY);
  return { year: thursday.getUTCFullYear(), week: Math.ceil(dayOfYear(thursday) / 7), day };
}

/** Week of the year from Sunday, 0 before the first Sunday. */
export const week = (wall: Date): number => Math.floor((dayOfYear(wall) + 6 - wall.getUTCDay()) / 7);

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const pad = (n: number, size: number) => String(n).padStart(size, '0');

/** Formats by MongoDB's specifiers; throws 18535 and 18536 for a wrong format. */
export function formatDate(date: Date, format: string, zone: Zone): string {
  const wall = wallOf(date, zone);
  const minutes = Math.round((wall.getTime() - date.getTime()) / 60_000);
  return format.replace(/%(.?)/gsu, (_match, letter: string) => {
    switch (letter) {
      case 'Y':
        return pad(wall.getUTCFullYear(), 4);
      case 'm':
        return pad(wall.getUTCMonth() + 1, 2);
      case 'd':
        return pad(wall.getUTCDate(), 2);
      case 'H':
        return pad(wall.getUTCHours(), 2);
      case 'M':
        return pad(wall.getUTCMinutes(), 2);
      case 'S':
        return pad(wall.getUTCSeconds(), 2);
      case 'L':
        return pad(wall.getUTCMilliseconds(), 3);
      case 'j':
        return pad(dayOfYear(wall), 3);
      case 'w':
        return String(wall.getUTCDay() + 1);
      case 'u':
        return String(isoWeek(wall).day);
      case 'U':
        return pad(week(wall), 2);
      case 'V':
        return pad(isoWeek(wall).week, 2);
      case 'G':
        return pad(isoWeek(wall).year, 4);
      case 'b':
        return months[wall.getUTCMonth()]!.slice(0, 3);
      case 'B':
        return months[wall.getUTCMonth()]!;
      case 'z':
        return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(minutes) / 60), 2)}${pad(Math.abs(minutes) % 60, 2)}`;
      case 'Z':
        return String(minutes);
      case '%':
        return '%';
      case '':
        throw new ServerError(18535, "Unmatched '%' at end of format string");
      default:
        throw new ServerError(18536, `Invalid format character '%${letter}' in format string`);
    }
  });
}

/** Parses an ISO 8601 date string; one without offset is in `timezone`. Throws ConversionFailure (241). */
export function parseDate(text: string, timezone: unknown): Date {
  const failed = () => new ServerError(241, `Error parsing date string '${text}'`);
  const match =
    /^(\d{4})-(\d\d)(?:-(\d\d))?(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,3})\d*)?)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i.exec(
      text.trim(),
    );
  if (!match) throw failed();
  const [, year, month, day = '01', hour = '00', minute = '00', second = '00', fraction = '0', offset] =
    match;
  const wall = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0')}Z`);
  if (Number.isNaN(wall.getTime()) || wall.getUTCDate() !== Number(day)) throw failed();
  if (offset !== undefined && timezone !== undefined)
    throw new ServerError(
      241,
      `you cannot pass in a date/time string with time zone information ('${offset}') together with a timezone argument`,
    );
  return new Date(instantOf(wall.getTime(), zoneOf(offset?.toUpperCase() ?? timezone)));
}
