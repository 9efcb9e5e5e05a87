import { api } from '../../../lib/api-client';
import { paramsOf } from '../model/post';

/** Fetches the signed-in user's interaction status of a post (F §7). Throws ApiError. */
export const getStatus = async (postId: string, signal: AbortSignal) =>
  (await api.call('getInteractionStatus', { params: paramsOf(postId), signal })).data;

const TOGGLES = {
  like: 'toggleLike',
  dislike: 'toggleDislike',
  bookmark: 'toggleBookmark',
  pin: 'togglePin',
} as const;

export type ReactionKind = keyof typeof TOGGLES;

/** Toggles a reaction; with the same key a repeated call counts once (F §7). Throws ApiError. */
export const toggleReaction = async (kind: ReactionKind, postId: string, idempotencyKey: string) =>
  (await api.call(TOGGLES[kind], { params: paramsOf(postId), idempotencyKey })).data;

/** Counts a share, at most once per user (F §7). Throws ApiError. */
export const addShare = async (postId: string) =>
  (await api.call('react', { params: paramsOf(postId), body: { type: 'share', action: 'add' } })).data;
