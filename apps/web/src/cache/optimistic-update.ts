import { partialMatchKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { isOutcomeUnknown, startMutation } from './run-mutation';

/** Changes that are applied again to each response, oldest first. */
const shown = new WeakMap<QueryClient, Set<() => void>>();

const changesOf = (client: QueryClient) => {
  const held = shown.get(client);
  if (held) return held;
  const changes = new Set<() => void>();
  shown.set(client, changes);
  let isApplying = false;
  client.getQueryCache().subscribe((event) => {
    if (isApplying || event.type !== 'updated' || !['success', 'setState'].includes(event.action.type))
      return;
    isApplying = true;
    try {
      for (const change of changes) change();
    } finally {
      isApplying = false;
    }
  });
  return changes;
};

/**
 * Applies a change now and again after each response, until it is stopped. It changes only what differs from what it
 * shows.
 * @returns a function that stops it
 */
export const keepApplied = (client: QueryClient, change: () => void): (() => void) => {
  const changes = changesOf(client).add(change);
  change();
  return () => void changes.delete(change);
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
 * applied again to the response. If the cache is cleared before the call ends, because another user signed in,
 * nothing more happens.
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

  let change = unlessCleared(apply);
  const stop = keepApplied(client, () => change());
  let succeeded = false;
  try {
    const state = await answer;
    succeeded = true;
    change = unlessCleared(() => confirm(state));
    change();
    unlessCleared(() => onSuccess?.(state))();
  } catch (error) {
    const state = isOutcomeUnknown(error) ? await readBack?.().catch(() => undefined) : undefined;
    change = state === undefined ? () => undefined : unlessCleared(() => confirm(state));
    if (state === undefined) unlessCleared(() => rollback?.())();
    change();
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
    change();
    stop();
    void client.invalidateQueries({ predicate: (query) => repeated.includes(query) });
  });
  return succeeded;
};
