import { useInfiniteQuery } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { useListed } from '../../../cache/use-listed';
import { atLeast } from '../../../lib/at-least';
import { useViewer } from '../../../lib/viewer';
import { getPostPage, type PostsOf } from '../api/get-post-page';
import type { PostPage } from '../model/post-page';

/** How long loading shows at least, in milliseconds: first page, later pages (A §9). */
const SHOWN_AT_LEAST = { first: 800, later: 500 } as const;
/** Milliseconds (A §9). */
const FRESH = 2 * 60_000;

/**
 * A profile's posts, media or bookmarks by pages of 12. A first page that failed gives an empty result (A §7.3); what was
 * loaded stays when a later page or a refresh fails.
 */
export const useProfilePosts = (wanted: PostsOf) => {
  const { user } = useViewer();
  const query = useInfiniteQuery({
    queryKey:
      wanted.of === 'bookmarks'
        ? keys.bookmarks(user?._id ?? null)
        : keys.profilePosts(wanted.userId, wanted.of, user?._id ?? null),
    queryFn: ({ pageParam: page, signal }): Promise<PostPage> =>
      atLeast(
        page === 1 ? SHOWN_AT_LEAST.first : SHOWN_AT_LEAST.later,
        getPostPage(wanted, { page, signal }),
      ),
    initialPageParam: 1,
    getNextPageParam: (last: PostPage, pages) => (last.hasMore ? pages.length + 1 : null),
    staleTime: FRESH,
    networkMode: 'always',
  });
  const posts = useListed(query.data?.pages);
  return {
    ...query,
    posts,
    failed: query.isFetchNextPageError || (query.isError && query.data === undefined),
  };
};
