import DataLoader from 'dataloader';

/** Documents by key, in the order of the keys; `undefined` where there is none. */
export interface Lookup<K, T> {
  (keys: readonly K[]): Promise<(T | undefined)[]>;
  /** Reads a document anew the next time, since it changed. */
  forget(key: K): void;
}

interface LookupSource<K, T> {
  read: (keys: K[]) => Promise<T[]>;
  /** The keys under which a document may have been asked for. */
  keysOf: (document: T) => readonly K[];
  /** Keys of one query at most. */
  max: number;
  /** Milliseconds for which a document is remembered, by `now`. */
  remember?: { milliseconds: number; now: () => Date };
}

/** The end of the event loop's turn: requests that arrived together have all asked by then. */
const atTurnsEnd = (run: () => void): void => void setImmediate(run);

/** Looks documents up by key; lookups of one turn of the event loop share a query. */
export function createLookup<K, T>({ read, keysOf, max, remember }: LookupSource<K, T>): Lookup<K, T> {
  const loader = new DataLoader<K, T | undefined>(
    async (keys) => {
      const found = new Map<K, T>();
      for (const document of await read([...new Set(keys)])) {
        for (const key of keysOf(document)) found.set(key, document);
      }
      return keys.map((key) => found.get(key));
    },
    { cache: remember !== undefined, maxBatchSize: max, batchScheduleFn: atTurnsEnd },
  );
  let since = -Infinity;
  const lookup = async (keys: readonly K[]) => {
    if (remember !== undefined) {
      const now = remember.now().getTime();
      if (Math.abs(now - since) >= remember.milliseconds) {
        loader.clearAll();
        since = now;
      }
    }
    return (await Promise.all(keys.map((key) => loader.load(key)))) as (T | undefined)[];
  };
  return Object.assign(lookup, { forget: (key: K) => void loader.clear(key) });
}
