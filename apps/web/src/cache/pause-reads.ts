import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Gives up the reads under way whose answers may be from before a write that now begins, and would undo on the screen
 * what it does. First loads and next pages go on: they bring nothing that is on the screen already.
 * @returns what asks for the same again, once the write is through
 */
export const pauseReads = async (client: QueryClient, queryKey: QueryKey): Promise<() => void> => {
  const paused = client
    .getQueryCache()
    .findAll({
      queryKey,
      fetchStatus: 'fetching',
      predicate: ({ state }) => state.data !== undefined && !state.fetchMeta?.fetchMore,
    })
    .map((query) => query.queryKey);
  const each = (act: (key: QueryKey) => Promise<void>) => Promise.all(paused.map(act));
  await each((key) => client.cancelQueries({ queryKey: key, exact: true }));
  return () => void each((key) => client.invalidateQueries({ queryKey: key, exact: true }));
};
