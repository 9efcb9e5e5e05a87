import { Decimal128, Double, Int32, Long } from 'bson';
import { compareValues } from '../compare.js';
import { decimalFromParts, roundDecimal } from '../decimal.js';
import { notImplemented, badValue, ServerError, typeMismatch } from '../errors.js';
import {
  arithmetic,
  asInteger,
  double,
  exactParts,
  fitsLong,
  int,
  intOrLong,
  isNaNValue,
  isNumber,
  long,
  numberType,
  partsOf,
  toBig,
  toDouble,
  type Operation,
} from '../numbers.js';
import { isNullish } from '../predicates.js';
import { typeName } from '../types-of.js';
import { Sum } from '../sum.js';
import { define, defineNullable } from './core.js';

/** Arithmetic that goes on in doubles where 64 bits are too few. */
function widened(op: Operation, a: unknown, b: unknown): unknown {
  return arithmetic(op, a, b) ?? arithmetic(op, double(toDouble(a)), double(toDouble(b)));
}

export function dateFrom(ms: number): Date {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) throw new ServerError(15, 'date overflow');
  return date;
}

define('$add', 0, Infinity, (values) => {
  if (values.some(isNullish)) return null;
  const sum = new Sum();
  let date = false;
  for (const value of values) {
    if (value instanceof Date) {
      if (date) throw new ServerError(16612, 'only one date allowed in an $add expression');
      date = true;
      sum.add(long(value.getTime()));
    } else if (!sum.add(value))
      throw typeMismatch(`$add only supports numeric or date types, not ${typeName(value)}`);
  }
  const result = sum.result();
  return date ? dateFrom(Math.round(toDouble(result))) : result;
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
    throw new ServerError(16611, `$mod only supports numeric types, not ${typeName(a)} and ${typeName(b)}`);
  if (toDouble(b) === 0) throw new ServerError(16610, "can't $mod by zero");
  return arithmetic('mod', a, b);
});

/** Operators of one number; an integer stays one where `exact` says how. */
function numeric(name: string, onDouble: (n: number) => number, exact?: (value: unknown) => unknown): void {
  defineNullable(name, 1, 1, ([value]) => {
    if (!isNumber(value))
      throw new ServerError(28765, `${name} only supports numeric types, not ${typeName(value)}`);
    if (exact && numberType(value) !== 'double') return exact(value);
    if (value instanceof Decimal128) throw notImplemented(`${name} of a decimal`);
    return double(onDouble(toDouble(value)));
  });
}

numeric('$abs', Math.abs, (value) => {
  if (value instanceof Decimal128) return decimalFromParts({ ...partsOf(value), negative: false });
  const big = toBig(value);
  if (!fitsLong(-big)) throw new ServerError(28680, "can't take $abs of long long min");
  const size = big < 0n ? -big : big;
  return value instanceof Int32 ? intOrLong(Number(size)) : long(size);
});
for (const [name, way] of [
  ['$ceil', 'ceil'],
  ['$floor', 'floor'],
] as const)
  numeric(
    name,
    (n) => Math[way](n),
    (value) => (value instanceof Decimal128 ? decimalFromParts(roundDecimal(partsOf(value), 0, way)) : value),
  );
numeric('$exp', Math.exp);
numeric('$sqrt', (n) => {
  if (n < 0) throw new ServerError(28714, "$sqrt's argument must be greater than or equal to 0");
  return Math.sqrt(n);
});
const positive = (code: number, name: string, log: (n: number) => number) => (n: number) => {
  if (n <= 0) throw new ServerError(code, `${name}'s argument must be a positive number, but is ${n}`);
  return log(n);
};
numeric('$ln', positive(28766, '$ln', Math.log));
numeric('$log10', positive(28761, '$log10', Math.log10));
defineNullable('$log', 2, 2, ([value, base]) => {
  if (!isNumber(value))
    throw new ServerError(28756, `$log's argument must be numeric, not ${typeName(value)}`);
  if (!isNumber(base)) throw new ServerError(28757, `$log's base must be numeric, not ${typeName(base)}`);
  const [n, b] = [toDouble(value), toDouble(base)];
  if (n <= 0) throw new ServerError(28758, `$log's argument must be a positive number, but is ${n}`);
  if (b <= 0 || b === 1)
    throw new ServerError(28759, `$log's base must be a positive number not equal to 1, but is ${b}`);
  return double(Math.log(n) / Math.log(b));
});

for (const [name, way] of [
  ['$round', 'round'],
  ['$trunc', 'trunc'],
] as const)
  defineNullable(name, 1, 2, ([value, digits]) => {
    if (!isNumber(value))
      throw new ServerError(51081, `${name} only supports numeric types, not ${typeName(value)}`);
    const places = digits === undefined ? 0 : asInteger(digits);
    if (places === undefined)
      throw new ServerError(51082, `precision argument to  ${name} must be a integral value`);
    if (places < -20 || places > 100)
      throw new ServerError(
        51083,
        `cannot apply ${name} with precision value ${places} value must be in [-20, 100]`,
      );
    if (value instanceof Decimal128) return decimalFromParts(roundDecimal(partsOf(value), places, way));
    if (value instanceof Double) {
      const n = value.value;
      if (!Number.isFinite(n) || n === 0) return value;
      return double(Number(decimalFromParts(roundDecimal(exactParts(n), places, way)).toString()));
    }
    if (places >= 0) return value;
    const whole = toBig(decimalFromParts(roundDecimal(partsOf(value), places, way)));
    if (!fitsLong(whole))
      throw new ServerError(
        51080,
        'invalid conversion from Decimal128 result in $round resulting from arguments',
      );
    return value instanceof Int32 ? intOrLong(Number(whole)) : long(whole);
  });

defineNullable('$pow', 2, 2, ([base, exponent]) => {
  if (!isNumber(base)) throw new ServerError(28762, `$pow's base must be numeric, not ${typeName(base)}`);
  if (!isNumber(exponent))
    throw new ServerError(28763, `$pow's exponent must be numeric, not ${typeName(exponent)}`);
  if (toDouble(base) === 0 && toDouble(exponent) < 0)
    throw new ServerError(28764, '$pow cannot take a base of 0 and a negative exponent');
  if (base instanceof Decimal128 || exponent instanceof Decimal128) throw notImplemented('$pow of a decimal');
  const result = Math.pow(toDouble(base), toDouble(exponent));
  if (base instanceof Double || exponent instanceof Double) return double(result);
  if (toDouble(exponent) < 0) return double(result);
  const exact = Math.abs(result) < 1e19 ? toBig(base) ** toBig(exponent) : undefined;
  if (exact === undefined || !fitsLong(exact)) return double(result);
  return base instanceof Long || exponent instanceof Long ? long(exact) : intOrLong(Number(exact));
});

/** Numbers among the arguments; a single array argument stands for its elements. */
const listed = (values: unknown[]): unknown[] =>
  values.length === 1 && Array.isArray(values[0]) ? (values[0] as unknown[]) : values;

/** Sum of the numbers in a list, others ignored. */
export function sumOf(values: unknown[]): unknown {
  const sum = new Sum();
  for (const value of values) sum.add(value);
  return sum.result();
}

export function averageOf(values: unknown[]): unknown {
  const sum = new Sum();
  for (const value of values) sum.add(value);
  return sum.average();
}

/** Standard deviation of a population, or (`sample`) of a sample; null for too few numbers. */
export function deviationOf(values: unknown[], sample: boolean): unknown {
  const numbers = values.filter(isNumber).map(toDouble);
  const count = sample ? numbers.length - 1 : numbers.length;
  if (count <= 0) return null;
  if (!numbers.every(Number.isFinite)) return null;
  // Welford's running mean, as MongoDB computes it
  let mean = 0;
  let squares = 0;
  numbers.forEach((n, i) => {
    const delta = n - mean;
    mean += delta / (i + 1);
    squares += delta * (n - mean);
  });
  return double(Math.sqrt(squares / count));
}

define('$sum', 0, Infinity, (values) => sumOf(listed(values)));
define('$avg', 0, Infinity, (values) => averageOf(listed(values)));
define('$stdDevPop', 0, Infinity, (values) => deviationOf(listed(values), false));
define('$stdDevSamp', 0, Infinity, (values) => deviationOf(listed(values), true));
for (const [name, sign] of [
  ['$min', 1],
  ['$max', -1],
] as const)
  define(name, 0, Infinity, (values, _name, { collation }) =>
    listed(values)
      .filter((value) => !isNullish(value))
      .reduce(
        (best, value) => (best === null || sign * compareValues(value, best, collation) < 0 ? value : best),
        null,
      ),
  );
define('$isNumber', 1, 1, ([value]) => isNumber(value));
define('$rand', 0, 1, () => double(Math.random()));

for (const [name, op] of [
  ['$bitAnd', 'and'],
  ['$bitOr', 'or'],
  ['$bitXor', 'xor'],
] as const)
  defineNullable(name, 0, Infinity, (values) =>
    values.reduce(
      (result, value) => {
        if (numberType(value) !== 'int' && numberType(value) !== 'long')
          throw typeMismatch(`${name} only supports int and long operands.`);
        return arithmetic(op, result, value);
      },
      int(name === '$bitAnd' ? -1 : 0),
    ),
  );
defineNullable('$bitNot', 1, 1, ([value]) => {
  if (value instanceof Int32) return int(~value.value);
  if (value instanceof Long) return value.not();
  throw typeMismatch('$bitNot only supports int and long types, not ' + typeName(value));
});

/** Whole number for a count or index; undefined where it is none. */
export const wholeOf = (value: unknown): number | undefined =>
  isNaNValue(value) ? undefined : asInteger(value);
