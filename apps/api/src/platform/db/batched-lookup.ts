/** Documents by key, those that exist; the map may hold others beside them. */
export type Lookup<K, T> = (keys: readonly K[]) => Promise<ReadonlyMap<K, T>>;

export interface LookupSource<K, T> {
  read: (keys: K[]) => Promise<T[]>;
  /** The keys under which a document may have been asked for. */
  keysOf: (document: T) => readonly K[];
  /** Keys of one query at most. */
  max: number;
  /** Milliseconds after which a query under way is no longer waited for, so that one that hangs stops no other. */
  patience?: number;
}

const PATIENCE = 100;

interface Batch<K, T> {
  keys: Set<K>;
  found: Promise<ReadonlyMap<K, T>>;
}

/** The end of the event loop's turn: requests that arrived together have all asked by then. */
const turnOver = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Looks documents up by key, one query at a time: lookups of one turn of the event loop share a query, and so do those
 * that come while one is under way. What is answered was read after it was asked for, so nothing is ever stale; the
 * busier the service, the fewer queries.
 */
export function batchedLookup<K, T>({
  read,
  keysOf,
  max,
  patience = PATIENCE,
}: LookupSource<K, T>): Lookup<K, T> {
  let running: Promise<void> | undefined;
  let waiting: Batch<K, T> | undefined;

  const run = async (keys: Set<K>): Promise<ReadonlyMap<K, T>> => {
    const found = new Map<K, T>();
    for (const document of await read([...keys])) {
      for (const key of keysOf(document)) found.set(key, document);
    }
    return found;
  };

  const start = (keys: Set<K>): Promise<ReadonlyMap<K, T>> => {
    const found = run(keys);
    const over = overOrLate(found, patience);
    running = over;
    void over.then(() => {
      if (running === over) running = undefined;
    });
    return found;
  };

  const wait = (keys: Set<K>, until: Promise<void>): Batch<K, T> => {
    const batch: Batch<K, T> = {
      keys,
      found: until.then(() => {
        if (waiting === batch) waiting = undefined;
        return start(batch.keys);
      }),
    };
    return batch;
  };

  return (keys) => {
    if (waiting === undefined || waiting.keys.size + keys.length > max) {
      // A full batch goes off beside the new one.
      waiting = wait(new Set(keys), running ?? turnOver());
    } else {
      for (const key of keys) waiting.keys.add(key);
    }
    return waiting.found;
  };
}

const overOrLate = (query: Promise<unknown>, patience: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, patience);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    query.then(end, end);
  });
