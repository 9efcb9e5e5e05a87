/** A fixed shuffle of the numbers from 0 to `size`, exclusive, computed without storing it. */
export interface Permutation {
  readonly size: number;
  /** The number at a position; both run from 0 to `size`, exclusive. */
  at(position: number): number;
  /** The position of a number: the inverse of `at`, for the same cost. */
  positionOf(number: number): number;
}

/** Seeds are whole numbers from 0 up to, but not including, this. */
export const SEEDS = 1_000_000;

const ROUNDS = 8;
const TWO_32 = 4_294_967_296;

/** 32-bit finaliser of MurmurHash3: every input bit reaches every output bit. */
const mix = (value: number): number => {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
};

/**
 * Derives round keys from a seed: a Weyl sequence passed through the finaliser twice, so that seeds 0, 1, 2 … are
 * unrelated.
 */
const expand = (seed: number): Uint32Array => {
  const keys = new Uint32Array(ROUNDS * 2);
  let state = mix(seed ^ 0x5bd1e995);
  for (let i = 0; i < keys.length; i += 1) {
    state = (state + 0x9e3779b9) | 0;
    keys[i] = mix(mix(state) ^ Math.imul(seed, 0x2545f491));
  }
  return keys;
};

/**
 * Creates the order of the random feed: a keyed permutation of [0, size), the same for the same seed and size on
 * every machine (docs/feed.md).
 *
 * A number is a point of a grid of `columns` × `rows` that is barely larger than `size`. In turns, one coordinate
 * is moved by a keyed hash of the other (a Feistel network over a grid, after Black and Rogaway). A point outside
 * the range is permuted again until it is inside. The grid exceeds the range by less than one row, so more than one
 * step is rare, at any size.
 *
 * @param seed a whole number; 0 is valid
 * @param size below 2^32
 */
export function createPermutation(seed: number, size: number): Permutation {
  if (!Number.isInteger(size) || size < 0 || size >= TWO_32) {
    throw new RangeError(`A permutation has from 0 to 2^32 numbers, not ${size}`);
  }
  const keys = expand(seed);
  const columns = Math.max(1, Math.ceil(Math.sqrt(size)));
  const rows = Math.max(1, Math.ceil(size / columns));

  const shuffleOnce = (point: number): number => {
    let row = Math.floor(point / columns);
    let column = point - row * columns;
    for (let key = 0; key < keys.length; key += 4) {
      column += scale(hash(row, keys[key]!, keys[key + 1]!), columns);
      if (column >= columns) column -= columns;
      row += scale(hash(column, keys[key + 2]!, keys[key + 3]!), rows);
      if (row >= rows) row -= rows;
    }
    return row * columns + column;
  };

  const unshuffleOnce = (point: number): number => {
    let row = Math.floor(point / columns);
    let column = point - row * columns;
    for (let key = keys.length - 4; key >= 0; key -= 4) {
      row -= scale(hash(column, keys[key + 2]!, keys[key + 3]!), rows);
      if (row < 0) row += rows;
      column -= scale(hash(row, keys[key]!, keys[key + 1]!), columns);
      if (column < 0) column += columns;
    }
    return row * columns + column;
  };

  /** Applies a step until its result is inside the range. */
  const walk = (start: number, step: (point: number) => number): number => {
    if (!Number.isInteger(start) || start < 0 || start >= size) {
      throw new RangeError(`${start} is outside of 0 to ${size}`);
    }
    let point = step(start);
    while (point >= size) point = step(point);
    return point;
  };

  return {
    size,
    at: (position) => walk(position, shuffleOnce),
    positionOf: (number) => walk(number, unshuffleOnce),
  };
}

const hash = (value: number, first: number, second: number): number => mix(mix(value ^ first) + second);

/** Scales a 32-bit hash to a whole number from 0 to `range`, exclusive. */
const scale = (value: number, range: number): number => Math.floor((value * range) / TWO_32);

/** A response's part of an order. */
export interface OrderedPart {
  seed: number;
  /** Size of the order. */
  population: number;
  /** Positions covered by the response, from 0; `to` is exclusive. */
  from: number;
  to: number;
  /** Numbers of the returned posts, in the order received. */
  numbers: readonly number[];
}

/**
 * Checks whether posts are at the positions given by their seed. A position may be empty if its post was deleted or
 * is hidden from the reader.
 * @returns how many positions are empty, and which of `numbers` is the first in a wrong position; `undefined` if
 *   all are correct
 */
export function checkOrder({ seed, population, from, to, numbers }: OrderedPart): {
  empty: number;
  wrong: number | undefined;
} {
  const order = createPermutation(seed, population);
  let right = 0;
  let empty = 0;
  for (let position = from; position < Math.min(to, population); position += 1) {
    if (numbers[right] === order.at(position)) right += 1;
    else empty += 1;
  }
  return { empty, wrong: right === numbers.length ? undefined : right };
}

/** Returns a number from 0 to 2^32, exclusive, for an id and a seed. Sorting by it shuffles a short list of ids. */
export function shuffleKey(seed: number, id: string): number {
  let state = mix(seed ^ 0x5bd1e995);
  for (let i = 0; i < id.length; i += 1) state = Math.imul(state ^ id.charCodeAt(i), 0x01000193);
  return mix(state);
}
