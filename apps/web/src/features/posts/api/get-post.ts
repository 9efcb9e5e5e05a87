import { getPost as endpoint } from '@social-feed/contracts';
import { toClientPost, type ClientPost } from '../../../cache/post-model';
import { api } from '../../../lib/api-client';

/** One post (F §7). Throws ApiError: 404 "Post not found", 400 for a malformed id. */
export const getPost = async (postId: string, signal: AbortSignal): Promise<ClientPost> => {
  const answer = await api.call(endpoint, { params: { id: postId }, signal });
  return toClientPost(answer.data);
};
