import { type Decimal128, ObjectId, Timestamp } from 'bson';
import { decimalParts } from '../../bson/decimal.js';
import { ServerError } from '../../bson/errors.js';
import { double, fitsLong, int, isNumber, long, numberType, toBig, toDouble } from '../../bson/numbers.js';
import { typeName } from '../../bson/types.js';
import { isNullish } from '../filter/predicates.js';
import { dateFrom } from './arithmetic.js';
import { define } from './core.js';
import { parseDate } from './dates.js';
import { numberText } from './strings.js';

const failure = (message: string) => new ServerError(241, message);
const unsupported = (value: unknown, to: string) =>
  failure(`Unsupported conversion from ${typeName(value)} to ${to} in $convert with no onError value`);
const unparsable = (text: string, why: string) =>
  failure(`Failed to parse number '${text}' in $convert with no onError value: ${why}`);

function integer(value: unknown, to: 'int' | 'long'): unknown {
  let big: bigint;
  if (typeof value === 'boolean') big = value ? 1n : 0n;
  else if (typeof value === 'string') {
    if (!/^[+-]?\d+$/.test(value))
      throw unparsable(value, value === '' ? 'Empty string' : 'Did not consume whole string.');
    big = BigInt(value.replace('+', ''));
  } else if (isNumber(value)) {
    const n = toDouble(value);
    if (Number.isNaN(n))
      throw failure('Attempt to convert NaN value to integer type in $convert with no onError value');
    if (!Number.isFinite(n))
      throw failure('Attempt to convert infinity value to integer type in $convert with no onError value');
    big = toBig(value);
  } else if (value instanceof Date && to === 'long') big = BigInt(value.getTime());
  else throw unsupported(value, to);
  const fits = to === 'int' ? BigInt.asIntN(32, big) === big : fitsLong(big);
  if (!fits)
    throw failure(
      `Conversion would overflow target type in $convert with no onError value: ${String(value)}`,
    );
  return to === 'int' ? int(Number(big)) : long(big);
}

function floating(value: unknown): unknown {
  if (numberType(value) === 'double') return value;
  if (isNumber(value)) {
    const n = toDouble(value);
    if (!Number.isFinite(n) && decimalParts(value as Decimal128).kind === 'finite')
      throw failure(
        `Conversion would overflow target type in $convert with no onError value: ${String(value)}`,
      );
    return double(n);
  }
  if (typeof value === 'boolean') return double(Number(value));
  if (value instanceof Date) return double(value.getTime());
  if (typeof value !== 'string') throw unsupported(value, 'double');
  if (!/^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|nan|inf(?:inity)?)$/i.test(value))
    throw unparsable(value, value === '' ? 'Empty string' : 'Did not consume whole string.');
  if (/nan/i.test(value)) return double(NaN);
  return double(Number(value.replace(/inf(?:inity)?/i, 'Infinity')));
}

function date(value: unknown): unknown {
  if (value instanceof Date) return value;
  if (isNumber(value) && numberType(value) !== 'int') return dateFrom(Math.trunc(toDouble(value)));
  if (value instanceof ObjectId) return value.getTimestamp();
  if (value instanceof Timestamp) return dateFrom(value.t * 1000);
  if (typeof value !== 'string') throw unsupported(value, 'date');
  return parseDate(value);
}

const convert: Record<string, (value: unknown) => unknown> = {
  int: (value) => integer(value, 'int'),
  long: (value) => integer(value, 'long'),
  double: floating,
  bool: (value) => (typeof value === 'boolean' ? value : isNumber(value) ? toDouble(value) !== 0 : true),
  date,
  string: (value) => {
    if (typeof value === 'string') return value;
    if (typeof value === 'boolean') return String(value);
    if (isNumber(value)) return numberText(value);
    if (value instanceof ObjectId) return value.toHexString();
    if (value instanceof Date) return value.toISOString();
    throw unsupported(value, 'string');
  },
  objectId: (value) => {
    if (value instanceof ObjectId) return value;
    if (typeof value !== 'string') throw unsupported(value, 'objectId');
    if (!/^[0-9a-f]{24}$/i.test(value))
      throw failure(
        `Failed to parse objectId '${value}' in $convert with no onError value: Invalid string length for parsing to OID, expected 24 but found ${value.length}`,
      );
    return new ObjectId(value);
  },
};

for (const [to, change] of Object.entries(convert))
  define(`$to${to[0]!.toUpperCase()}${to.slice(1)}`, 1, 1, ([value]) =>
    isNullish(value) ? null : change(value),
  );

define('$type', 1, 1, ([value]) => typeName(value));
