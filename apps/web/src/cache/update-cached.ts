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

interface Identified {
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

type Paged<T extends Identified = Identified> = InfiniteData<Page<T>>;

/** Whether the data of a query is a paged list. */
export const isPaged = <T extends Identified>(value: unknown): value is Paged<T> =>
  Array.isArray(asRecord(value)['pages']);
const idsOf = (list: Paged): string[] => list.pages.flatMap(({ data }) => data.map(({ _id }) => _id));

/** The totals that a list holds on each of its pages. */
type Total = 'totalPosts' | 'totalComments';

/** Adds `by` to a numeric field, down to 0 at least. */
export const withCount = <T extends object>(fields: T, name: string, by: number): T => {
  const count = asRecord(fields)[name];
  return typeof count === 'number' ? { ...fields, [name]: Math.max(0, count + by) } : fields;
};

/** Adds `by` to the total of a list: in the pagination of its pages, or in `totalCount` for profiles. */
export const withTotal = <L extends Paged>(list: L, name: Total, by: number): L => ({
  ...list,
  pages: list.pages.map((page) => {
    const { pagination } = page as { pagination?: object };
    return {
      ...withCount(page, 'totalCount', by),
      ...(pagination && { pagination: withCount(pagination, name, by) }),
    };
  }),
});

/** Puts an item back below the item that was above it, otherwise at the head; other changes of the list stay. */
const reinsert = (list: Paged, item: Identified, aboveId: string | undefined, name: Total): Paged => {
  if (idsOf(list).includes(item._id)) return list;
  const home = list.pages.findIndex(({ data }) => data.some(({ _id }) => _id === aboveId));
  const pages = list.pages.map((page, index) => {
    if (index !== Math.max(0, home)) return page;
    const at = page.data.findIndex(({ _id }) => _id === aboveId) + 1;
    return { ...page, data: page.data.toSpliced(at, 0, item) };
  });
  return withTotal({ ...list, pages }, name, 1);
};

/**
 * Removes an item from every cached list whose key starts with `queryKey` and updates the totals.
 * @returns a function that puts it back
 */
export const removeFromLists = (
  client: QueryClient,
  queryKey: QueryKey,
  id: string,
  name: Total,
): (() => void) => {
  const restores: (() => void)[] = [];
  updateCached(client, queryKey, (list, key) => {
    const item = isPaged(list) && list.pages.flatMap(({ data }) => data).find(({ _id }) => _id === id);
    if (!isPaged(list) || !item) return list;
    const ids = idsOf(list);
    const aboveId = ids[ids.indexOf(id) - 1];
    restores.push(() =>
      updateCached(client, key, (now) => (isPaged(now) ? reinsert(now, item, aboveId, name) : now)),
    );
    const left = mapPages(list, (items: Identified[]) => items.filter(({ _id }) => _id !== id));
    return withTotal(left, name, -1);
  });
  return () => {
    for (const restore of restores) restore();
  };
};
