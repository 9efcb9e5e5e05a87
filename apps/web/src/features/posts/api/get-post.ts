import { getPost as endpoint } from '@social-feed/contracts';
import { toClientPost, type ClientPost } from '../../../cache/post-model';
import { api } from '../../../lib/api-client';
import { ApiError } from '../../../lib/api-error';

/** The words of F §8; status and code stay. Trouble on the way keeps its own. */
const naming = (error: unknown): never => {
  if (!(error instanceof ApiError) || error.status < 400) throw error;
  throw new ApiError({
    status: error.status,
    code: error.code,
    message: error.status === 404 ? 'Post not found' : 'Failed to fetch post',
    errors: error.errors,
    bodyText: error.bodyText,
  });
};

/** One post (F §7). Throws ApiError "Post not found" (404) or "Failed to fetch post"; 400 for a malformed id. */
export const getPost = async (postId: string, signal: AbortSignal): Promise<ClientPost> => {
  const answer = await api.call(endpoint, { params: { id: postId }, signal }).catch(naming);
  return toClientPost(answer.data);
};
