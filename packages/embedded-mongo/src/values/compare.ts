import { type Binary, type BSONRegExp, Int32, type ObjectId } from 'bson';
import { type Doc, fieldName } from '../bson/document.js';
import { compareNumbers } from '../bson/numbers.js';
import { typeOf, types } from '../bson/types.js';

/** Shifts code units so that surrogate pairs come last, like their UTF-8 bytes. */
const rotate = (unit: number) => (unit < 0xd800 ? unit : unit > 0xdfff ? unit - 0x800 : unit + 0x2000);

/** Compares two strings by their UTF-8 bytes. */
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

function compareDocs(a: Doc, b: Doc): number {
  const keysA = Object.keys(a).filter((key) => a[key] !== undefined);
  const keysB = Object.keys(b).filter((key) => b[key] !== undefined);
  const length = Math.min(keysA.length, keysB.length);
  for (let i = 0; i < length; i++) {
    const x = a[keysA[i]!];
    const y = b[keysB[i]!];
    // field by field: type, then name, then value
    const result =
      order(typeOf(x).rank, typeOf(y).rank) ||
      compareStrings(fieldName(keysA[i]!), fieldName(keysB[i]!)) ||
      compareValues(x, y);
    if (result !== 0) return result;
  }
  return order(keysA.length, keysB.length);
}

function compareArrays(a: unknown[], b: unknown[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const result = compareValues(a[i], b[i]);
    if (result !== 0) return result;
  }
  return order(a.length, b.length);
}

/**
 * MongoDB's total order over all BSON values: first by type, then by value; numbers of all types by their exact
 * value. Missing (undefined) comes before null; callers that treat missing as null replace it first.
 */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b);
  if (a instanceof Int32 && b instanceof Int32) return order(a.value, b.value);
  const { name, rank } = typeOf(a);
  const other = typeOf(b).rank;
  if (rank !== other) return rank < other ? -1 : 1;
  if (rank === types.int.rank) return compareNumbers(a, b);
  switch (name) {
    case 'object':
      return compareDocs(a as Doc, b as Doc);
    case 'array':
      return compareArrays(a as unknown[], b as unknown[]);
    case 'binData': {
      const x = a as Binary;
      const y = b as Binary;
      return (
        order(x.position, y.position) ||
        order(x.sub_type, y.sub_type) ||
        Buffer.compare(x.buffer.subarray(0, x.position), y.buffer.subarray(0, y.position))
      );
    }
    case 'objectId':
      return Buffer.compare((a as ObjectId).id, (b as ObjectId).id);
    case 'bool':
      return order(Number(a), Number(b));
    case 'date':
      return order((a as Date).getTime(), (b as Date).getTime());
    case 'regex': {
      const [x, y] = [a as BSONRegExp, b as BSONRegExp];
      return compareStrings(x.pattern, y.pattern) || compareStrings(x.options, y.options);
    }
    default:
      return 0;
  }
}

export const valuesEqual = (a: unknown, b: unknown): boolean => compareValues(a, b) === 0;
