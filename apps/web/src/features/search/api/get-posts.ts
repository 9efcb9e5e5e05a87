import { listPosts, type AnswerOf } from '@social-feed/contracts';
import { toClientPost, type ClientPost } from '../../../cache/post-model';
import { api } from '../../../lib/api-client';
import { reword } from '../../../lib/api-error';

interface PostsWanted {
  page: number;
  limit: number;
  sortBy: 'createdAt' | 'views' | 'likes' | 'random';
  /** Words or a tag; both empty is every post. */
  q?: string;
  tag?: string;
}

interface PostsFound {
  data: ClientPost[];
  pagination: AnswerOf<typeof listPosts>['pagination'];
}

/** A page of `GET posts` (F §7). Throws ApiError "Failed to fetch posts: {status}" (F §8). */
export const getPosts = async (wanted: PostsWanted, signal: AbortSignal): Promise<PostsFound> => {
  const query = { ...wanted, page: String(wanted.page), limit: String(wanted.limit) };
  const answer = await api
    .call(listPosts, { query, signal })
    .catch(reword(({ status }) => `Failed to fetch posts: ${status}`));
  return { data: answer.data.map(toClientPost), pagination: answer.pagination };
};
