import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { asRecord } from '../lib/json';
import { isPaged, mapPages, updateCached, type Identified, type Paged } from './update-cached';

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

/**
 * The part of an optimistic update that removes an item from lists, and puts it back.
 * @param remove removes the item and lowers the counts that depend on it
 * @param total the total of the lists
 */
export const removalOf = (
  client: QueryClient,
  queryKey: QueryKey,
  id: string,
  total: Total,
  remove: () => () => void,
) => {
  const restores: (() => void)[] = [];
  return {
    queryKey,
    // a response that predates the removal brings the item back into its list, but not into the other counts
    apply: () =>
      void restores.push(restores.length === 0 ? remove() : removeFromLists(client, queryKey, id, total)),
    rollback: () => {
      for (const restore of restores) restore();
    },
  };
};
