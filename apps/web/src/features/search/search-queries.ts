import {
  POST_LIMITS,
  SEARCH_LIMITS,
  listPosts,
  searchPeople,
  searchTags,
  type AnswerOf,
} from '@social-feed/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { toClientPost, type ClientPost } from '../post/model/post';
import { api } from '../../lib/api-client';
import { reword } from '../../lib/api-error';
import { flattenUnique } from '../../cache/update-cached';
import { keys } from '../../cache/keys';
import { useListed } from '../../cache/use-listed';
import { useViewer } from '../../lib/viewer';

/** The parts of the results, as the address names them in `in`; without it all of them show. */
export const RESULT_PARTS = ['all', 'people', 'tags'] as const;
export type ResultPart = (typeof RESULT_PARTS)[number];

/** What an address asks for, within the limits of the API. */
export const termOf = (query: URLSearchParams): string =>
  (query.get('q') ?? '').trim().slice(0, SEARCH_LIMITS.queryMax);

/** Which part an address asks for. */
export const partOf = (query: URLSearchParams): ResultPart =>
  RESULT_PARTS.find((part) => part === query.get('in')) ?? 'all';

/** What to look for among people; empty when the term names a tag. */
export const peopleTerm = (term: string): string => (term.startsWith('#') ? '' : term.replace(/^@+/, ''));

/** What to look for among tags; empty when the term names a person or is longer than any tag. */
export const tagTerm = (term: string): string => {
  const tag = term.replace(/^#+/, '').toLowerCase();
  return term.startsWith('@') || tag.length > POST_LIMITS.tagMax ? '' : tag;
};

interface PostsWanted {
  page: number;
  limit: number;
  sortBy: 'createdAt' | 'views' | 'likes' | 'random';
  /** Words or a tag; both empty is every post. */
  q?: string;
  tag?: string;
}

interface PostsFound {
  data: ClientPost[];
  pagination: AnswerOf<typeof listPosts>['pagination'];
}

/** A page of `GET posts` (F §7). Throws ApiError "Failed to fetch posts: {status}" (F §8). */
export const getPosts = async (wanted: PostsWanted, signal: AbortSignal): Promise<PostsFound> => {
  const query = { ...wanted, page: String(wanted.page), limit: String(wanted.limit) };
  const answer = await api
    .call(listPosts, { query, signal })
    .catch(reword(({ status }) => `Failed to fetch posts: ${status}`));
  return { data: answer.data.map(toClientPost), pagination: answer.pagination };
};

/** People whose user name or name begins with the term, by pages of 12. */
export const usePeopleSearch = (term: string) => {
  const wanted = peopleTerm(term);
  const query = useInfiniteQuery({
    queryKey: keys.peopleFound(wanted.toLowerCase()),
    queryFn: ({ pageParam: page, signal }) =>
      api.call(searchPeople, { query: { q: wanted, page: String(page) }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasNext ? pagination.currentPage + 1 : null),
    enabled: wanted !== '',
    networkMode: 'always',
  });
  const people = useMemo(() => flattenUnique(query.data?.pages), [query.data]);
  return { ...query, people, isPending: wanted !== '' && query.isPending };
};

/** Tags per page. */
const PAGE = 20;

/** Tags that begin with the term, the most used first, each once. */
export const useTagSearch = (term: string) => {
  const wanted = tagTerm(term);
  const query = useInfiniteQuery({
    queryKey: keys.tagsFound(wanted),
    queryFn: ({ pageParam: page, signal }) =>
      api.call(searchTags, { query: { q: wanted, page: String(page), limit: String(PAGE) }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination?.hasNext ? pagination.currentPage + 1 : null),
    enabled: wanted !== '',
    networkMode: 'always',
  });
  const tags = useMemo(() => {
    const found = query.data?.pages.flatMap(({ data }) => data) ?? [];
    return [...new Map(found.map((entry) => [entry.tag, entry])).values()];
  }, [query.data]);
  return { ...query, tags, isPending: wanted !== '' && query.isPending };
};

/** Matches per page. */
export const MATCHES_PER_PAGE = 10;

/** What to ask for: a term that begins with `#` names a tag, any other holds words. */
const filterOf = (term: string): { tag: string } | { q: string } =>
  /^#\S+$/.test(term) ? { tag: term.replace(/^#+/, '').slice(0, 30) } : { q: term };

/** Posts that hold the words or the tag, the newest first, without those of blocked authors. */
export const usePostSearch = (term: string) => {
  const { user } = useViewer();
  const query = useInfiniteQuery({
    queryKey: keys.search(term.toLowerCase(), user?._id ?? null),
    queryFn: ({ pageParam: page, signal }) =>
      getPosts({ ...filterOf(term), page, limit: MATCHES_PER_PAGE, sortBy: 'createdAt' }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasNext ? pagination.currentPage + 1 : null),
    enabled: term !== '',
    networkMode: 'always',
  });
  return {
    ...query,
    posts: useListed(query.data?.pages),
    total: query.data?.pages[0]?.pagination.totalPosts ?? 0,
  };
};
