import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * The one writer of what the cache holds: runs `change` over the data of every query whose key begins with `queryKey` and
 * writes only what it changed (`change` answers the same object where nothing is to change). What the server said of
 * everything else is as old as before, so age, error and invalidation of the query stay.
 */
export const updateCached = (
  client: QueryClient,
  queryKey: QueryKey,
  change: (data: unknown) => unknown,
): void => {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    const held: unknown = query.state.data;
    if (held === undefined) continue;
    const data = change(held);
    if (data !== held) query.setState({ data });
  }
};
