import { Code } from 'bson';
import { isDoc } from './document.js';
import { badValue, failedToParse } from './errors.js';
import { asInteger } from './numbers.js';

const codes: Record<string, number> = {
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  undefined: 6,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  dbPointer: 12,
  javascript: 13,
  symbol: 14,
  javascriptWithScope: 15,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  minKey: -1,
  maxKey: 127,
};
const names = new Map(Object.entries(codes).map(([name, code]) => [code, name]));

const bsonNames: Record<string, string> = {
  Int32: 'int',
  Double: 'double',
  Long: 'long',
  Decimal128: 'decimal',
  ObjectId: 'objectId',
  Binary: 'binData',
  Timestamp: 'timestamp',
  BSONRegExp: 'regex',
  BSONSymbol: 'symbol',
  MinKey: 'minKey',
  MaxKey: 'maxKey',
  Undefined: 'undefined',
};

/** MongoDB's name of a value's type, as `$type` gives it; a missing value is "missing". */
export function typeName(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'undefined':
      return 'missing';
    case 'number':
      return value === (value | 0) ? 'int' : 'double';
    case 'bigint':
      return 'long';
    default:
  }
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isDoc(value)) return 'object';
  if (value instanceof Date) return 'date';
  if (value instanceof RegExp) return 'regex';
  if (value instanceof Code) return value.scope ? 'javascriptWithScope' : 'javascript';
  return bsonNames[(value as { _bsontype: string })._bsontype] ?? 'object';
}

/** Type names that an argument of the query operator `$type` (name, code or a list of them) stands for. */
export function parseTypes(argument: unknown, path: string): Set<string> {
  const list = Array.isArray(argument) ? (argument as unknown[]) : [argument];
  if (list.length === 0) throw failedToParse(`${path} must match at least one type`);
  const types = new Set<string>();
  for (const item of list) {
    if (typeof item === 'string') {
      if (item === 'number') for (const name of ['int', 'long', 'double', 'decimal']) types.add(name);
      else if (item in codes) types.add(item);
      else throw badValue(`Unknown type name alias: ${item}`);
      continue;
    }
    const code = asInteger(item);
    const name = code === undefined ? undefined : names.get(code);
    if (name === undefined) {
      if (code === undefined && typeof item !== 'object')
        throw badValue('type must be represented as a number or a string');
      throw badValue(`Invalid numerical type code: ${String(item)}`);
    }
    types.add(name);
  }
  return types;
}
