import { PAGE } from '@social-feed/contracts';
import { api, type Call } from '../../../lib/api-client';
import { ApiError } from '../../../lib/api-error';
import { EMPTY_PAGE, toPostPage, type PostPage } from '../model/post-page';

interface PageRequest {
  page: number;
  signal: AbortSignal;
}

interface Narrowing {
  params?: Record<string, string>;
  query?: Record<string, string>;
}

const read = async (call: Call, { params, query }: Narrowing, { page, signal }: PageRequest) => {
  try {
    const answer = await api.request(call, {
      ...(params ? { params } : {}),
      query: { page, limit: PAGE.profile, ...query },
      signal,
    });
    return toPostPage(answer, PAGE.profile);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return EMPTY_PAGE;
    throw error;
  }
};

/** Which posts: all of a user's, those with media, or the viewer's own bookmarks. */
export type PostsOf = { of: 'posts' | 'media'; userId: string } | { of: 'bookmarks' };

/** A page of posts for a profile's tab; an empty one on a 404 (A §7.3). Throws ApiError for every other failure. */
export const getPostPage = (wanted: PostsOf, request: PageRequest): Promise<PostPage> => {
  if (wanted.of === 'bookmarks') return read({ method: 'GET', path: '/posts/bookmarks' }, {}, request);
  const params = { id: wanted.userId };
  const query = wanted.of === 'media' ? { media: 'true' } : {};
  return read({ method: 'GET', path: '/posts/user/:id' }, { params, query }, request);
};
