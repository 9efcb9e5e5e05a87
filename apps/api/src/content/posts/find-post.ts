import { t } from '@social-feed/contracts/t';
import { Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import { AppError } from '../../platform/http/errors.js';
import type { PostRecord } from './post.model.js';
import { POST_PROJECTION, type StoredPost } from './post.presenter.js';

export const postNotFound = () => new AppError('NOT_FOUND', t`Post not found`);

/** Returns null if the post was deleted or never existed. */
export const findPost = (posts: Collection<PostRecord>, _id: Types.ObjectId): Promise<StoredPost | null> =>
  posts.findOne<StoredPost>({ _id, deletedAt: null }, { projection: POST_PROJECTION });

/** @throws AppError 404 */
export async function getPost(posts: Collection<PostRecord>, id: string): Promise<StoredPost> {
  const post = await findPost(posts, new Types.ObjectId(id));
  if (post === null) throw postNotFound();
  return post;
}
