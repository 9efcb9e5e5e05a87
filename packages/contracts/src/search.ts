import * as z from 'zod/mini';
import { listCursor, nextCursor, queryLimit, queryPage, queryText, success } from './common.js';
import { endpoint } from './endpoint.js';
import { POST_LIMITS } from './limits.js';
import { publicUser } from './users.js';

export const SEARCH_LIMITS = {
  queryMax: 100,
  pageMax: 100,
  peoplePage: 12,
  peoplePageMax: 50,
  tagsPage: 8,
  tagsPageMax: 50,
} as const;

/**
 * People whose user name begins with `q`, then those whose name does, then those who have all its words, each beginning so.
 * Letter case and accents do not count. Without `q` there is nobody. Posts: `GET /posts?q=`.
 */
export const searchPeople = endpoint({
  method: 'GET',
  path: '/search/people',
  access: 'optional',
  query: z.object({
    q: queryText('q', SEARCH_LIMITS.queryMax),
    page: queryPage(SEARCH_LIMITS.pageMax),
    limit: queryLimit(SEARCH_LIMITS.peoplePage, SEARCH_LIMITS.peoplePageMax),
    cursor: listCursor,
  }),
  answer: z.object({
    ...success,
    data: z.array(publicUser),
    nextCursor,
    pagination: z.object({ currentPage: z.number(), hasNext: z.boolean() }),
  }),
});

/** Tags that begin with `q`, whatever their letter case and accents, the most used first; `posts` counts the newest posts that were looked at. */
export const searchTags = endpoint({
  method: 'GET',
  path: '/search/tags',
  access: 'public',
  query: z.object({
    q: queryText('q', POST_LIMITS.tagMax),
    page: queryPage(SEARCH_LIMITS.pageMax),
    limit: queryLimit(SEARCH_LIMITS.tagsPage, SEARCH_LIMITS.tagsPageMax),
    cursor: listCursor,
  }),
  answer: z.object({
    ...success,
    data: z.array(z.object({ tag: z.string(), posts: z.number() })),
    nextCursor,
    pagination: z.optional(z.object({ currentPage: z.number(), hasNext: z.boolean() })),
  }),
});
