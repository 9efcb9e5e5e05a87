import { type Binary, type BSONRegExp, type Double, type Int32, Long, type ObjectId } from 'bson';
import { invalid, maxDepth } from './decode.js';
import { type Doc, fieldName, isDoc, type UNDEFINED } from './document.js';
import { fail } from './errors.js';

/** A shared buffer: encoding is synchronous, and the result is copied out. */
let out = Buffer.allocUnsafeSlow(1 << 16);
let pos = 0;

function reserve(size: number): void {
  if (pos + size <= out.length) return;
  const larger = Buffer.allocUnsafeSlow(Math.max(out.length * 2, pos + size));
  out.copy(larger, 0, 0, pos);
  out = larger;
}

function writeText(text: string): void {
  const { length } = text;
  reserve(length * 3 + 1);
  if (length < 24) {
    let i = 0;
    for (; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) break;
      out[pos + i] = code;
    }
    if (i === length) pos += length;
    else pos += out.write(text, pos);
  } else pos += out.write(text, pos);
  out[pos++] = 0;
}

function writeInt(value: number): void {
  reserve(4);
  pos = out.writeInt32LE(value, pos);
}

function writeString(text: string): void {
  const start = pos;
  writeInt(0);
  writeText(text);
  out.writeInt32LE(pos - start - 4, start);
}

function writeBytes(bytes: Uint8Array): void {
  reserve(bytes.length);
  out.set(bytes, pos);
  pos += bytes.length;
}

function writeLong(value: { low: number; high: number }): void {
  writeInt(value.low);
  writeInt(value.high);
}

/** Writes type, name and value; skips a missing value. */
function writeElement(name: string, value: unknown, depth: number): void {
  if (value === undefined) return;
  const start = pos;
  reserve(1);
  pos++;
  writeText(name);
  const type = writeValue(value, depth);
  out[start] = type;
}

function writeNumber(value: number): number {
  if (Number.isInteger(value) && value === (value | 0) && !Object.is(value, -0)) {
    writeInt(value);
    return 0x10;
  }
  reserve(8);
  pos = out.writeDoubleLE(value, pos);
  return 0x01;
}

function writeValue(value: unknown, depth: number): number {
  if (typeof value === 'string') return (writeString(value), 0x02);
  if (typeof value === 'number') return writeNumber(value);
  if (typeof value === 'boolean') {
    reserve(1);
    out[pos++] = value ? 1 : 0;
    return 0x08;
  }
  if (value === null) return 0x0a;
  if (Array.isArray(value)) return (writeDocument(value, depth + 1), 0x04);
  if (value instanceof Date) return (writeLong(Long.fromNumber(value.getTime())), 0x09);
  if (value instanceof RegExp) {
    writeText(value.source);
    writeText(value.flags.replace(/[^imsux]/g, ''));
    return 0x0b;
  }
  if (isDoc(value)) return (writeDocument(value, depth + 1), 0x03);
  return writeBsonValue(value as BsonValue);
}

/** bson's classes as a union discriminated by `_bsontype`. */
type BsonValue = Binary | BSONRegExp | Double | Int32 | Long | ObjectId | typeof UNDEFINED;

function writeBsonValue(value: BsonValue): number {
  switch (value._bsontype) {
    case 'ObjectId':
      return (writeBytes(value.id), 0x07);
    case 'Int32':
      return (writeInt(value.value), 0x10);
    case 'Double':
      reserve(8);
      pos = out.writeDoubleLE(value.value, pos);
      return 0x01;
    case 'Long':
      return (writeLong(value), 0x12);
    case 'Binary': {
      const bytes = value.buffer.subarray(0, value.position);
      writeInt(value.sub_type === 2 ? bytes.length + 4 : bytes.length);
      reserve(1);
      out[pos++] = value.sub_type;
      if (value.sub_type === 2) writeInt(bytes.length);
      return (writeBytes(bytes), 0x05);
    }
    case 'BSONRegExp':
      writeText(value.pattern);
      writeText(value.options);
      return 0x0b;
    case 'Undefined':
      return 0x06;
    default:
      throw invalid(`cannot write a ${(value as { _bsontype: string })._bsontype}`);
  }
}

function writeDocument(value: Doc | unknown[], depth: number): void {
  if (depth > maxDepth) fail(15, `BSONObj exceeds maximum nested object depth: ${maxDepth}`);
  const start = pos;
  writeInt(0);
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++)
      writeElement(String(i), value[i] === undefined ? null : value[i], depth);
  } else {
    for (const key in value) writeElement(fieldName(key), value[key], depth);
  }
  reserve(1);
  out[pos++] = 0;
  out.writeInt32LE(pos - start, start);
}

/** Encodes a document into a new buffer (never a view of the shared one). */
export function encode(doc: Doc): Buffer {
  pos = 0;
  writeDocument(doc, 0);
  const bytes = Buffer.allocUnsafeSlow(pos);
  out.copy(bytes, 0, 0, pos);
  // release the memory of a huge message
  if (out.length > 1 << 22) out = Buffer.allocUnsafeSlow(1 << 16);
  return bytes;
}
