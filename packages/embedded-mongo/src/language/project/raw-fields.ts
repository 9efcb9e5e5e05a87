import { invalid } from '../../bson/decode.js';
import type { Doc } from '../../bson/document.js';
import { isNumber } from '../../bson/numbers.js';
import { truthy } from '../filter/predicates.js';

/** Bytes that values of a type take, where that does not depend on the value. */
const fixed = new Map([
  ...[0x01, 0x09, 0x11, 0x12].map((type) => [type, 8] as const),
  ...[0x06, 0x0a, 0x7f, 0xff].map((type) => [type, 0] as const),
  ...([
    [0x07, 12],
    [0x08, 1],
    [0x10, 4],
    [0x13, 16],
  ] as const),
]);
/** Bytes that stand before a value beside the length that it begins with. */
const counted = new Map([
  [0x02, 4] as const,
  ...[0x03, 0x04].map((type) => [type, 0] as const),
  [0x05, 5] as const,
]);
const sizes = Array.from({ length: 256 }, (_, type) => fixed.get(type) ?? -1);
const extras = Array.from({ length: 256 }, (_, type) => counted.get(type) ?? -1);

/** Where the value at `at` ends. */
function valueEnd(bytes: Buffer, type: number, at: number): number {
  const size = sizes[type]!;
  if (size >= 0) return at + size;
  const extra = extras[type]!;
  if (extra >= 0) return at + extra + bytes.readInt32LE(at);
  if (type === 0x0b) return bytes.indexOf(0, bytes.indexOf(0, at) + 1) + 1;
  throw invalid(`unsupported type ${type}`);
}

/** The documents of an array in a document's bytes, as bytes; undefined where there is no such array of documents. */
export function rawItems(bytes: Buffer, name: string): Buffer[] | undefined {
  for (let at = 4; at < bytes.length - 1;) {
    const nameEnd = bytes.indexOf(0, at + 1);
    const next = valueEnd(bytes, bytes[at]!, nameEnd + 1);
    if (bytes[at] === 0x04 && bytes.toString('utf8', at + 1, nameEnd) === name) {
      const items: Buffer[] = [];
      for (let i = nameEnd + 5; i < next - 1;) {
        if (bytes[i] !== 0x03) return undefined;
        const start = bytes.indexOf(0, i + 1) + 1;
        i = valueEnd(bytes, 0x03, start);
        items.push(bytes.subarray(start, i));
      }
      return items;
    }
    at = next;
  }
  return undefined;
}

/** Where the parts that are copied begin and end; one list for all, since picking is synchronous. */
const runs: number[] = [];

/**
 * A projection that only names fields of the outermost level, as a copy of their bytes: nothing is decoded.
 * Undefined where a specification says more. `compileProjection` has checked it before.
 */
export function compilePick(spec: Doc): ((bytes: Buffer) => Buffer) | undefined {
  const names = new Set(['_id']);
  for (const [name, value] of Object.entries(spec)) {
    const plain = !/[.$\0]/.test(name) && (typeof value === 'boolean' || isNumber(value));
    if (!plain || (!truthy(value) && name !== '_id')) return undefined;
    if (truthy(value)) names.add(name);
    else names.delete(name);
  }
  // `{_id: 0}` alone keeps all other fields
  if (names.size === 0) return undefined;
  const wanted = [...names].map((name) => Buffer.from(name));

  return (bytes) => {
    let count = 0;
    let size = 5;
    const stop = bytes.length - 1;
    for (let at = 4; at < stop;) {
      const name = at + 1;
      let end = name;
      while (bytes[end] !== 0) end++;
      const next = valueEnd(bytes, bytes[at]!, end + 1);
      if (!(next <= stop)) throw invalid('document length');
      if (
        wanted.some((one) => one.length === end - name && one.every((byte, i) => byte === bytes[name + i]))
      ) {
        size += next - at;
        // neighbours are copied together
        if (count > 0 && runs[count - 1] === at) count--;
        else runs[count++] = at;
        runs[count++] = next;
      }
      at = next;
    }
    const picked = Buffer.allocUnsafe(size);
    let to = picked.writeInt32LE(size, 0);
    for (let i = 0; i < count; i += 2) to += bytes.copy(picked, to, runs[i], runs[i + 1]);
    picked[to] = 0;
    return picked;
  };
}
