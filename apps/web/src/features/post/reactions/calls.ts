import {
  POST_ID_REQUIRED,
  getInteractionStatus,
  react,
  toggleBookmark,
  toggleDislike,
  toggleLike,
  togglePin,
  batchViews,
  trackView,
} from '@social-feed/contracts';
import { ApiError } from '../../../lib/api-error';
import { api } from '../../../lib/api-client';

/** One counted view on its way: seconds in sight, and where the reader came from (F §7). */
export interface PostView {
  postId: string;
  viewDuration: number;
  referralSource: string;
  feed: boolean;
}

/**
 * The path parameter of a call about a post.
 * @throws ApiError 400 "Post ID is required" where there is no id: nothing is sent then (F §5)
 */
export const paramsOf = (postId: string): { id: string } => {
  if (postId.trim() === '')
    throw new ApiError({ status: 400, code: 'INVALID_ID', message: POST_ID_REQUIRED });
  return { id: postId };
};

/** What the signed-in user did with a post (F §7). Throws ApiError. */
export const getStatus = async (postId: string, signal: AbortSignal) =>
  (await api.call(getInteractionStatus, { params: paramsOf(postId), signal })).data;

const ENDPOINTS = { like: toggleLike, dislike: toggleDislike, bookmark: toggleBookmark, pin: togglePin };

export type ReactionKind = keyof typeof ENDPOINTS;

/** Toggles a reaction; the key makes a repeated call count once (F §7). Throws ApiError. */
export const toggleReaction = async (kind: ReactionKind, postId: string, idempotencyKey: string) =>
  (await api.call(ENDPOINTS[kind], { params: paramsOf(postId), idempotencyKey })).data;

/** Counts a share, once per user whatever is sent (F §7). Throws ApiError. */
export const addShare = async (postId: string) =>
  (await api.call(react, { params: paramsOf(postId), body: { type: 'share', action: 'add' } })).data;

/** The views of a list, 1 to 50; results in the order of the list (F §5, F §7). Throws ApiError. */
export const sendBatch = async (postViews: PostView[]) => {
  if (postViews.length === 0)
    throw new ApiError({ status: 400, code: 'VALIDATION_FAILED', message: 'There are no views to send' });
  return (await api.call(batchViews, { body: { postViews } })).data.results;
};

export type ViewResult = Awaited<ReturnType<typeof sendBatch>>[number];

/** The view of a post page (F §7). Throws ApiError. */
export const sendView = async ({ postId, ...body }: PostView): Promise<ViewResult> => ({
  postId,
  ...(await api.call(trackView, { params: paramsOf(postId), body })).data,
});
