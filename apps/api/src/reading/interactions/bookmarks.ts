import type { listBookmarks, QueryOf } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import { pageOffset, type Order } from '../../platform/http/paging.js';
import type { Platform } from '../../platform/platform.js';
import type { BoardStore } from '../../community/boards/board-store.js';
import type { PostInteractionRecord } from '../../content/posts/interaction.model.js';
import type { Posts } from '../../content/posts/posts.feature.js';

export interface Bookmarks extends Pick<Platform, 'readPage'> {
  posts: Pick<Posts, 'lists' | 'assembler'>;
  interactions: Collection<PostInteractionRecord>;
  boardStore: Pick<BoardStore, 'savedOf'>;
}

/** Bookmarks of a user, latest first. */
export const BOOKMARKS_ORDER: Order = { savedAt: -1, _id: -1 };
/** A search reads this many of the latest bookmarks. */
const BOOKMARKS_SEARCHED = 1000;
/** The largest number of bookmarks in an answer. */
const BOOKMARKS_COUNTED = 10_000;

/** A user's bookmarks in a range of their order. */
const bookmarksOf = ({ interactions }: Bookmarks, user: Types.ObjectId, range: object = {}) =>
  interactions.find({ user, saved: true, ...range }, { projection: { post: 1, savedAt: 1 } });

/** A user's latest bookmarks. */
export async function bookmarkIds(
  bookmarks: Bookmarks,
  user: Types.ObjectId,
  most: number,
): Promise<Types.ObjectId[]> {
  const saved = await bookmarksOf(bookmarks, user)
    .sort(BOOKMARKS_ORDER)
    .limit(most)
    .batchSize(most)
    .toArray();
  return saved.map(({ post }) => post);
}

/** Returns a page of a user's bookmarks, or of those that contain some words, without posts of suspended authors. */
export async function pageOfBookmarks(
  bookmarks: Bookmarks,
  userId: string,
  { page, limit, cursor, q }: QueryOf<typeof listBookmarks>,
) {
  const { posts, boardStore, readPage } = bookmarks;
  const user = new Types.ObjectId(userId);
  const skip = cursor ? 0 : pageOffset({ page, limit });
  const found =
    q === undefined
      ? undefined
      : await posts.lists.containing(await bookmarkIds(bookmarks, user, BOOKMARKS_SEARCHED), q);
  const among = found && { post: { $in: found } };
  const {
    shown,
    nextCursor,
    total: totalPosts,
  } = await readPage({
    list: `bookmarks ${userId}${q === undefined ? '' : ` ${q}`}`,
    order: BOOKMARKS_ORDER,
    limit,
    cursor,
    nullable: ['savedAt'],
    count: async () => found?.length ?? Math.min(await boardStore.savedOf(user), BOOKMARKS_COUNTED),
    find: (range) => bookmarksOf(bookmarks, user, { ...among, ...range }).skip(skip),
  });
  const stored = await posts.lists.stored(shown.map(({ post }) => post));
  return {
    data: await posts.assembler.posts(stored, userId),
    nextCursor,
    pagination: { currentPage: page, hasNext: nextCursor !== null, totalPosts },
  };
}
