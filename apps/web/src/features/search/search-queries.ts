import { POST_LIMITS, SEARCH_LIMITS, searchPeople, searchTags } from '@social-feed/contracts';
import { hasTagSign, tagKey, withoutSign } from '@social-feed/contracts/hashtags';
import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getPosts } from '../post/model/get-posts';
import { api } from '../../lib/api-client';
import { flattenUnique, useListed } from '../../cache/block-store';
import { keys } from '../../cache/keys';
import { useOwnAccount } from '../../lib/viewer';

/** The parts of the results, as the address names them in `in`; without it all of them show. */
const RESULT_PARTS = ['all', 'posts', 'people', 'tags'] as const;
export type ResultPart = (typeof RESULT_PARTS)[number];

/** What an address asks for, within the limits of the API. */
export const termOf = (query: URLSearchParams): string =>
  (query.get('q') ?? '').trim().slice(0, SEARCH_LIMITS.queryMax);

/** Which part an address asks for. */
export const partOf = (query: URLSearchParams): ResultPart =>
  RESULT_PARTS.find((part) => part === query.get('in')) ?? 'all';

/** What to look for among people; empty when the term names a tag. */
export const peopleTerm = (term: string): string => (hasTagSign(term) ? '' : term.replace(/^@+/, ''));

/** What to look for among tags; empty when the term names a person or is longer than any tag. */
export const tagTerm = (term: string): string => {
  const tag = tagKey(term);
  return term.startsWith('@') || tag.length > POST_LIMITS.tagMax ? '' : tag;
};

interface Paged {
  nextCursor?: string | null | undefined;
}

/** What the searches have in common: pages by cursor, none for an empty term. */
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

/** People whose user name or name has words that begin so, by pages of 12. */
export const usePeopleSearch = (term: string) => {
  const q = peopleTerm(term);
  const query = useInfiniteQuery(
    pagesOf(keys.peopleFound(q.toLowerCase()), q, (cursor, signal) =>
      api.call(searchPeople, { query: { q, cursor }, signal }),
    ),
  );
  const items = useMemo(() => flattenUnique(query.data?.pages), [query.data]);
  return { ...query, items, isPending: q !== '' && query.isPending };
};

/** Posts whose authors are suggested. */
const SUGGESTED_FROM = 40;

/** People to follow: authors of posts drawn at random, without the viewer and those who are blocked. */
export const useSuggestedPeople = () => {
  const viewerId = useOwnAccount()?._id ?? null;
  const query = useInfiniteQuery({
    ...pagesOf(keys.suggestedPeople(viewerId), 'people', (_page, signal) =>
      getPosts({ limit: SUGGESTED_FROM, sortBy: 'random' }, signal),
    ),
    getNextPageParam: () => null,
  });
  const posts = useListed(query.data?.pages);
  const items = useMemo(() => {
    const authors = new Map(posts.map(({ user }) => [user._id, user]));
    return [...authors.values()].filter(({ _id }) => _id !== viewerId);
  }, [posts, viewerId]);
  return { ...query, items };
};

/** Tags per page. */
const PAGE = 20;

/** Tags that begin with the term, the most used first, each once. */
export const useTagSearch = (term: string) => {
  const q = tagTerm(term);
  const query = useInfiniteQuery(
    pagesOf(keys.tagsFound(q), q, (cursor, signal) =>
      api.call(searchTags, { query: { q, cursor, limit: String(PAGE) }, signal }),
    ),
  );
  const items = useMemo(() => {
    const found = query.data?.pages.flatMap(({ data }) => data) ?? [];
    return [...new Map(found.map((entry) => [entry.tag, entry])).values()];
  }, [query.data]);
  return { ...query, items, isPending: q !== '' && query.isPending };
};

/** Matches per page. */
export const MATCHES_PER_PAGE = 10;

/** The tag that a term names, where it names one. */
export const tagOf = (term: string): string | undefined =>
  hasTagSign(term) && /^\S{2,}$/.test(term) ? withoutSign(term).slice(0, POST_LIMITS.tagMax) : undefined;

/** What to ask for: a term that begins with `#` names a tag, any other holds words. */
const filterOf = (term: string): { tag: string } | { q: string } => {
  const tag = tagOf(term);
  return tag === undefined ? { q: term } : { tag };
};

/** Posts that hold the words or the tag, the newest first, without those of blocked authors. */
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
