import type { listPosts, QueryOf } from '@social-feed/contracts';
import { Types, type QueryFilter } from 'mongoose';
import { termsFilter } from '../../platform/search-terms.js';
import type { PostRecord } from './post.model.js';
import { tagTerm } from './post-terms.js';

export type PostFilter = QueryFilter<PostRecord>;
type Query = QueryOf<typeof listPosts>;
export type ListQuery = Partial<Query> & Pick<Query, 'page' | 'limit' | 'sortBy' | 'sortOrder'>;
export type Filters = Pick<ListQuery, 'tag' | 'userId' | 'q'>;

export const isFiltered = ({ tag, userId, q }: Filters): boolean => (tag ?? userId ?? q) !== undefined;

/** Names a filtered list, for its cursors. */
export const listName = ({ tag, userId, q }: Filters): string =>
  JSON.stringify([tag === undefined ? null : tagTerm(tag), userId?.toLowerCase() ?? null, q ?? null]);

/**
 * Builds the query of a list, `null` if nothing can match.
 * @param hiding users whose posts are hidden from the reader
 */
export function listFilter(
  { tag, userId, q }: Filters,
  hiding: readonly Types.ObjectId[],
): PostFilter | null {
  const words = q === undefined ? {} : termsFilter(q);
  if (words === null) return null;
  return {
    hidden: false,
    ...words,
    ...(tag === undefined ? {} : { tagKeys: tagTerm(tag) }),
    ...(userId !== undefined
      ? { user: new Types.ObjectId(userId) }
      : hiding.length === 0
        ? {}
        : { user: { $nin: [...hiding] } }),
  };
}
