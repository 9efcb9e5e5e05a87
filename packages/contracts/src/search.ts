import * as z from 'zod/mini';
import { success } from './common.js';
import { endpoint } from './endpoint.js';
import { POST_LIMITS, SEARCH_LIMITS } from './limits.js';
import { listCursor, nextCursor, queryLimit, queryPage, queryText } from './query-fields.js';
import { publicUser } from './users.js';

/**
 * Returns users whose user name starts with `q`, then those whose full name does, then those whose names contain
 * words starting with each word of `q`. Ignores letter case and accents. Without `q` the result is empty. To search
 * posts, use `GET /posts?q=`.
 */
export const searchPeople = endpoint('searchPeople', {
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

/**
 * Returns tags that start with `q`, ignoring letter case and accents, most used first. `posts` counts uses in the
 * newest posts only.
 */
export const searchTags = endpoint('searchTags', {
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
