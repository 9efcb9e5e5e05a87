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
