import { select } from '@lingui/core/macro';
import type { CreatePostBody, UpdatePostBody } from '@social-feed/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../../../../cache/keys';
import { feedSeed } from './feed-seed';
import { invalidateDependents } from './patch-post';
import { toClientPost, type ClientPost } from './post';
import { api } from '../../../../lib/api-client';
import { ignoreGone, reword } from '../../../../lib/api-error';

/** Names the failed action and its status (F §8); the server's own message stays in `errors` and `code`. */
const naming = (what: 'create' | 'update' | 'delete') =>
  reword(({ status }) =>
    select(what, {
      create: `Failed to create post: ${status}`,
      update: `Failed to update post: ${status}`,
      other: `Failed to delete post: ${status}`,
    }),
  );

/** Creates a post; the next list draws a new seed (F §4). Throws ApiError "Failed to create post: {status}". */
export const createPost = async (body: CreatePostBody, idempotencyKey: string): Promise<ClientPost> => {
  const answer = await api.call('createPost', { body, idempotencyKey }).catch(naming('create'));
  feedSeed.clear();
  return toClientPost(answer.data);
};

/**
 * Updates the cache after a new post. The next list uses a new order that includes the post (F §4); a list on the
 * screen stays unchanged.
 */
export const notePublished = (client: QueryClient, authorId: string): void => {
  client.removeQueries({ queryKey: keys.posts, type: 'inactive' });
  invalidateDependents(client, 'create', authorId);
};

/** Changes the given fields. Throws ApiError "Failed to update post: {status}". */
export const updatePost = async (postId: string, body: UpdatePostBody): Promise<ClientPost> => {
  const answer = await api.call('updatePost', { params: { id: postId }, body }).catch(naming('update'));
  return toClientPost(answer.data);
};

/**
 * Deletes a post; one that is already gone counts as deleted. The next list draws a new seed (F §4). Throws
 * ApiError "Failed to delete post: {status}".
 */
export const deletePost = async (postId: string): Promise<void> => {
  await api
    .call('deletePost', { params: { id: postId } })
    .catch(ignoreGone)
    .catch(naming('delete'));
  feedSeed.clear();
};
