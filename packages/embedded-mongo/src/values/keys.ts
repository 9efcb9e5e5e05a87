import type { Binary, BSONRegExp, ObjectId } from 'bson';
import { createHash } from 'node:crypto';
import { type Doc, fieldName } from '../bson/document.js';
import { toBig, toDouble } from '../bson/numbers.js';
import { typeOf } from '../bson/types.js';

/**
 * Binary keys whose byte order is MongoDB's comparison order. Every value is written self-delimiting, so values
 * can be concatenated (compound indexes) and inverted bit by bit (descending fields).
 */

/** lmdb's limit is 1,978 bytes. Longer keys keep this many bytes and a hash of the whole key. */
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

/**
 * Ends with 00; the bytes 00 and 01 inside become 01 01 and 01 02, so that no text's key is a prefix of another's.
 */
function text(value: string): void {
  reserve(value.length * 3 + 1);
  const start = pos;
  pos += out.write(value, pos);
  if (value.includes('\0') || value.includes('\x01')) {
    const raw = Buffer.from(out.subarray(start, pos));
    pos = start;
    for (const b of raw) {
      byte(b || 1);
      if (b < 2) byte(b + 1);
    }
  }
  byte(0);
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

/** Longs that no double can represent: the nearest double, on which side of it, and 0.digits × 10^exponent. */
function long(value: bigint): void {
  const near = Number(value);
  const other = BigInt(near);
  double(near);
  byte(value === other ? 0x80 : value < other ? 0x40 : 0xc0);
  if (value === other) return;
  const negative = value < 0n;
  const digits = String(negative ? -value : value);
  const exponent = digits.length + 0x8000;
  const start = pos;
  byte((exponent >> 8) & 0xff);
  byte(exponent & 0xff);
  text(digits.replace(/(?<!0)0+$/, ''));
  if (negative) invert(start);
}

/** A number that a double represents exactly. */
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
    byte(typeOf(field).rank);
    text(fieldName(key));
    write(field);
  }
  byte(0);
}

function write(value: unknown): void {
  const { name, rank } = typeOf(value ?? null);
  byte(rank);
  switch (name) {
    case 'int':
    case 'double':
      exact(toDouble(value));
      break;
    case 'long':
      if (Number.isSafeInteger(toDouble(value))) exact(toDouble(value));
      else long(toBig(value));
      break;
    case 'string':
      text(value as string);
      break;
    case 'object':
      document(value as Doc);
      break;
    case 'array':
      for (const item of value as unknown[]) {
        byte(typeOf(item ?? null).rank);
        write(item);
      }
      byte(0);
      break;
    case 'objectId':
      bytes((value as ObjectId).id);
      break;
    case 'bool':
      byte(value ? 1 : 0);
      break;
    case 'date': {
      const time = (value as Date).getTime();
      uint64(Math.floor(time / 4294967296) ^ 0x80000000, time % 4294967296);
      break;
    }
    case 'binData': {
      const binary = value as Binary;
      reserve(5);
      pos = out.writeUInt32BE(binary.position, pos);
      byte(binary.sub_type);
      bytes(binary.buffer.subarray(0, binary.position));
      break;
    }
    case 'regex':
      text((value as BSONRegExp).pattern);
      text((value as BSONRegExp).options);
      break;
    default:
  }
}

/** Returns the ascending key of one value. */
export function encodeValue(value: unknown): Buffer {
  pos = 0;
  write(value);
  return Buffer.from(out.subarray(0, pos));
}

/** Returns a text that is the same for equal values, such as 1, 1.0 and NumberLong(1). */
export const keyText = (value: unknown): string => encodeValue(value).toString('latin1');

/** Returns the key of a tuple of values; `descending[i]` inverts field i. Never exceeds lmdb's limit. */
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

/** True for keys that `encodeKey` truncated: their order is not the order of their values. */
export const isCut = (key: Uint8Array): boolean => key.length > keyLimit;

/** Returns the smallest byte string after all that start with `key`. */
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

/** Record ids start here, so that their first byte is 1 and differs from all type bytes, inverted or not. */
const recordBase = 0x010000000000;

/** Returns the six bytes of a record id, written into `target` at `at` if provided. */
export function recordBytes(id: number, target = Buffer.allocUnsafe(6), at = 0): Buffer {
  target.writeUIntBE(recordBase + id, at, 6);
  return target;
}

/** Returns the record id in the last six bytes. */
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
