import { batchViews, trackView } from '@social-feed/contracts';
import { api } from '../../../lib/api-client';
import { ApiError } from '../../../lib/api-error';
import type { PostView } from '../model/view-tracker';
import { paramsOf } from './post-id';

export interface ViewResult {
  postId: string;
  viewAdded: boolean;
  totalViews: number;
}

/** The views of a list, 1 to 50; results in the order of the list (F §5, F §7). Throws ApiError. */
export const sendBatch = async (postViews: PostView[]): Promise<ViewResult[]> => {
  if (postViews.length === 0)
    throw new ApiError({ status: 400, code: 'VALIDATION_FAILED', message: 'There are no views to send' });
  const answer = await api.call(batchViews, { body: { postViews } });
  return answer.data.results;
};

/** The view of a post page (F §7). Throws ApiError. */
export const sendView = async ({ postId, ...view }: PostView): Promise<ViewResult> => {
  const answer = await api.call(trackView, { params: paramsOf(postId), body: view });
  return { postId, ...answer.data };
};
