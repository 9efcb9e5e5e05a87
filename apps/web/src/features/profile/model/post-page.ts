import type { Post } from '@social-feed/contracts';
import { toClientPost, type ClientPost } from '../../../cache/post-model';
import { asRecord } from '../../../lib/as-record';

/** A page of posts (A §3, paged posts result). */
export interface PostPage {
  data: ClientPost[];
  hasMore: boolean;
  totalCount: number;
}

export const EMPTY_PAGE: PostPage = { data: [], hasMore: false, totalCount: 0 };

const isPost = (value: unknown): value is Post =>
  typeof asRecord(value)['_id'] === 'string' && typeof asRecord(value)['user'] === 'object';

/** The page in an answer; without pagination there is more when the list is as long as `limit` (A §7.3). */
export const toPostPage = (answer: unknown, limit: number): PostPage => {
  const { success, data, pagination } = asRecord(answer);
  if (success === false || !Array.isArray(data)) return EMPTY_PAGE;
  const posts = data.filter(isPost).map(toClientPost);
  const { hasNext, totalPosts } = asRecord(pagination);
  return {
    data: posts,
    hasMore: typeof hasNext === 'boolean' ? hasNext : data.length === limit,
    totalCount: typeof totalPosts === 'number' ? totalPosts : posts.length,
  };
};
