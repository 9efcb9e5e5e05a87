import { isDoc } from '../../bson/document.js';
import { int } from '../../bson/numbers.js';
import { isNullish } from '../filter/predicates.js';
import { argumentsOf, defineNamed, namedArguments, operators, stringOf } from './core.js';
import { dateOf, dayOfYear, formatDate, wallOf, weekOfYear, zoneOf } from './date-parts.js';

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
