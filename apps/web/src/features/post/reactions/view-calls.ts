import { api, type Call } from '../../../lib/api-client';
import { ApiError } from '../../../lib/api-error';
import { asRecord } from '../../../lib/json';
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

/** The contracts' `trackView` and `batchViews` without their schemas, to keep them out of the first page's code. */
export const VIEW_CALL: Call = { method: 'POST', path: '/post-interactions/:id/view' };
export const BATCH_CALL: Call = { method: 'POST', path: '/post-interactions/batch-views' };

const toResult = (postId: unknown, answer: unknown): ViewResult => {
  const { viewAdded, totalViews } = asRecord(answer);
  return { postId: String(postId), viewAdded: viewAdded === true, totalViews: Number(totalViews) || 0 };
};

/** Sends the views of a list, 1 to 50; results are in the same order (F §5, F §7). Throws ApiError. */
export const sendBatch = async (postViews: PostView[]): Promise<ViewResult[]> => {
  if (postViews.length === 0)
    throw new ApiError({ status: 400, code: 'VALIDATION_FAILED', message: 'There are no views to send' });
  const { data } = asRecord(await api.request(BATCH_CALL, { body: { postViews }, keepalive: true }));
  const { results } = asRecord(data);
  return (Array.isArray(results) ? results : []).map((one) => toResult(asRecord(one)['postId'], one));
};

/** Sends the view of a post page (F §7). Throws ApiError. */
export const sendView = async ({ postId, ...body }: PostView): Promise<ViewResult> =>
  toResult(
    postId,
    asRecord(await api.request(VIEW_CALL, { params: paramsOf(postId), body, keepalive: true }))['data'],
  );
