import DataLoader from 'dataloader';
import { currentRequest, runForRequest, type RequestContext } from '../request-context.js';

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

/** A key, and for which request it is looked up. */
interface Asked<K> {
  key: K;
  request: RequestContext | undefined;
}

/** Of requests that share a query the one with most time left: a late one must not take the others with it. */
function lastToEnd(asked: readonly Asked<unknown>[]): RequestContext | undefined {
  let last = asked[0]?.request;
  for (const { request } of asked) {
    if (request === undefined) return undefined;
    if (request.deadlineAt > (last?.deadlineAt ?? 0)) last = request;
  }
  return last;
}

const isOver = ({ signal, deadlineAt, hasWritten }: RequestContext) =>
  hasWritten !== true && (signal.aborted || performance.now() >= deadlineAt);

/** A query failed once the time of the request that it ran for was over. The cause is what that request is told. */
class RequestOver extends Error {
  constructor(
    cause: unknown,
    readonly request: RequestContext,
  ) {
    super('The request of a shared query is over', { cause });
  }
}

/**
 * Looks documents up by key; lookups of one turn of the event loop share a query, and later ones join it where documents
 * are remembered. A query ends with the one request, of those it was begun for, that has most time left. Who joined it
 * and still has time then asks again, bounded by that time: no query outlives everyone who asked for it.
 */
export function createLookup<K, T>({ read, keysOf, max, remember }: LookupSource<K, T>): Lookup<K, T> {
  const loader = new DataLoader<Asked<K>, T | undefined, K>(
    async (asked) => {
      const found = new Map<K, T>();
      const wanted = [...new Set(asked.map(({ key }) => key))];
      const request = lastToEnd(asked);
      try {
        for (const document of await runForRequest(request, () => read(wanted))) {
          for (const key of keysOf(document)) found.set(key, document);
        }
      } catch (error) {
        throw request !== undefined && isOver(request) ? new RequestOver(error, request) : error;
      }
      return asked.map(({ key }) => found.get(key));
    },
    {
      cache: remember !== undefined,
      cacheKeyFn: ({ key }) => key,
      maxBatchSize: max,
      batchScheduleFn: atTurnsEnd,
    },
  );
  async function load(keys: readonly K[], request: RequestContext | undefined): Promise<(T | undefined)[]> {
    try {
      return await Promise.all(keys.map((key) => loader.load({ key, request })));
    } catch (error) {
      if (!(error instanceof RequestOver)) throw error;
      if (request !== undefined && (request === error.request || isOver(request))) throw error.cause;
      return load(keys, request);
    }
  }
  let since = -Infinity;
  const lookup = async (keys: readonly K[]) => {
    if (remember !== undefined) {
      const now = remember.now().getTime();
      if (Math.abs(now - since) >= remember.milliseconds) {
        loader.clearAll();
        since = now;
      }
    }
    return load(keys, currentRequest());
  };
  return Object.assign(lookup, { forget: (key: K) => void loader.clear({ key, request: undefined }) });
}
