import { api } from '../../../lib/api-client';
import { ApiError } from '../../../lib/api-error';
import { paramsOf } from '../model/post';

/** One view to send: seconds in sight, and the referral source (F §7). */
export interface PostView {
  postId: string;
  viewDuration: number;
  referralSource: string;
  feed: boolean;
}

export interface ViewResult {
  postId: string;
  viewAdded: boolean;
  totalViews: number;
}

/** Sends the views of a list, 1 to 50; results are in the same order (F §5, F §7). Throws ApiError. */
export const sendBatch = async (postViews: PostView[]): Promise<ViewResult[]> => {
  if (postViews.length === 0)
    throw new ApiError({ status: 400, code: 'VALIDATION_FAILED', message: 'There are no views to send' });
  return (await api.call('batchViews', { body: { postViews }, keepalive: true })).data.results;
};

/** Sends the view of a post page (F §7). Throws ApiError. */
export const sendView = async ({ postId, ...body }: PostView): Promise<ViewResult> => {
  const { data } = await api.call('trackView', { params: paramsOf(postId), body, keepalive: true });
  return { postId, ...data };
};
