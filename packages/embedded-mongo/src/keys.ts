import { createHash } from 'node:crypto';
import type { Binary, BSONRegExp, BSONSymbol, Code, Decimal128, Long, ObjectId, Timestamp } from 'bson';
import { fieldName } from './semantics/document.js';
import type { Doc } from './semantics/types.js';

/**
 * Binary keys whose byte order is MongoDB's comparison order. Every value is written self-delimiting, so values
 * can be concatenated (compound indexes) and inverted bit by bit (descending fields).
 */
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

/** lmdb ends at 1,978 bytes; longer keys keep this many and a hash of the whole. */
export const keyLimit = 1800;

let out = Buffer.allocUnsafe(4096);
let pos = 0;

function reserve(size: number): void {
  if (pos + size <= out.length) return;
  const larger = Buffer.allocUnsafe(Math.max(out.length * 2, pos + size));
  out.copy(larger, 0, 0, pos);
  out = larger;
}

function byte(value: number): void {
  reserve(1);
  out[pos++] = value;
}

function bytes(value: Uint8Array): void {
  reserve(value.length);
  out.set(value, pos);
  pos += value.length;
}

function invert(from: number): void {
  for (let i = from; i < pos; i++) out[i] = ~out[i]! & 0xff;
}

/** Ends with 00; a NUL inside becomes 00 FF, which no following type byte reaches. */
function text(value: string): void {
  reserve(value.length * 3 + 1);
  const start = pos;
  pos += out.write(value, pos);
  if (value.includes('\0')) {
    const raw = Buffer.from(out.subarray(start, pos));
    pos = start;
    for (const b of raw) {
      byte(b);
      if (b === 0) byte(0xff);
    }
  }
  byte(0);
}

interface Decimal {
  negative: boolean;
  /** Significant digits without leading or trailing zeros; empty for 0. */
  digits: string;
  /** The value is 0.digits × 10^exponent. */
  exponent: number;
}

function parseDecimal(source: string): Decimal {
  const [, sign, whole = '', fraction = '', power = '0'] =
    /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(source) ?? [];
  const all = whole + fraction;
  const leading = /^0*/.exec(all)![0].length;
  const digits = all.slice(leading).replace(/0+$/, '');
  return { negative: sign === '-', digits, exponent: digits ? whole.length - leading + Number(power) : 0 };
}

function compareDecimals(a: Decimal, b: Decimal): number {
  const sign = (d: Decimal) => (d.digits === '' ? 0 : d.negative ? -1 : 1);
  if (sign(a) !== sign(b)) return sign(a) - sign(b);
  const size = a.exponent - b.exponent || (a.digits < b.digits ? -1 : a.digits > b.digits ? 1 : 0);
  return a.negative ? -size : size;
}

function double(value: number): void {
  reserve(9);
  if (Number.isNaN(value)) {
    out.fill(0, pos, pos + 8);
  } else {
    out.writeDoubleBE(value === 0 ? 0 : value, pos);
    if (out[pos]! & 0x80) for (let i = 0; i < 8; i++) out[pos + i] = ~out[pos + i]! & 0xff;
    else out[pos]! |= 0x80;
  }
  pos += 8;
}

/** Numbers that no double holds: the nearest double, on which side of it, and the decimal digits. */
function decimal(source: string): void {
  const near = Number(source);
  double(near);
  if (!Number.isFinite(near) && !/\d/.test(source)) {
    byte(0x80);
    return;
  }
  const value = parseDecimal(source);
  const order = Number.isFinite(near)
    ? compareDecimals(value, parseDecimal(near.toPrecision(34)))
    : value.negative
      ? 1
      : -1;
  byte(order === 0 ? 0x80 : order < 0 ? 0x40 : 0xc0);
  if (order === 0) return;
  const start = pos;
  byte(((value.exponent + 0x8000) >> 8) & 0xff);
  byte((value.exponent + 0x8000) & 0xff);
  text(value.digits);
  if (value.negative) invert(start);
}

/** A number that is its own double. */
function exact(value: number): void {
  double(value);
  byte(0x80);
}

function uint64(high: number, low: number): void {
  reserve(8);
  out.writeUInt32BE(high >>> 0, pos);
  out.writeUInt32BE(low >>> 0, pos + 4);
  pos += 8;
}

function document(value: Doc): void {
  for (const key in value) {
    const field = value[key];
    if (field === undefined) continue;
    byte(typeByte(field));
    text(fieldName(key));
    write(field);
  }
  byte(0);
}

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

function write(value: unknown): void {
  const kind = typeByte(value);
  byte(kind);
  switch (kind) {
    case type.number:
      writeNumber(value);
      break;
    case type.string:
      text(typeof value === 'string' ? value : (value as BSONSymbol).value);
      break;
    case type.object:
      document(value as Doc);
      break;
    case type.array:
      for (const item of value as unknown[]) {
        byte(typeByte(item));
        write(item);
      }
      byte(0);
      break;
    case type.objectId:
      bytes((value as ObjectId).id);
      break;
    case type.boolean:
      byte(value ? 1 : 0);
      break;
    case type.date: {
      const time = (value as Date).getTime();
      uint64(Math.floor(time / 4294967296) ^ 0x80000000, time % 4294967296);
      break;
    }
    case type.timestamp:
      uint64((value as Timestamp).t, (value as Timestamp).i);
      break;
    case type.binary: {
      const binary = value as Binary;
      reserve(5);
      pos = out.writeUInt32BE(binary.position, pos);
      byte(binary.sub_type);
      bytes(binary.buffer.subarray(0, binary.position));
      break;
    }
    case type.regex:
      text((value as BSONRegExp).pattern);
      text((value as BSONRegExp).options);
      break;
    case type.code:
      text((value as Code).code);
      break;
    case type.codeWithScope:
      text((value as Code).code);
      document((value as Code).scope!);
      break;
    default:
  }
}

function writeNumber(value: unknown): void {
  if (typeof value === 'number') exact(value);
  else if (typeof value === 'bigint') decimal(value.toString());
  else {
    const { _bsontype: name, value: plain } = value as { _bsontype: string; value: number };
    if (name === 'Decimal128') decimal((value as Decimal128).toString());
    else if (name !== 'Long') exact(plain);
    else if (Number.isSafeInteger((value as Long).toNumber())) exact((value as Long).toNumber());
    else decimal((value as Long).toString());
  }
}

/** The key of one value, ascending. */
export function encodeValue(value: unknown): Buffer {
  pos = 0;
  write(value);
  return Buffer.from(out.subarray(0, pos));
}

/** The key of a tuple of values; `descending[i]` inverts field i. Never longer than lmdb takes. */
export function encodeKey(prefix: Uint8Array, values: unknown[], descending: boolean[]): Buffer {
  pos = 0;
  bytes(prefix);
  for (let i = 0; i < values.length; i++) {
    const start = pos;
    write(values[i]);
    if (descending[i]) invert(start);
  }
  if (pos <= keyLimit) return Buffer.from(out.subarray(0, pos));
  const hash = createHash('sha256').update(out.subarray(0, pos)).digest();
  return Buffer.concat([out.subarray(0, keyLimit), hash]);
}

/** True for keys that `encodeKey` cut: their order among themselves is not the values' order. */
export const isCut = (key: Uint8Array): boolean => key.length > keyLimit;

/** The smallest byte string after all that start with `key`. */
export function successor(key: Uint8Array): Buffer {
  let end = key.length;
  while (end > 0 && key[end - 1] === 0xff) end--;
  const next = Buffer.from(key.subarray(0, end));
  next[end - 1]!++;
  return next;
}

export function inverted(key: Uint8Array): Buffer {
  const result = Buffer.from(key);
  for (let i = 0; i < result.length; i++) result[i] = ~result[i]! & 0xff;
  return result;
}

/** Record ids count from here, so that their first byte is 1 and never meets a type byte inverted or not. */
const recordBase = 0x010000000000;

/** The six bytes of a record id, into `target` at `at` if given. */
export function recordBytes(id: number, target = Buffer.allocUnsafe(6), at = 0): Buffer {
  target.writeUIntBE(recordBase + id, at, 6);
  return target;
}

/** The record id in the last six bytes. */
export function readRecord(key: Uint8Array): number {
  let id = 0;
  for (let i = key.length - 6; i < key.length; i++) id = id * 256 + key[i]!;
  return id - recordBase;
}

export function prefixBytes(id: number): Buffer {
  const key = Buffer.allocUnsafe(4);
  key.writeUInt32BE(id, 0);
  return key;
}
