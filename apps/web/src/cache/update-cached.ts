import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { asRecord } from '../lib/json';

/**
 * The one writer of what the cache holds: runs `change` over the data of every query whose key begins with `queryKey` and
 * writes only what it changed (`change` answers the same object where nothing is to change). What the server said of
 * everything else is as old as before, so age, error and invalidation of the query stay.
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

/** Whether somebody asked for this list anew: another comes in its place, which no write may keep from coming. */
export const isReadAnew = ({ state }: Pick<Query, 'state'>): boolean =>
  state.fetchStatus === 'fetching' && state.fetchMeta?.fetchMore?.direction === 'backward';

/** Resolves once no list is being read anew, or at once. */
export const nothingReadAnew = (client: QueryClient): Promise<unknown> => {
  const reads = client.getQueryCache().findAll({ predicate: isReadAnew });
  return Promise.allSettled(reads.flatMap(({ promise }) => promise ?? []));
};

/**
 * Gives up the reads under way whose answers may be from before a write that now begins, and would undo on the screen
 * what it does. First loads and next pages go on: they bring nothing that is on the screen already. They are given up at
 * once, so that what the write does can be shown in the same turn.
 * @returns what asks for the same again, once the write is through
 */
export const pauseReads = (client: QueryClient, queryKey: QueryKey): (() => void) => {
  const reads = client
    .getQueryCache()
    .findAll({
      queryKey,
      fetchStatus: 'fetching',
      predicate: (query) =>
        query.state.data !== undefined && (isReadAnew(query) || !query.state.fetchMeta?.fetchMore),
    });
  for (const query of reads) {
    if (isReadAnew(query)) continue;
    const { data } = query.state;
    void query.cancel({ revert: true });
    // as it stood when the read began: what was changed on the screen since stays
    query.setState({ data });
  }
  return () =>
    void nothingReadAnew(client).then(() => {
      for (const { queryKey: own } of reads) void client.invalidateQueries({ queryKey: own });
    });
};

interface Identified {
  _id: string;
}

interface Page<T> {
  data: T[];
}

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

type Paged<T extends Identified = Identified> = InfiniteData<Page<T>>;

/** Whether a query holds a list in pages. */
export const isPaged = <T extends Identified>(value: unknown): value is Paged<T> =>
  Array.isArray(asRecord(value)['pages']);
const idsOf = (list: Paged): string[] => list.pages.flatMap(({ data }) => data.map(({ _id }) => _id));

/** What a list counts on each of its pages. */
type Total = 'totalPosts' | 'totalComments';

/** The fields with this one so many higher, where it is a number. */
export const withCount = <T extends object>(fields: T, name: string, by: number): T => {
  const count = asRecord(fields)[name];
  return typeof count === 'number' ? { ...fields, [name]: Math.max(0, count + by) } : fields;
};

/** The list with its total so many higher: pages carry it in their pagination, those of profiles as `totalCount`. */
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

/** Back below the item that stood above it, else at the head; what else happened to the list meanwhile stays. */
const putBack = (list: Paged, item: Identified, aboveId: string | undefined, name: Total): Paged => {
  if (idsOf(list).includes(item._id)) return list;
  const home = list.pages.findIndex(({ data }) => data.some(({ _id }) => _id === aboveId));
  const pages = list.pages.map((page, index) => {
    if (index !== Math.max(0, home)) return page;
    const at = page.data.findIndex(({ _id }) => _id === aboveId) + 1;
    return { ...page, data: page.data.toSpliced(at, 0, item) };
  });
  return withTotal({ ...list, pages }, name, 1);
};

/** Takes an item out of every cached list whose key begins with `queryKey`, total included; answers what puts it back. */
export const takeOut = (client: QueryClient, queryKey: QueryKey, id: string, name: Total): (() => void) => {
  const restores: (() => void)[] = [];
  updateCached(client, queryKey, (list, key) => {
    const item = isPaged(list) && list.pages.flatMap(({ data }) => data).find(({ _id }) => _id === id);
    if (!isPaged(list) || !item) return list;
    const ids = idsOf(list);
    const aboveId = ids[ids.indexOf(id) - 1];
    restores.push(() =>
      updateCached(client, key, (now) => (isPaged(now) ? putBack(now, item, aboveId, name) : now)),
    );
    const left = mapPages(list, (items: Identified[]) => items.filter(({ _id }) => _id !== id));
    return withTotal(left, name, -1);
  });
  return () => {
    for (const restore of restores) restore();
  };
};

/**
 * A fresh `Idempotency-Key`. Make it with the mutation's variables, not in its function: a retry must carry the same key.
 * `crypto.randomUUID` is missing on plain http, hence the bytes.
 */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/**
 * Runs a write with the app's mutation defaults (one retry, under the same Idempotency-Key) outside of any component:
 * a card that scrolls away while its call is under way must not lose the answer.
 * Tries at once even when the browser believes itself offline, so that failures show instead of waiting unseen.
 */
export const runMutation = <T>(
  client: QueryClient,
  call: (idempotencyKey: string) => Promise<T>,
): Promise<T> =>
  client
    .getMutationCache()
    .build<T, Error, string, unknown>(client, { ...client.getDefaultOptions().mutations, mutationFn: call })
    .execute(newIdempotencyKey());
