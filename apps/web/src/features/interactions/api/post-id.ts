import { POST_ID_REQUIRED } from '@social-feed/contracts';
import { ApiError } from '../../../lib/api-error';

/**
 * The path parameter of a call about a post.
 * @throws ApiError 400 "Post ID is required" where there is no id: nothing is sent then (F §5)
 */
export const paramsOf = (postId: string): { id: string } => {
  if (postId.trim() === '')
    throw new ApiError({ status: 400, code: 'INVALID_ID', message: POST_ID_REQUIRED });
  return { id: postId };
};
