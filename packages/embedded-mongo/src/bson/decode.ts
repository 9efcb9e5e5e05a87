import { Binary, BSONRegExp, Double, Int32, Long, ObjectId } from 'bson';
import { type Doc, fieldKey } from './document.js';
import { fail, notImplemented, ServerError } from './errors.js';

/** Deeper documents are rejected, as in MongoDB. */
export const maxDepth = 200;

/** The error for bytes that are not a valid document. */
export const invalid = (why: string) => new ServerError(22, `Invalid BSON: ${why}`);

interface KeySlot {
  text: string;
  key: string;
}
/** Types of BSON that no client of this product sends. */
const otherTypes: Record<number, string> = {
  0x06: 'undefined',
  0x0c: 'DBPointer',
  0x0d: 'JavaScript code',
  0x0e: 'symbol',
  0x0f: 'JavaScript code with scope',
  0x11: 'timestamp',
  0x13: 'decimal',
  0x7f: 'MaxKey',
  0xff: 'MinKey',
};

/** Field names repeat, so a direct-mapped cache avoids decoding them again. */
const keyCache: (KeySlot | undefined)[] = new Array<KeySlot | undefined>(2048);

class Reader {
  pos = 0;
  private readonly view: DataView;

  constructor(private readonly buf: Buffer) {
    this.view = new DataView(buf.buffer, buf.byteOffset, buf.byteLength);
  }

  private text(start: number, end: number): string {
    const text = this.buf.toString('utf8', start, end);
    if (text.includes('\uFFFD') && !Buffer.from(text).equals(this.buf.subarray(start, end)))
      throw invalid('string is not UTF-8');
    return text;
  }

  private name(end: number): string {
    const { buf } = this;
    const start = this.pos;
    let hash = 0;
    let i = start;
    for (let byte; (byte = buf[i] ?? 0) !== 0; i++) {
      if (i >= end) throw invalid('field name without end');
      hash = (hash * 31 + byte) | 0;
    }
    this.pos = i + 1;
    const slot = (hash ^ (hash >>> 11)) & 2047;
    const cached = keyCache[slot];
    if (cached !== undefined && cached.text.length === i - start) {
      let at = start;
      while (at < i && cached.text.charCodeAt(at - start) === buf[at]) at++;
      if (at === i) return cached.key;
    }
    const text = this.text(start, i);
    const key = fieldKey(text);
    // ASCII only: character and byte counts are equal
    if (i - start < 64 && text.length === i - start) keyCache[slot] = { text, key };
    return key;
  }

  private cstring(end: number): string {
    const stop = this.buf.indexOf(0, this.pos);
    if (stop < 0 || stop >= end) throw invalid('string without end');
    const text = this.text(this.pos, stop);
    this.pos = stop + 1;
    return text;
  }

  private take(size: number, end: number): number {
    const at = this.pos;
    if (size < 0 || at + size > end) throw invalid('length out of bounds');
    this.pos = at + size;
    return at;
  }

  private string(end: number): string {
    const size = this.view.getInt32(this.take(4, end), true);
    if (size < 1) throw invalid('string length');
    const at = this.take(size, end);
    if (this.buf[at + size - 1] !== 0) throw invalid('string without end');
    return this.text(at, at + size - 1);
  }

  private bytes(size: number, end: number): Buffer {
    const at = this.take(size, end);
    return Buffer.from(this.buf.subarray(at, at + size));
  }

  /** Reads a document or, with `array`, its values. `end` is the end offset. */
  document(end: number, array: false, depth: number): Doc;
  document(end: number, array: true, depth: number): unknown[];
  document(end: number, array: boolean, depth: number): Doc | unknown[] {
    if (depth > maxDepth) fail(15, `BSONObj exceeds maximum nested object depth: ${maxDepth}`);
    const size = this.pos + 4 <= end ? this.view.getInt32(this.pos, true) : 0;
    const stop = this.pos + size - 1;
    if (size < 5 || stop >= end || this.buf[stop] !== 0) throw invalid('document length');
    this.pos += 4;
    const list: unknown[] = [];
    const doc: Doc = {};
    while (this.pos < stop) {
      const type = this.buf[this.pos++]!;
      const key = this.name(stop);
      const value = this.value(type, stop, depth);
      if (array) list.push(value);
      else doc[key] = value;
    }
    if (this.pos !== stop) throw invalid('document length');
    this.pos = stop + 1;
    return array ? list : doc;
  }

  private value(type: number, end: number, depth: number): unknown {
    const { view } = this;
    switch (type) {
      case 0x01:
        return new Double(view.getFloat64(this.take(8, end), true));
      case 0x02:
        return this.string(end);
      case 0x03:
        return this.document(end, false, depth + 1);
      case 0x04:
        return this.document(end, true, depth + 1);
      case 0x05:
        return this.binary(end);
      case 0x07:
        return new ObjectId(this.bytes(12, end));
      case 0x08:
        return this.buf[this.take(1, end)] === 1;
      case 0x09: {
        const at = this.take(8, end);
        const date = new Date(view.getInt32(at + 4, true) * 4294967296 + view.getUint32(at, true));
        if (Number.isNaN(date.getTime()))
          throw invalid('date beyond the years ±271821, which are not supported');
        return date;
      }
      case 0x0a:
        return null;
      case 0x0b: {
        const pattern = this.cstring(end);
        return new BSONRegExp(pattern, this.cstring(end));
      }
      case 0x10:
        return new Int32(view.getInt32(this.take(4, end), true));
      case 0x12: {
        const at = this.take(8, end);
        return Long.fromBits(view.getInt32(at, true), view.getInt32(at + 4, true));
      }
      default:
        throw otherTypes[type] === undefined
          ? invalid(`unknown type ${type}`)
          : notImplemented(`the BSON type ${otherTypes[type]}`);
    }
  }

  private binary(end: number): Binary {
    const size = this.view.getInt32(this.take(4, end), true);
    const subType = this.buf[this.take(1, end)]!;
    if (subType !== 2) return new Binary(this.bytes(size, end), subType);
    const inner = this.view.getInt32(this.take(4, end), true);
    if (inner !== size - 4) throw invalid('binary length');
    return new Binary(this.bytes(inner, end), 2);
  }
}

/** Decodes one BSON document. Throws InvalidBSON (22), or Overflow (15) for more than 200 levels. */
export function decode(bytes: Uint8Array): Doc {
  const buf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reader = new Reader(buf);
  let doc: Doc;
  try {
    doc = reader.document(buf.length, false, 0);
  } catch (error) {
    if (error instanceof ServerError) throw error;
    throw invalid(error instanceof Error ? error.message : 'unreadable');
  }
  if (reader.pos !== buf.length) throw invalid('bytes after the document');
  return doc;
}
