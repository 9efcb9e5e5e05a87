import { t } from '@lingui/core/macro';
import { queryOptions, useQuery, useInfiniteQuery } from '@tanstack/react-query';
import { PAGE, publicUser, type Board, type PublicUser, type UserAnalytics } from '@social-feed/contracts';
import { keys } from '../../../cache/keys';
import { api } from '../../../lib/api-client';
import { ApiError, malformedAnswer, reword } from '../../../lib/api-error';
import { asRecord } from '../../../lib/json';
import { isWorthRetrying } from '../../../lib/query-client';
import { useListed } from '../../../cache/block-store';
import { atLeast } from '../../../lib/at-least';
import { useOwnAccount } from '../../../lib/viewer';
import { EMPTY_PAGE, NO_FIGURES, toBoards, toPostPage, type PostPage } from './profile-model';
import { MINUTE } from '../../../lib/time';

/** Figures of a user's posts. Throws ApiError. */
export const analyticsQuery = (userId: string) =>
  queryOptions({
    queryKey: keys.analytics(userId),
    queryFn: async ({ signal }): Promise<UserAnalytics> =>
      (await api.call('userAnalytics', { params: { userId }, signal })).data,
  });

/** Figures of a user's posts: undefined while loading, zeros and an empty chart if loading failed (A §7.3). */
export const useAnalytics = (userId: string): UserAnalytics | undefined => {
  const { data, isError } = useQuery(analyticsQuery(userId));
  return data ?? (isError ? NO_FIGURES : undefined);
};

/** A user's boards as a list, cached for 5 minutes (A §7.3). Throws ApiError. */
export const boardQuery = (userId: string, viewerId: string | null) =>
  queryOptions({
    queryKey: keys.board(userId, viewerId),
    queryFn: async ({ signal }): Promise<Board[]> =>
      toBoards(await api.call('getBoardOfUser', { params: { userId }, signal, unchecked: true })),
    staleTime: 5 * MINUTE,
  });

/** A user's boards: undefined while loading, an empty list if loading failed (A §7.3). */
export const useBoards = (userId: string, viewerId: string | null): Board[] | undefined => {
  const { data, isError } = useQuery(boardQuery(userId, viewerId));
  return data ?? (isError ? [] : undefined);
};

const naming = reword(({ status, message }) => t`User not found: ${status} - ${message}`);

/**
 * The public user of a profile URL, cached for 5 minutes, with one retry (A §7.3). Fails with "User not found:
 * {status} - {text}", or "Invalid response format" if the response has no user.
 */
export const profileQuery = (userName: string) =>
  queryOptions({
    queryKey: keys.userByName(userName),
    queryFn: async ({ signal }): Promise<PublicUser> => {
      const options = { params: { userName }, signal, unchecked: true } as const;
      const answer = await api.call('getUserByName', options).catch(naming);
      const user = publicUser.safeParse(asRecord(answer)['data']);
      if (!user.success) throw malformedAnswer();
      return user.data;
    },
    staleTime: 5 * MINUTE,
    retry: (failures, error) => failures < 1 && isWorthRetrying(error),
  });

/** The user name of an id, for links of the form /profile/{userId}. */
export const userNameQuery = (userId: string) =>
  queryOptions({
    queryKey: keys.userNameOf(userId),
    queryFn: async ({ signal }): Promise<string> =>
      (await api.call('getUserById', { params: { userId }, signal })).data.userName,
  });

/** A page number. If the previous page has a cursor, the API uses that instead. */
interface PageParam {
  page: number;
  cursor?: string | undefined;
}
const FIRST: PageParam = { page: 1 };

interface PageRequest extends PageParam {
  signal: AbortSignal;
}

/** Selects all posts of a user, those with media, or the viewer's bookmarks, all or those with some words. */
export type PostsOf = { of: 'posts' | 'media'; userId: string } | { of: 'bookmarks'; q?: string };

/**
 * Fetches a page of posts for a profile tab; an empty page on a 404 (A §7.3). Throws ApiError on any other failure.
 */
export const getPostPage = async (
  wanted: PostsOf,
  { page, cursor, signal }: PageRequest,
): Promise<PostPage> => {
  const query = { page, cursor, limit: PAGE.profile };
  const options = { signal, unchecked: true } as const;
  try {
    const answer =
      wanted.of === 'bookmarks'
        ? await api.call('listBookmarks', { query: { ...query, q: wanted.q }, ...options })
        : await api.call('listPostsOfUser', {
            params: { id: wanted.userId },
            query: { ...query, media: wanted.of === 'media' ? true : undefined },
            ...options,
          });
    return toPostPage(answer, PAGE.profile);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return EMPTY_PAGE;
    throw error;
  }
};

/** Minimum duration of the loading state, in milliseconds: first page, later pages (A §9). */
const SHOWN_AT_LEAST = { first: 800, later: 500 } as const;
/** Milliseconds (A §9). */
const FRESH = 2 * MINUTE;

/**
 * A profile's posts, media or bookmarks in pages of 12. If the first page fails, the result is empty (A §7.3).
 * Loaded posts stay if a later page or a refresh fails.
 */
export const useProfilePosts = (wanted: PostsOf) => {
  const user = useOwnAccount();
  const query = useInfiniteQuery({
    queryKey:
      wanted.of === 'bookmarks'
        ? wanted.q
          ? keys.bookmarksFound(wanted.q, user?._id ?? null)
          : keys.bookmarks(user?._id ?? null)
        : keys.profilePosts(wanted.userId, wanted.of, user?._id ?? null),
    queryFn: ({ pageParam, signal }): Promise<PostPage> =>
      atLeast(
        pageParam.page === 1 ? SHOWN_AT_LEAST.first : SHOWN_AT_LEAST.later,
        getPostPage(wanted, { ...pageParam, signal }),
      ),
    initialPageParam: FIRST,
    getNextPageParam: ({ hasMore, nextCursor }: PostPage, pages): PageParam | null =>
      hasMore ? { page: pages.length + 1, cursor: nextCursor } : null,
    staleTime: FRESH,
  });
  return { ...query, posts: useListed(query.data?.pages) };
};
