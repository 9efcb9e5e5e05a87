import { Decimal128, Double, Int32, Long } from 'bson';
import { compareDecimals, decimalParts, type DecimalParts, special } from './decimal.js';
import { notImplemented } from './errors.js';
import { typeOf, types } from './types.js';

type Num = Int32 | Long | Double | Decimal128;
/** Numeric types from narrow to wide. Arithmetic returns the wider type of its operands. */
type NumberType = 'int' | 'long' | 'double' | 'decimal';

const INT_MAX = 2147483647;
const INT_MIN = -2147483648;
const LONG_MAX = 9223372036854775807n;
const LONG_MIN = -9223372036854775808n;

export const isNumber = (value: unknown): boolean => typeOf(value).rank === types.int.rank;

/** Returns the numeric type of a value, or undefined if it is not a number. */
export function numberType(value: unknown): NumberType | undefined {
  const { name, rank } = typeOf(value);
  return rank === types.int.rank ? (name as NumberType) : undefined;
}

/** Returns the nearest double of a number of any type. */
export function toDouble(value: unknown): number {
  if (typeof value === 'number') return value;
  if (value instanceof Long) return value.toNumber();
  if (value instanceof Decimal128) return Number(value.toString());
  return (value as Int32 | Double).value;
}

/** Truncates a finite number to an integer. */
export function toBig(value: unknown): bigint {
  if (value instanceof Long) return value.toBigInt();
  if (value instanceof Decimal128) {
    const { coefficient, exponent, negative } = decimalParts(value);
    const size =
      exponent >= 0 ? coefficient * 10n ** BigInt(exponent) : coefficient / 10n ** BigInt(-exponent);
    return negative ? -size : size;
  }
  return BigInt(Math.trunc(toDouble(value)));
}

export const fitsLong = (value: bigint): boolean => value >= LONG_MIN && value <= LONG_MAX;
export const int = (value: number): Int32 => new Int32(value);
export const double = (value: number): Double => new Double(value);
export const long = (value: bigint | number): Long =>
  typeof value === 'number' ? Long.fromNumber(value) : Long.fromBigInt(value);

/** Returns an int if the integer fits, otherwise a long. */
export const intOrLong = (value: number): Num =>
  value >= INT_MIN && value <= INT_MAX ? new Int32(value) : Long.fromNumber(value);

/** Returns a whole 64-bit number as a JavaScript number, or undefined for anything else. */
export function asInteger(value: unknown): number | undefined {
  if (!isNumber(value)) return undefined;
  const n = toDouble(value);
  return Number.isInteger(n) ? n : undefined;
}

export function isNaNValue(value: unknown): boolean {
  if (value instanceof Double || typeof value === 'number') return Number.isNaN(toDouble(value));
  return value instanceof Decimal128 && decimalParts(value).kind === 'nan';
}

/** Returns the exact decimal parts of any number. */
export function partsOf(value: unknown): DecimalParts {
  if (value instanceof Decimal128) return decimalParts(value);
  if (numberType(value) === 'double') {
    const n = toDouble(value);
    if (Number.isNaN(n)) return special('nan');
    return Number.isFinite(n) ? exactParts(n) : special('infinity', n < 0);
  }
  const big = toBig(value);
  return { kind: 'finite', negative: big < 0n, coefficient: big < 0n ? -big : big, exponent: 0 };
}

/** Returns the exact value of a finite double as decimal parts. */
export function exactParts(n: number): DecimalParts {
  let exponent = 0;
  let scaled = Math.abs(n);
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    exponent--;
  }
  // m / 2^k = m * 5^k / 10^k
  const coefficient = BigInt(scaled) * 5n ** BigInt(-exponent);
  return { kind: 'finite', negative: n < 0, coefficient, exponent };
}

/** Compares two numbers of any types exactly. NaN sorts first and equals itself. */
export function compareNumbers(a: unknown, b: unknown): number {
  const ta = numberType(a);
  const tb = numberType(b);
  if (ta === 'decimal' || tb === 'decimal') return compareDecimals(partsOf(a), partsOf(b));
  // JavaScript compares bigint with number exactly
  const x = ta === 'long' ? toBig(a) : toDouble(a);
  const y = tb === 'long' ? toBig(b) : toDouble(b);
  if (x < y) return -1;
  if (x > y) return 1;
  // equal, unless one is NaN: only NaN differs from itself
  return Number(y !== y) - Number(x !== x);
}

export type Operation = 'add' | 'subtract' | 'multiply' | 'divide' | 'mod';

const width = { int: 0, long: 1, double: 2, decimal: 3 } as const;
const widerType = (a: NumberType, b: NumberType): NumberType => (width[a] >= width[b] ? a : b);

const onDoubles: Record<Operation, (a: number, b: number) => number> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
  mod: (a, b) => a % b,
};
const onIntegers: Partial<Record<Operation, (a: bigint, b: bigint) => bigint>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  mod: (a, b) => a % b,
};

/**
 * Does arithmetic with MongoDB's type promotion: int becomes long on overflow, then the wider operand type applies.
 * Division never returns an integer, and dividing decimals throws. Returns undefined if a long overflows. Callers
 * check for zero divisors.
 */
export function arithmetic(op: Operation, a: unknown, b: unknown): Num | undefined {
  const type = widerType(numberType(a)!, numberType(b)!);
  if (type === 'decimal') throw notImplemented('arithmetic on decimals');
  if (type === 'double' || op === 'divide') return new Double(onDoubles[op](toDouble(a), toDouble(b)));
  if (type === 'int' && op !== 'multiply') {
    const result = onDoubles[op](toDouble(a), toDouble(b));
    return intOrLong(result === 0 ? 0 : result);
  }
  const big = onIntegers[op]!(toBig(a), toBig(b));
  if (!fitsLong(big)) return undefined;
  return type === 'int' ? intOrLong(Number(big)) : Long.fromBigInt(big);
}

/** Returns the JavaScript number of a BSON number, or undefined for anything else. */
export const asNumber = (value: unknown): number | undefined =>
  isNumber(value) ? toDouble(value) : undefined;

/** Reads a boolean command option; MongoDB also accepts numbers. */
export const asBoolean = (value: unknown): boolean =>
  typeof value === 'boolean' ? value : (asNumber(value) ?? 0) !== 0;
