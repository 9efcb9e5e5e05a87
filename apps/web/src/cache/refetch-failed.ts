import type { QueryClient } from '@tanstack/react-query';

/** Fetches again what the open page could not load, once the connection works. */
export const refetchFailed = (client: QueryClient): Promise<void> =>
  client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
