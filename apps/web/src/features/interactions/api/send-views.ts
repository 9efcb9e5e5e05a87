import { batchViews, trackView } from '@social-feed/contracts';
import { api } from '../../../lib/api-client';
import type { PostView } from '../model/view-tracker';

export interface ViewResult {
  postId: string;
  viewAdded: boolean;
  totalViews: number;
}

/** The views of a list, at most 50; results in the order of the list (F §7). Throws ApiError. */
export const sendBatch = async (postViews: PostView[]): Promise<ViewResult[]> => {
  const answer = await api.call(batchViews, { body: { postViews } });
  return answer.data.results;
};

/** The view of a post page (F §7). Throws ApiError. */
export const sendView = async ({ postId, ...view }: PostView): Promise<ViewResult> => {
  const answer = await api.call(trackView, { params: { id: postId }, body: view });
  return { postId, ...answer.data };
};
