import type { Model, Types } from 'mongoose';
import { inOrder } from '../../platform/db/by-id.js';
import { collectionOf } from '../../platform/db/collection-of.js';
import { termsFilter } from '../../platform/search-terms.js';
import type { PostFilter } from './list-filter.js';
import type { PostRecord } from './post.model.js';
import { POST_PROJECTION, type StoredPost } from './post.presenter.js';

const TEXT_PROJECTION = { user: 1, contentWarning: 1, title: 1, description: 1 } as const;
type PostText = Pick<PostRecord, '_id' | keyof typeof TEXT_PROJECTION>;

/** Posts by id, in the order of the ids, without a visibility check; deleted ones are left out. */
export async function stored(
  posts: Model<PostRecord>,
  ids: readonly Types.ObjectId[],
  filter: PostFilter = { deletedAt: null },
): Promise<StoredPost[]> {
  if (ids.length === 0) return [];
  const those = { ...filter, _id: { $in: [...ids] } } as object;
  const options = { projection: POST_PROJECTION, batchSize: ids.length + 1 };
  return inOrder(ids, await collectionOf(posts).find<StoredPost>(those, options).toArray());
}

/** What names a post by its text, as `stored` finds posts. */
export function texts(posts: Model<PostRecord>, ids: readonly Types.ObjectId[]): Promise<PostText[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return collectionOf(posts)
    .find<PostText>({ deletedAt: null, _id: { $in: [...ids] } } as object, {
      projection: TEXT_PROJECTION,
      batchSize: ids.length + 1,
    })
    .toArray();
}

/** Those of the posts that contain the words of `q`, in the order of the ids. */
export async function containing(
  posts: Model<PostRecord>,
  ids: readonly Types.ObjectId[],
  q: string,
): Promise<Types.ObjectId[]> {
  const words = termsFilter(q);
  if (words === null || ids.length === 0) return [];
  const those = { ...words, deletedAt: null, _id: { $in: [...ids] } } as object;
  const found = await collectionOf(posts)
    .find<Pick<PostRecord, '_id'>>(those, { projection: { _id: 1 }, batchSize: ids.length + 1 })
    .toArray();
  return inOrder(ids, found).map(({ _id }) => _id);
}
