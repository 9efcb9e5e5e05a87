import { Double, Int32, Long } from 'bson';
import { typeOf, types } from './types.js';

type Num = Int32 | Long | Double;
/** Numeric types from narrow to wide. Arithmetic returns the wider type of its operands. */
type NumberType = 'int' | 'long' | 'double';

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
  return (value as Int32 | Double).value;
}

/** Truncates a finite number to an integer. */
export function toBig(value: unknown): bigint {
  if (value instanceof Long) return value.toBigInt();
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

export const isNaNValue = (value: unknown): boolean =>
  (value instanceof Double || typeof value === 'number') && Number.isNaN(toDouble(value));

/** Compares two numbers of any types exactly. NaN sorts first and equals itself. */
export function compareNumbers(a: unknown, b: unknown): number {
  const ta = numberType(a);
  const tb = numberType(b);
  // JavaScript compares bigint with number exactly
  const x = ta === 'long' ? toBig(a) : toDouble(a);
  const y = tb === 'long' ? toBig(b) : toDouble(b);
  if (x < y) return -1;
  if (x > y) return 1;
  // equal, unless one is NaN: only NaN differs from itself
  return Number(y !== y) - Number(x !== x);
}

/**
 * Returns the sum of two numbers, or with `sign` -1 their difference, with MongoDB's type promotion: int becomes
 * long on overflow, then the wider operand type applies. Returns undefined if a long overflows.
 */
export function addNumbers(a: unknown, b: unknown, sign: 1 | -1 = 1): Num | undefined {
  const both = [numberType(a), numberType(b)];
  const sum = toDouble(a) + sign * toDouble(b);
  if (both.includes('double')) return new Double(sum);
  // not -0
  if (!both.includes('long')) return intOrLong(sum === 0 ? 0 : sum);
  const big = toBig(a) + BigInt(sign) * toBig(b);
  return fitsLong(big) ? Long.fromBigInt(big) : undefined;
}

/** Returns the JavaScript number of a BSON number, or undefined for anything else. */
export const asNumber = (value: unknown): number | undefined =>
  isNumber(value) ? toDouble(value) : undefined;

/** Reads a boolean command option; MongoDB also accepts numbers. */
export const asBoolean = (value: unknown): boolean =>
  typeof value === 'boolean' ? value : (asNumber(value) ?? 0) !== 0;
