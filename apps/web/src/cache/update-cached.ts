import type { QueryClient, QueryKey, InfiniteData } from '@tanstack/react-query';

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

interface Identified {
  _id: string;
}

interface Page<T> {
  data: T[];
}

/** All items of all pages in order, each id once: the first copy wins. */
export const flattenUnique = <T extends Identified>(pages: readonly Page<T>[] | undefined): T[] => {
  const seen = new Set<string>();
  const items: T[] = [];
  for (const page of pages ?? []) {
    for (const item of page.data) {
      if (seen.has(item._id)) continue;
      seen.add(item._id);
      items.push(item);
    }
  }
  return items;
};

/** Runs `change` over every page's items; pages and lists that it leaves as they are keep their identity. */
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

/** `items` with the one of this id changed, or the same array when it is absent or unchanged. */
export const changeById = <T extends Identified>(items: T[], id: string, change: (item: T) => T): T[] => {
  const index = items.findIndex((item) => item._id === id);
  const found = items[index];
  if (!found) return items;
  const changed = change(found);
  return changed === found ? items : items.with(index, changed);
};
