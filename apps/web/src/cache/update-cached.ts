import { partialMatchKey, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error';
import { asRecord } from '../lib/json';

/**
 * Runs `change` over the data of every query whose key starts with `queryKey`, and writes only changed data
 * (`change` returns the same object for no change). Make all cache changes through this: the rest of the data is as
 * old as before, so age, error and invalidation of the query must stay.
 */
export const updateCached = (
  client: QueryClient,
  queryKey: QueryKey,
  change: (data: unknown, queryKey: QueryKey) => unknown,
): void => {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    const held: unknown = query.state.data;
    if (held === undefined) continue;
    const data = change(held, query.queryKey);
    if (data !== held) query.setState({ data });
  }
};

export interface Identified {
  _id: string;
}

interface Page<T> {
  data: T[];
}

/** Runs `change` over every page's items; unchanged pages and lists keep their identity. */
export const mapPages = <T, P extends Page<T>, Param>(
  list: InfiniteData<P, Param>,
  change: (items: T[]) => T[],
): InfiniteData<P, Param> => {
  let touched = false;
  const pages = list.pages.map((page) => {
    const data = change(page.data);
    if (data === page.data) return page;
    touched = true;
    return { ...page, data };
  });
  return touched ? { ...list, pages } : list;
};

/** Returns `items` with the item of this id changed, or the same array if it is absent or unchanged. */
export const changeById = <T extends Identified>(items: T[], id: string, change: (item: T) => T): T[] => {
  const index = items.findIndex((item) => item._id === id);
  const found = items[index];
  if (!found) return items;
  const changed = change(found);
  return changed === found ? items : items.with(index, changed);
};

export type Paged<T extends Identified = Identified> = InfiniteData<Page<T>>;

/** Whether the data of a query is a paged list. */
export const isPaged = <T extends Identified>(value: unknown): value is Paged<T> =>
  Array.isArray(asRecord(value)['pages']);

/**
 * Creates an `Idempotency-Key`. Create it with the mutation's variables, not in its function: a retry must send the
 * same key. Uses random bytes because `crypto.randomUUID` is missing on plain http.
 */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** Whether a call failed halfway: it may have taken effect, and only a refetch shows whether it did. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'OUTCOME_UNKNOWN';

/** Keys of calls without a response yet, by body. */
const unanswered = new Map<string, string>();

/**
 * Sends a call with an `Idempotency-Key`.
 * @param sameKeyFor the body of a call that the user may repeat after a lost response: it is sent with the same key
 *   until a response arrives, so that it takes effect once. Another body gets a new key.
 */
export const withIdempotencyKey = async <T>(
  send: (idempotencyKey: string) => Promise<T>,
  sameKeyFor?: object,
): Promise<T> => {
  if (!sameKeyFor) return send(newIdempotencyKey());
  const body = JSON.stringify(sameKeyFor);
  const key = unanswered.get(body) ?? newIdempotencyKey();
  unanswered.set(body, key);
  try {
    const answer = await send(key);
    unanswered.delete(body);
    return answer;
  } catch (error) {
    // the error told the user to check the result, so another try is intended
    if (isOutcomeUnknown(error)) unanswered.delete(body);
    throw error;
  }
};

type Call<T> = (idempotencyKey: string) => Promise<T>;

/**
 * Starts a mutation with the app's defaults: one retry, under the same key. `isCleared` returns whether the cache
 * was cleared since, because another user came.
 */
const startMutation = <T>(client: QueryClient, call: Call<T>, sameKeyFor?: object) => {
  const cache = client.getMutationCache();
  const mutation = cache.build<T, Error, string, unknown>(client, {
    ...client.getDefaultOptions().mutations,
    // a retry would be sent as the next user
    mutationFn: (key) =>
      isCleared() ? Promise.reject(new DOMException('Another user came', 'AbortError')) : call(key),
  });
  const isCleared = (): boolean =>
    !cache.getAll().some(({ mutationId }) => mutationId === mutation.mutationId);
  return { answer: withIdempotencyKey((key) => mutation.execute(key), sameKeyFor), isCleared };
};

/**
 * Runs a mutation outside any component, so that the response is handled even if the card has scrolled away. Starts
 * at once even if the browser reports that it is offline, so that failures show instead of waiting unseen.
 */
export const runMutation = <T>(client: QueryClient, call: Call<T>, sameKeyFor?: object): Promise<T> =>
  startMutation(client, call, sameKeyFor).answer;

/** Changes that are applied again to each response, oldest first. */
const shown = new WeakMap<QueryClient, Set<{ change: () => void }>>();

const changesOf = (client: QueryClient) => {
  const held = shown.get(client);
  if (held) return held;
  const changes = new Set<{ change: () => void }>();
  shown.set(client, changes);
  let isApplying = false;
  client.getQueryCache().subscribe((event) => {
    if (isApplying || event.type !== 'updated' || !['success', 'setState'].includes(event.action.type))
      return;
    isApplying = true;
    try {
      for (const { change } of changes) change();
    } finally {
      isApplying = false;
    }
  });
  return changes;
};

interface OptimisticUpdate<T> {
  /** The queries that it concerns. */
  queryKey: QueryKey;
  /** Shows the wish in the cache. Runs again after each response: then it changes only what differs from the wish. */
  apply: () => void;
  send: (idempotencyKey: string) => Promise<T>;
  /** Fetches the server's state after a call that may have taken effect although it failed. */
  readBack?: () => Promise<T>;
  /** Shows the server's state in the cache; `apply` by default. May run again in the same way. */
  confirm?: (state: T) => void;
  rollback?: () => void;
  /** Called after a confirmation. */
  onSuccess?: (state: T) => void;
  /** Called after a rollback, or with the state that was read back. */
  onError?: (error: unknown, state: T | undefined) => void;
}

/**
 * Runs an optimistic update with the app's mutation defaults: shown at once, then replaced by the server's state or
 * rolled back. A read that began before the end of the call may predate it and does not undo it: the update is
 * applied again to the response. If the cache is cleared meanwhile, since another user came, nothing more happens.
 * @returns whether the call succeeded
 */
export const runOptimisticUpdate = async <T>(
  client: QueryClient,
  { queryKey, apply, send, readBack, confirm = apply, rollback, onSuccess, onError }: OptimisticUpdate<T>,
): Promise<boolean> => {
  const { answer, isCleared } = startMutation(client, send);
  const unlessCleared = (act: () => void) => () => {
    if (!isCleared()) act();
  };

  const changes = changesOf(client);
  const entry = { change: unlessCleared(apply) };
  changes.add(entry);
  entry.change();
  let succeeded = false;
  try {
    const state = await answer;
    succeeded = true;
    entry.change = unlessCleared(() => confirm(state));
    entry.change();
    unlessCleared(() => onSuccess?.(state))();
  } catch (error) {
    const state = isOutcomeUnknown(error) ? await readBack?.().catch(() => undefined) : undefined;
    if (state === undefined) changes.delete(entry);
    else entry.change = unlessCleared(() => confirm(state));
    unlessCleared(state === undefined ? () => rollback?.() : entry.change)();
    unlessCleared(() => onError?.(error, state))();
  }
  const running = client.getQueryCache().findAll({ fetchStatus: 'fetching' });
  // first loads and next pages need no repetition: what was on the screen before is not in them
  const repeated = running.filter(
    (query) =>
      partialMatchKey(query.queryKey, queryKey) &&
      query.state.data !== undefined &&
      !query.state.fetchMeta?.fetchMore,
  );
  void Promise.allSettled(running.flatMap(({ promise }) => promise ?? [])).then(() => {
    if (changes.has(entry)) entry.change();
    changes.delete(entry);
    void client.invalidateQueries({ predicate: (query) => repeated.includes(query) });
  });
  return succeeded;
};
