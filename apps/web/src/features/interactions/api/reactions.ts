import {
  react,
  toggleBookmark,
  toggleDislike,
  toggleLike,
  togglePin,
  type ReactionState,
} from '@social-feed/contracts';
import { api } from '../../../lib/api-client';
import type { ReactionKind } from '../model/reaction-change';
import { paramsOf } from './post-id';

const ENDPOINTS = { like: toggleLike, dislike: toggleDislike, bookmark: toggleBookmark, pin: togglePin };

/** Toggles a reaction; the key makes a repeated call count once (F §7, design §3). Throws ApiError. */
export const toggleReaction = async (
  kind: ReactionKind,
  postId: string,
  idempotencyKey: string,
): Promise<ReactionState> => {
  const answer = await api.call(ENDPOINTS[kind], { params: paramsOf(postId), idempotencyKey });
  return answer.data;
};

/** Counts a share, once per user whatever is sent (F §7; design §4, Share counts). Throws ApiError. */
export const addShare = async (postId: string): Promise<ReactionState> => {
  const answer = await api.call(react, { params: paramsOf(postId), body: { type: 'share', action: 'add' } });
  return answer.data;
};
