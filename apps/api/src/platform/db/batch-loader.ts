import DataLoader from 'dataloader';
import { currentRequest, runForRequest, type RequestContext } from '../request-context.js';

/** Looks up documents by key, in the order of the keys; `undefined` for missing ones. */
export interface Lookup<K, T> {
  (keys: readonly K[]): Promise<(T | undefined)[]>;
  /** Removes a changed document from the cache. */
  forget(key: K): void;
}

interface LookupSource<K, T> {
  read: (keys: K[]) => Promise<T[]>;
  /** All keys by which a document may be looked up. */
  keysOf: (document: T) => readonly K[];
  /** Maximum keys per query. */
  max: number;
  /** Milliseconds for which a document is cached, by `now`. */
  remember?: { milliseconds: number; now: () => Date };
}

/** Runs at the end of the event loop's turn, when all requests that arrived together have added their keys. */
const atTurnsEnd = (run: () => void): void => void setImmediate(run);

/** A key, and the request that looks it up. */
interface Asked<K> {
  key: K;
  request: RequestContext | undefined;
}

/** Returns the request with the latest deadline, so that one late request does not abort a shared query. */
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

/** A query failed after the deadline of its request. The cause is the error for that request. */
class RequestOver extends Error {
  constructor(
    cause: unknown,
    readonly request: RequestContext,
  ) {
    super('The request of a shared query is over', { cause });
  }
}

/**
 * Looks up documents by key. Lookups in one turn of the event loop share a query; later ones join it if documents
 * are cached. A query runs until the latest deadline of the requests that started it. A request that joined later
 * and has time left then runs its own query within its own deadline, so no query outlives all its requests.
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
