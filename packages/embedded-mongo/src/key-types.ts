import type { Code } from 'bson';

/** The first byte of a value's key: MongoDB's order of types. */
export const type = {
  minKey: 0x08,
  undefined: 0x10,
  null: 0x18,
  number: 0x20,
  string: 0x28,
  object: 0x30,
  array: 0x38,
  binary: 0x40,
  objectId: 0x48,
  boolean: 0x50,
  date: 0x58,
  timestamp: 0x60,
  regex: 0x68,
  code: 0x78,
  codeWithScope: 0x80,
  maxKey: 0xf0,
} as const;

/** The comparison class of a value, as the first byte of its key. */
export function typeByte(value: unknown): number {
  if (value === null || value === undefined) return type.null;
  switch (typeof value) {
    case 'string':
      return type.string;
    case 'number':
    case 'bigint':
      return type.number;
    case 'boolean':
      return type.boolean;
    default:
  }
  if (Array.isArray(value)) return type.array;
  if (value instanceof Date) return type.date;
  switch ((value as { _bsontype?: string })._bsontype) {
    case 'Int32':
    case 'Double':
    case 'Long':
    case 'Decimal128':
      return type.number;
    case 'ObjectId':
      return type.objectId;
    case 'Binary':
      return type.binary;
    case 'BSONSymbol':
      return type.string;
    case 'Timestamp':
      return type.timestamp;
    case 'BSONRegExp':
      return type.regex;
    case 'Code':
      return (value as Code).scope ? type.codeWithScope : type.code;
    case 'MinKey':
      return type.minKey;
    case 'MaxKey':
      return type.maxKey;
    case 'Undefined':
      return type.undefined;
    default:
      return type.object;
  }
}
