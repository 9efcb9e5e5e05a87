import { api, type CallQuery } from '../../../../lib/api-client';
import { toClientPost } from './post';
import { postsFailure } from './posts-failure';

/** A page of `GET posts` (F §7). Throws ApiError "Failed to fetch posts: {status}" (F §8). */
export const getPosts = async (query: CallQuery<'listPosts'>, signal: AbortSignal) => {
  const answer = await api.call('listPosts', { query, signal }).catch(postsFailure);
  return { ...answer, data: answer.data.map(toClientPost) };
};
