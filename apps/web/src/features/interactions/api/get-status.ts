import { getInteractionStatus, type InteractionStatus } from '@social-feed/contracts';
import { api } from '../../../lib/api-client';
import { paramsOf } from './post-id';

/** What the signed-in user did with a post (F §7). Throws ApiError. */
export const getStatus = async (postId: string, signal: AbortSignal): Promise<InteractionStatus> => {
  const answer = await api.call(getInteractionStatus, { params: paramsOf(postId), signal });
  return answer.data;
};
