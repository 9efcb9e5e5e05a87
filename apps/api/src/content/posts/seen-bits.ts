/** Numbers of a block. */
export const BLOCK_SIZE = 65_536;
/** Up to this many numbers a list is smaller than a bitmap. */
const LISTED_MAX = BLOCK_SIZE / 16;
const [LIST, BITMAP] = [0, 1];

export const blockOf = (number: number): number => Math.floor(number / BLOCK_SIZE);

/**
 * Writes a set of numbers of a block as Roaring bitmaps do: a byte for the kind, then a sorted list of 16 bits each, or a
 * bit for each number.
 */
function encode(sorted: readonly number[]): Uint8Array {
  if (sorted.length > LISTED_MAX) {
    const bytes = new Uint8Array(1 + BLOCK_SIZE / 8);
    bytes[0] = BITMAP!;
    for (const number of sorted) bytes[1 + (number >> 3)]! |= 1 << (number & 7);
    return bytes;
  }
  const bytes = new Uint8Array(1 + 2 * sorted.length);
  bytes[0] = LIST!;
  for (const [index, number] of sorted.entries()) bytes.set([number & 0xff, number >> 8], 1 + 2 * index);
  return bytes;
}

const isSet = (bytes: Uint8Array, number: number) => (bytes[1 + (number >> 3)]! & (1 << (number & 7))) !== 0;
const listed = (bytes: Uint8Array, index: number) => bytes[1 + 2 * index]! | (bytes[2 + 2 * index]! << 8);
const lengthOf = (bytes: Uint8Array) => (bytes.length - 1) / 2;

const decode = (bytes: Uint8Array): number[] =>
  bytes[0] === BITMAP
    ? Array.from({ length: BLOCK_SIZE }, (_, number) => number).filter((number) => isSet(bytes, number))
    : Array.from({ length: lengthOf(bytes) }, (_, index) => listed(bytes, index));

/** Whether a number is in the set of its block. */
export function isIn(bytes: Uint8Array, number: number): boolean {
  const wanted = number % BLOCK_SIZE;
  if (bytes[0] === BITMAP) return isSet(bytes, wanted);
  let [from, to] = [0, lengthOf(bytes)];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (listed(bytes, middle) < wanted) from = middle + 1;
    else to = middle;
  }
  return from < lengthOf(bytes) && listed(bytes, from) === wanted;
}

/** The numbers of a block's set, in order. */
export const numbersIn = (block: number, bytes: Uint8Array): number[] =>
  decode(bytes).map((number) => block * BLOCK_SIZE + number);

/** Writes the set of those numbers that are in a block. */
export function bitsOf(block: number, numbers: Iterable<number>): Uint8Array {
  const own = new Set<number>();
  for (const number of numbers) if (blockOf(number) === block) own.add(number % BLOCK_SIZE);
  return encode([...own].sort((one, other) => one - other));
}
