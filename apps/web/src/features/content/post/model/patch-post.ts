import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Board } from '@social-feed/contracts';
import { removeFromLists, withCount } from '../../../../cache/removal';
import { changeById, isPaged, mapPages, updateCached } from '../../../../cache/update-cached';
import { keys } from '../../../../cache/keys';
import { asRecord } from '../../../../lib/json';
import type { ClientPost } from './post';

const isPost = (value: unknown): value is ClientPost => {
  const { _id, reactions } = asRecord(value);
  return typeof _id === 'string' && typeof reactions === 'object';
};

const changeCached = (cached: unknown, change: (posts: ClientPost[]) => ClientPost[]): unknown => {
  if (isPaged<ClientPost>(cached)) return mapPages(cached, change);
  if (isPost(cached)) return change([cached])[0] ?? cached;
  return cached;
};

/** Changes one post in every cached list and page, so that all show the same state (F §4). */
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
    const posts = isPaged<ClientPost>(cached)
      ? cached.pages.flatMap((page) => page.data)
      : isPost(cached)
        ? [cached]
        : [];
    const found = posts.find((post) => post._id === postId);
    if (found) return found;
  }
  return undefined;
};

/** Changes the number of posts on the author's boards and in their post statistics. */
const countPosts = (client: QueryClient, authorId: string, by: number): void => {
  updateCached(client, keys.boardOf(authorId), (boards) =>
    (boards as Board[]).map((board) => ({
      ...board,
      socialStats: withCount(board.socialStats, 'posts', by),
    })),
  );
  updateCached(client, keys.analytics(authorId), (figures) => withCount(figures as object, 'totalPosts', by));
};

/**
 * Removes a post from every cached list and lowers the totals (F §4). Returns a function that restores it at its
 * position, and keeps later changes.
 */
export const removePost = (client: QueryClient, postId: string): (() => void) => {
  const authorId = findPost(client, postId)?.user._id;
  const restore = removeFromLists(client, keys.posts, postId, 'totalPosts');
  if (authorId === undefined) return restore;
  countPosts(client, authorId, -1);
  return () => {
    restore();
    countPosts(client, authorId, 1);
  };
};

/** User actions on a post that other lists and statistics depend on. */
export type PostAct = 'like' | 'dislike' | 'bookmark' | 'pin' | 'share' | 'create' | 'delete';

interface Dependents {
  /** Refetched at once if on screen, since the user expects to see the change there. */
  shown?: (authorId: string) => QueryKey[];
  /** Refetched when next shown. */
  later?: (authorId: string) => QueryKey[];
}

const figures = (authorId: string): QueryKey[] => [keys.boardOf(authorId), keys.analytics(authorId)];

const DEPENDENTS: Record<PostAct, Dependents> = {
  like: { later: figures },
  dislike: { later: figures },
  share: { later: figures },
  bookmark: { shown: () => [keys.collectionsRoot], later: () => [keys.bookmarksRoot] },
  pin: { shown: (authorId) => [keys.profilePostsOf(authorId)] },
  create: { shown: figures },
  delete: { shown: figures },
};

/** Invalidates the lists and statistics that depend on this action on a post of this author. */
export const invalidateDependents = (client: QueryClient, act: PostAct, authorId: string): void => {
  const { shown, later } = DEPENDENTS[act];
  for (const queryKey of shown?.(authorId) ?? []) void client.invalidateQueries({ queryKey });
  for (const queryKey of later?.(authorId) ?? [])
    void client.invalidateQueries({ queryKey, refetchType: 'none' });
};
