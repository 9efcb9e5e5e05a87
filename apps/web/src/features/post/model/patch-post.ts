import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import { changeById, mapPages, updateCached } from '../../../cache/update-cached';
import { keys } from '../../../cache/keys';
import type { ClientPost } from './post';

type PostPage = { data: ClientPost[] };
type PostList = InfiniteData<PostPage>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isList = (value: unknown): value is PostList => isRecord(value) && Array.isArray(value['pages']);
const isPost = (value: unknown): value is ClientPost =>
  isRecord(value) && typeof value['_id'] === 'string' && isRecord(value['reactions']);

const changeCached = (cached: unknown, change: (posts: ClientPost[]) => ClientPost[]): unknown => {
  if (isList(cached)) return mapPages<ClientPost, PostPage, unknown>(cached, change);
  if (isPost(cached)) return change([cached])[0] ?? cached;
  return cached;
};

/** Changes one post in every cached list and page, so that its state is the same wherever it is shown (F §4). */
export const patchPost = (
  client: QueryClient,
  postId: string,
  change: (post: ClientPost) => ClientPost,
): void => {
  updateCached(client, keys.posts, (cached) =>
    changeCached(cached, (posts) => changeById(posts, postId, change)),
  );
};

/** The first cached copy of a post, or `undefined`. */
export const findPost = (client: QueryClient, postId: string): ClientPost | undefined => {
  for (const [, cached] of client.getQueriesData({ queryKey: keys.posts })) {
    const posts = isList(cached) ? cached.pages.flatMap((page) => page.data) : isPost(cached) ? [cached] : [];
    const found = posts.find((post) => post._id === postId);
    if (found) return found;
  }
  return undefined;
};

const withTotal = (page: PostPage, by: number): PostPage => {
  const pagination: unknown = 'pagination' in page ? page.pagination : undefined;
  if (!isRecord(pagination) || typeof pagination['totalPosts'] !== 'number') return page;
  const totalPosts = Math.max(0, pagination['totalPosts'] + by);
  return { ...page, pagination: { ...pagination, totalPosts } } as PostPage;
};

interface Place {
  page: number;
  index: number;
  post: ClientPost;
}

const holds = (list: PostList, postId: string) =>
  list.pages.some((page) => page.data.some(({ _id }) => _id === postId));

const placesOf = (list: PostList, postId: string): Place[] =>
  list.pages.flatMap(({ data }, page) =>
    data.flatMap((post, index) => (post._id === postId ? [{ page, index, post }] : [])),
  );

const without = (list: PostList, postId: string): PostList => ({
  ...list,
  pages: list.pages.map((page) =>
    withTotal({ ...page, data: page.data.filter(({ _id }) => _id !== postId) }, -1),
  ),
});

const withPlaces = (list: PostList, places: Place[]): PostList => ({
  ...list,
  pages: list.pages.map((page, at) => {
    const data = [...page.data];
    for (const place of places) if (place.page === at) data.splice(place.index, 0, place.post);
    return withTotal({ ...page, data }, 1);
  }),
});

/**
 * Takes a post out of every cached list, total counts reduced (F §4), and returns what puts it back:
 * at its former place, whatever else changed in the meantime.
 */
export const removePost = (client: QueryClient, postId: string): (() => void) => {
  const removed: { queryKey: readonly unknown[]; places: Place[] }[] = [];
  for (const [queryKey, cached] of client.getQueriesData({ queryKey: keys.posts })) {
    if (!isList(cached) || !holds(cached, postId)) continue;
    removed.push({ queryKey, places: placesOf(cached, postId) });
    updateCached(client, queryKey, () => without(cached, postId));
  }
  return () => {
    for (const { queryKey, places } of removed) {
      updateCached(client, queryKey, (cached) =>
        isList(cached) && !holds(cached, postId) ? withPlaces(cached, places) : cached,
      );
    }
  };
};

/** What a person did with a post, as far as other lists and figures depend on it. */
export type PostAct = 'like' | 'dislike' | 'bookmark' | 'pin' | 'share' | 'create' | 'delete';

interface Dependents {
  /** Read again at once where they are on the screen: what was done is seen there. */
  shown?: (authorId: string) => QueryKey[];
  /** Read again the next time that they are shown. */
  later?: (authorId: string) => QueryKey[];
}

const figures = (authorId: string): QueryKey[] => [keys.boardOf(authorId), keys.analytics(authorId)];

const DEPENDENTS: Record<PostAct, Dependents> = {
  like: { later: figures },
  dislike: { later: figures },
  share: { later: figures },
  bookmark: { later: () => [keys.bookmarksRoot] },
  pin: { shown: (authorId) => [keys.profilePostsOf(authorId)] },
  create: { shown: figures },
  delete: { shown: figures },
};

/** Declares the lists and figures old that depend on an act upon a post of this author. */
export const invalidateDependents = (client: QueryClient, act: PostAct, authorId: string): void => {
  const { shown, later } = DEPENDENTS[act];
  for (const queryKey of shown?.(authorId) ?? []) void client.invalidateQueries({ queryKey });
  for (const queryKey of later?.(authorId) ?? [])
    void client.invalidateQueries({ queryKey, refetchType: 'none' });
};
