import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getPosts } from '../../content/post/model/get-posts';
import { api } from '../../../lib/api-client';
import { flattenUnique, useListed } from '../../../cache/block-store';
import { keys } from '../../../cache/keys';
import { useOwnAccount } from '../../../lib/viewer';
import { MATCHES_PER_PAGE, peopleTerm, tagOf, tagTerm, TAGS_PER_PAGE } from './search-term';

interface Paged {
  nextCursor?: string | null | undefined;
}

/** Shared options of the searches: pages by cursor, none for an empty term. */
const pagesOf = <P extends Paged>(
  queryKey: QueryKey,
  wanted: string,
  read: (cursor: string, signal: AbortSignal) => Promise<P>,
) => ({
  queryKey,
  queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) => read(pageParam, signal),
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }: P) => nextCursor,
  enabled: wanted !== '',
});

/** Users whose user name or name has words that start with the term, in pages of 12. */
export const usePeopleSearch = (term: string) => {
  const q = peopleTerm(term);
  const query = useInfiniteQuery(
    pagesOf(keys.peopleFound(q.toLowerCase()), q, (cursor, signal) =>
      api.call('searchPeople', { query: { q, cursor }, signal }),
    ),
  );
  const items = useMemo(() => flattenUnique(query.data?.pages), [query.data]);
  return { ...query, items, isPending: q !== '' && query.isPending };
};

/** Number of random posts whose authors and tags are suggested. */
const SUGGESTED_FROM = 40;

const useRandomPosts = (viewerId: string | null) => {
  const query = useInfiniteQuery({
    ...pagesOf(keys.suggestedFrom(viewerId), 'random', (_page, signal) =>
      getPosts({ limit: SUGGESTED_FROM, sortBy: 'random' }, signal),
    ),
    getNextPageParam: () => null,
  });
  return { query, posts: useListed(query.data?.pages) };
};

/** The tags of these posts, the most used first. */
export const mostUsedTags = (posts: readonly { tags: readonly string[] }[], max: number): string[] => {
  const used = new Map<string, number>();
  for (const tag of posts.flatMap(({ tags }) => tags)) used.set(tag, (used.get(tag) ?? 0) + 1);
  return [...used]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, max)
    .map(([tag]) => tag);
};

/** Tags to explore: those of random posts. */
export const useTagsToExplore = () => {
  const { query, posts } = useRandomPosts(useOwnAccount()?._id ?? null);
  return { tags: useMemo(() => mostUsedTags(posts, TAGS_PER_PAGE), [posts]), isPending: query.isPending };
};

/** Users to follow: authors of random posts, without the viewer and blocked users. */
export const useSuggestedPeople = () => {
  const viewerId = useOwnAccount()?._id ?? null;
  const { query, posts } = useRandomPosts(viewerId);
  const items = useMemo(() => {
    const authors = new Map(posts.map(({ user }) => [user._id, user]));
    return [...authors.values()].filter(({ _id }) => _id !== viewerId);
  }, [posts, viewerId]);
  return { ...query, items };
};

/** Tags that start with the term, most used first, without duplicates. */
export const useTagSearch = (term: string) => {
  const q = tagTerm(term);
  const query = useInfiniteQuery(
    pagesOf(keys.tagsFound(q), q, (cursor, signal) =>
      api.call('searchTags', { query: { q, cursor, limit: TAGS_PER_PAGE }, signal }),
    ),
  );
  const items = useMemo(() => {
    const found = query.data?.pages.flatMap(({ data }) => data) ?? [];
    return [...new Map(found.map((entry) => [entry.tag, entry])).values()];
  }, [query.data]);
  return { ...query, items, isPending: q !== '' && query.isPending };
};

/** The API's filter: a term that starts with `#` is a tag, any other is text. */
const filterOf = (term: string): { tag: string } | { q: string } => {
  const tag = tagOf(term);
  return tag === undefined ? { q: term } : { tag };
};

/** Posts that contain the words or the tag, newest first, without blocked authors. */
export const usePostSearch = (term: string) => {
  const user = useOwnAccount();
  const query = useInfiniteQuery(
    pagesOf(keys.search(term.toLowerCase(), user?._id ?? null), term, (cursor, signal) =>
      getPosts({ ...filterOf(term), cursor, limit: MATCHES_PER_PAGE, sortBy: 'createdAt' }, signal),
    ),
  );
  const total = query.data?.pages[0]?.pagination.totalPosts ?? 0;
  return { ...query, items: useListed(query.data?.pages), total };
};
