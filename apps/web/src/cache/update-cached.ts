import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
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
