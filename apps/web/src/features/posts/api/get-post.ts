import { getPost as endpoint } from '@social-feed/contracts';
import { toClientPost, type ClientPost } from '../../../cache/post-model';
import { api } from '../../../lib/api-client';
import { reword } from '../../../lib/api-error';

const naming = reword(({ status }) => (status === 404 ? 'Post not found' : 'Failed to fetch post'));

/** One post (F §7). Throws ApiError "Post not found" (404) or "Failed to fetch post"; 400 for a malformed id. */
export const getPost = async (postId: string, signal: AbortSignal): Promise<ClientPost> => {
  const answer = await api.call(endpoint, { params: { id: postId }, signal }).catch(naming);
  return toClientPost(answer.data);
};
