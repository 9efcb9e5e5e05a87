/**
 * Small seeded random streams. Each stream depends only on (seed, kind, index), so any item can be generated
 * without the previous ones, and memory does not grow with the number of items.
 */

/** A source of repeatable random choices. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** One element; throws a RangeError on an empty list. */
  pick<T>(list: readonly T[]): T;
  /** `count` different elements in random order, or all if there are fewer. */
  sample<T>(list: readonly T[], count: number): T[];
  /** One key of the table, with a probability proportional to its weight. */
  weighted<T>(table: readonly (readonly [T, number])[]): T;
  /** A standard normal deviate. */
  normal(): number;
}

/** FNV-1a with a final avalanche: a 32-bit hash of a short text. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return mix(hash);
}

function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The sfc32 generator over four words of state. The first rounds are discarded to mix the key. */
function sfc32(a: number, b: number, c: number, d: number): () => number {
  const step = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return (t >>> 0) / 4294967296;
  };
  for (let i = 0; i < 12; i += 1) step();
  return step;
}

/**
 * Returns the random stream of one item.
 * @param seed the demo data's seed
 * @param kind kind of item ('post', 'comment', …); each kind has unrelated streams
 * @param index the item's number, any non-negative integer
 */
export function randomFor(seed: number, kind: string, index: number): Random {
  const low = index >>> 0;
  const high = Math.floor(index / 4294967296) >>> 0;
  const next = sfc32(mix(seed ^ 0x9e3779b9), hashText(kind), mix(low ^ 0x51ed270b), mix(high ^ low));
  return fromSource(next);
}

function fromSource(next: () => number): Random {
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (list) => {
      if (list.length === 0) throw new RangeError('pick needs at least one element');
      return list[int(0, list.length - 1)]!;
    },
    sample: (list, count) => distinctBelow({ int }, list.length, count).map((at) => list[at]!),
    weighted: (table) => {
      const sum = table.reduce((total, [, weight]) => total + weight, 0);
      let rest = next() * sum;
      for (const [value, weight] of table) {
        rest -= weight;
        if (rest < 0) return value;
      }
      const last = table[table.length - 1];
      if (!last) throw new RangeError('weighted needs at least one element');
      return last[0];
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}

/**
 * Returns `count` different whole numbers below `size`, without `except`, or fewer if there are not enough. A
 * sparse Fisher–Yates shuffle: the cost depends on `count`, not `size`.
 */
export function distinctBelow(
  { int }: Pick<Random, 'int'>,
  size: number,
  count: number,
  except = -1,
): number[] {
  const hasException = except >= 0 && except < size;
  const room = size - (hasException ? 1 : 0);
  const moved = new Map<number, number>();
  return Array.from({ length: Math.max(0, Math.min(count, room)) }, (_, k) => {
    const at = int(k, room - 1);
    const value = moved.get(at) ?? at;
    moved.set(at, moved.get(k) ?? k);
    return hasException && value >= except ? value + 1 : value;
  });
}
