import type { Model, Types } from 'mongoose';
import { collectionOf } from '../../platform/db/collection-of.js';
import type { Order, PageReader } from '../../platform/http/paging.js';
import type { PostFilter } from './list-filter.js';
import type { TagNumbers } from './tag-numbers.js';
import type { RandomFeed } from './random-feed.js';
import { POST_PROJECTION, type PostAssembler, type StoredPost } from './post.presenter.js';
import type { PostRecord } from './post.model.js';
import type { PostTotals } from './post-totals.js';
import type { Matches, PostSearch, Sorting, Sought } from './post-search.js';

interface Range {
  /** identifies the list and its order */
  list: string;
  filter: PostFilter;
  order: Order;
  offset: number;
  limit: number;
  /** starts after the entry it names, instead of at the offset */
  cursor: string | undefined;
  /** Counts the list for its first page; see `PageReader`. */
  count?: () => Promise<number>;
}

/** What lists of posts are read with. */
export interface ListParts {
  posts: Model<PostRecord>;
  search: PostSearch;
  random: RandomFeed;
  assembler: PostAssembler;
  readPage: PageReader;
  /** Users whose posts are hidden from a reader because they block the reader. */
  hidingFrom: (viewerId: string | null) => Promise<Types.ObjectId[]>;
  numbersOf: PostTotals['numbersOf'];
  tags: Pick<TagNumbers, 'numberOf'>;
}

export const orderOf = (sortBy: Sorting['sortBy'], sortOrder: Sorting['sortOrder']): Order => {
  const direction = sortOrder === 'asc' ? 1 : -1;
  return { [sortBy]: direction, _id: direction };
};

interface SearchPlace extends Pick<Range, 'list' | 'offset' | 'limit' | 'cursor'> {
  sorting: Sorting;
  count: () => Promise<Matches>;
}

/** A page of what a search finds. */
export async function search(parts: ListParts, sought: Sought, { sorting, offset, ...list }: SearchPlace) {
  const { shown, total, nextCursor } = await parts.readPage<StoredPost, Matches>({
    ...list,
    order: orderOf(sorting.sortBy, sorting.sortOrder),
    read: async (range, most, counted) => {
      const place = { sorting, matches: await counted, range, offset, limit: most };
      const { posts: found, stoppedAt } = await parts.search.page(sought, place);
      return { found, stoppedAt };
    },
  });
  return { posts: shown, matches: total, hasNext: nextCursor !== null, nextCursor };
}

/** A page of a list in an index's order. */
export async function range({ posts, readPage }: ListParts, { filter, offset, ...list }: Range) {
  const options = { projection: POST_PROJECTION, skip: offset };
  const { shown, total, nextCursor } = await readPage<StoredPost>({
    ...list,
    nullable: ['pinnedAt'],
    find: (range) => collectionOf(posts).find<StoredPost>({ ...filter, ...range } as object, options),
  });
  return { posts: shown, total, hasNext: nextCursor !== null, nextCursor };
}
