import {
  Int32,
  type Binary,
  type BSONRegExp,
  type BSONSymbol,
  type Code,
  type ObjectId,
  type Timestamp,
} from 'bson';
import { fieldName } from './document.js';
import { compareNumbers } from './numbers.js';
import { isDoc } from './document.js';
import type { Doc, StringCompare } from './types.js';

const ranks: Record<string, number> = {
  MinKey: -1,
  Undefined: 0,
  Int32: 10,
  Double: 10,
  Long: 10,
  Decimal128: 10,
  BSONSymbol: 15,
  Binary: 30,
  ObjectId: 35,
  Timestamp: 47,
  BSONRegExp: 50,
  Code: 60,
  MaxKey: 127,
};

/** Place of a value's type in MongoDB's order of types; missing and undefined 0, null 5, numbers 10 … MaxKey 127. */
export function typeRank(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return 15;
    case 'undefined':
      return 0;
    case 'boolean':
      return 40;
    case 'number':
    case 'bigint':
      return 10;
    default:
  }
  if (value === null) return 5;
  const type = (value as { _bsontype?: unknown })._bsontype;
  if (typeof type === 'string' && !isDoc(value)) {
    if (type === 'Code' && (value as Code).scope) return 65;
    return ranks[type]!;
  }
  if (Array.isArray(value)) return 25;
  if (value instanceof Date) return 45;
  return value instanceof RegExp ? 50 : 20;
}

/** Code units shifted so that surrogate pairs come last, as their UTF-8 bytes do. */
const rotate = (unit: number) => (unit < 0xd800 ? unit : unit > 0xdfff ? unit - 0x800 : unit + 0x2000);

/** Order of two strings by their UTF-8 bytes. */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rotate(x) < rotate(y) ? -1 : 1;
  }
  return a.length < b.length ? -1 : 1;
}

const order = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0);

/** Pattern and options of either representation of a regular expression. */
export function regexParts(value: RegExp | BSONRegExp): [string, string] {
  return value instanceof RegExp
    ? [value.source, value.flags.replace(/[^imsux]/g, '')]
    : [value.pattern, value.options];
}

function compareDocs(a: Doc, b: Doc, collation?: StringCompare): number {
  const keysA = Object.keys(a).filter((key) => a[key] !== undefined);
  const keysB = Object.keys(b).filter((key) => b[key] !== undefined);
  const length = Math.min(keysA.length, keysB.length);
  for (let i = 0; i < length; i++) {
    const x = a[keysA[i]!];
    const y = b[keysB[i]!];
    // field by field: type, then name, then value
    const result =
      order(typeRank(x), typeRank(y)) ||
      compareStrings(fieldName(keysA[i]!), fieldName(keysB[i]!)) ||
      compareValues(x, y, collation);
    if (result !== 0) return result;
  }
  return order(keysA.length, keysB.length);
}

function compareArrays(a: unknown[], b: unknown[], collation?: StringCompare): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const result = compareValues(a[i], b[i], collation);
    if (result !== 0) return result;
  }
  return order(a.length, b.length);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : (value as BSONSymbol).value);

/**
 * MongoDB's total order over all BSON values: first by type, then by value; numbers of all types by their exact
 * value. Missing (undefined) comes before null: callers for whom missing is null replace it first.
 */
export function compareValues(a: unknown, b: unknown, collation?: StringCompare): number {
  if (typeof a === 'string' && typeof b === 'string') return (collation ?? compareStrings)(a, b);
  if (a instanceof Int32 && b instanceof Int32) return order(a.value, b.value);
  const rank = typeRank(a);
  const other = typeRank(b);
  if (rank !== other) return rank < other ? -1 : 1;
  switch (rank) {
    case 10:
      return compareNumbers(a, b);
    case 15:
      return (collation ?? compareStrings)(textOf(a), textOf(b));
    case 20:
      return compareDocs(a as Doc, b as Doc, collation);
    case 25:
      return compareArrays(a as unknown[], b as unknown[], collation);
    case 30: {
      const x = a as Binary;
      const y = b as Binary;
      return (
        order(x.position, y.position) ||
        order(x.sub_type, y.sub_type) ||
        Buffer.compare(x.buffer.subarray(0, x.position), y.buffer.subarray(0, y.position))
      );
    }
    case 35:
      return Buffer.compare((a as ObjectId).id, (b as ObjectId).id);
    case 40:
      return order(Number(a), Number(b));
    case 45:
      return order((a as Date).getTime(), (b as Date).getTime());
    case 47:
      return (a as Timestamp).compare(b as Timestamp);
    case 50: {
      const [x, xOptions] = regexParts(a as BSONRegExp);
      const [y, yOptions] = regexParts(b as BSONRegExp);
      return compareStrings(x, y) || compareStrings(xOptions, yOptions);
    }
    case 60:
    case 65:
      return (
        compareStrings((a as Code).code, (b as Code).code) ||
        compareDocs((a as Code).scope ?? {}, (b as Code).scope ?? {}, collation)
      );
    default:
      return 0;
  }
}

export const valuesEqual = (a: unknown, b: unknown, collation?: StringCompare): boolean =>
  compareValues(a, b, collation) === 0;
