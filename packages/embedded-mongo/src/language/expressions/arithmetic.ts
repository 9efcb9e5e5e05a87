import { Decimal128, Double, Int32 } from 'bson';
import { roundDecimal } from '../../bson/decimal.js';
import { badValue, fail, notImplemented, typeMismatch } from '../../bson/errors.js';
import {
  arithmetic,
  double,
  fitsLong,
  int,
  intOrLong,
  isNumber,
  long,
  numberType,
  type Operation,
  partsOf,
  toBig,
  toDouble,
} from '../../bson/numbers.js';
import { typeName } from '../../bson/types.js';
import { isNullish } from '../filter/predicates.js';
import { accumulators } from '../pipeline/accumulators.js';
import { define, defineNullable, wholeOf } from './core.js';
import { Sum } from './sum.js';

/** Falls back to doubles when 64 bits overflow. */
const widened = (op: Operation, a: unknown, b: unknown): unknown =>
  arithmetic(op, a, b) ?? arithmetic(op, double(toDouble(a)), double(toDouble(b)));

export function dateFrom(ms: number): Date {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? fail(15, 'date overflow') : date;
}

define('$add', 0, Infinity, (values) => {
  if (values.some(isNullish)) return null;
  const sum = new Sum();
  const dates = values.filter((value) => value instanceof Date);
  if (dates.length > 1) fail(16612, 'only one date allowed in an $add expression');
  for (const value of values)
    if (!sum.add(value instanceof Date ? long(value.getTime()) : value))
      throw typeMismatch(`$add only supports numeric or date types, not ${typeName(value)}`);
  return dates.length ? dateFrom(Math.round(toDouble(sum.result()))) : sum.result();
});

define('$multiply', 0, Infinity, (values) => {
  if (values.some(isNullish)) return null;
  return values.reduce((product, value) => {
    if (!isNumber(value)) throw typeMismatch(`$multiply only supports numeric types, not ${typeName(value)}`);
    return widened('multiply', product, value);
  }, int(1));
});

defineNullable('$subtract', 2, 2, ([a, b]) => {
  if (isNumber(a) && isNumber(b)) return widened('subtract', a, b);
  if (a instanceof Date && b instanceof Date) return long(a.getTime() - b.getTime());
  if (a instanceof Date && isNumber(b)) return dateFrom(a.getTime() - Math.round(toDouble(b)));
  throw typeMismatch(`can't $subtract ${typeName(b)} from ${typeName(a)}`);
});

defineNullable('$divide', 2, 2, ([a, b]) => {
  if (!isNumber(a) || !isNumber(b))
    throw typeMismatch(`$divide only supports numeric types, not ${typeName(a)} and ${typeName(b)}`);
  if (toDouble(b) === 0) throw badValue("can't $divide by zero");
  return arithmetic('divide', a, b);
});

defineNullable('$mod', 2, 2, ([a, b]) => {
  if (!isNumber(a) || !isNumber(b))
    fail(16611, `$mod only supports numeric types, not ${typeName(a)} and ${typeName(b)}`);
  return toDouble(b) === 0 ? fail(16610, "can't $mod by zero") : arithmetic('mod', a, b);
});

/** Defines operators of one number; integers go to `onInteger`. */
function numeric(
  name: string,
  onDouble: (n: number) => number,
  onInteger: (value: unknown) => unknown,
): void {
  defineNullable(name, 1, 1, ([value]) => {
    if (!isNumber(value)) fail(28765, `${name} only supports numeric types, not ${typeName(value)}`);
    if (value instanceof Decimal128) throw notImplemented('arithmetic on decimals');
    return numberType(value) === 'double' ? double(onDouble(toDouble(value))) : onInteger(value);
  });
}

numeric('$abs', Math.abs, (value) => {
  const big = toBig(value);
  if (!fitsLong(-big)) fail(28680, "can't take $abs of long long min");
  const size = big < 0n ? -big : big;
  return value instanceof Int32 ? intOrLong(Number(size)) : long(size);
});
numeric('$ceil', Math.ceil, (value) => value);
numeric('$floor', Math.floor, (value) => value);

for (const way of ['round', 'trunc'] as const)
  defineNullable(`$${way}`, 1, 2, ([value, digits], name) => {
    if (!isNumber(value)) fail(51081, `${name} only supports numeric types, not ${typeName(value)}`);
    const places = digits === undefined ? 0 : wholeOf(digits, 51082, name);
    if (places < -20 || places > 100)
      fail(51083, `${name}: the precision must be in [-20, 100], not ${places}`);
    if (value instanceof Decimal128) throw notImplemented('arithmetic on decimals');
    const n = toDouble(value);
    const text = Number.isFinite(n) ? roundDecimal(partsOf(value), places, way) : undefined;
    if (text === undefined) return value;
    if (value instanceof Double) return double(Number(text));
    const [coefficient, zeros] = text.split('e') as [string, string];
    const whole = BigInt(coefficient) * 10n ** BigInt(zeros);
    if (!fitsLong(whole)) fail(51080, `invalid conversion from Decimal128 result in ${name}`);
    return value instanceof Int32 ? intOrLong(Number(whole)) : long(whole);
  });

/** Expands a single array argument to its elements. */
const listed = (values: unknown[]): unknown[] =>
  values.length === 1 && Array.isArray(values[0]) ? (values[0] as unknown[]) : values;

for (const name of ['$sum', '$avg', '$min', '$max'])
  define(name, 0, Infinity, (values, _name, { collation }) => {
    const total = accumulators[name]!(collation)();
    for (const value of listed(values)) total.add(value);
    return total.result();
  });
define('$isNumber', 1, 1, ([value]) => isNumber(value));
define('$rand', 0, 1, () => double(Math.random()));
