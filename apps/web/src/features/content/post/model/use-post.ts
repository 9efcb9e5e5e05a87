import { t } from '@lingui/core/macro';
import { isId } from '@social-feed/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../lib/api-client';
import { reword, ApiError } from '../../../../lib/api-error';
import { keys } from '../../../../cache/keys';
import { useOwnAccount } from '../../../../lib/viewer';
import { toClientPost, type ClientPost } from './post';
import { findPost } from './patch-post';

const naming = reword(({ status }) => (status === 404 ? t`Post not found` : t`Failed to fetch post`));

/**
 * Fetches one post (F §7). Throws ApiError "Post not found" (404) or "Failed to fetch post"; 400 for a malformed
 * id.
 */
export const getPost = async (postId: string, signal?: AbortSignal): Promise<ClientPost> => {
  const answer = await api.call('getPost', { params: { id: postId }, signal }).catch(naming);
  return toClientPost(answer.data);
};

/** Whether an error means that the post does not exist: deleted, never created, or a malformed id. */
export const isMissingPost = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.code === 'INVALID_ID');

/**
 * A post for its page. Shows a list's cached copy while the server's is fetched.
 * @param always refetches even if the cached post is fresh
 */
export const usePost = (postId: string, always = false) => {
  const client = useQueryClient();
  const user = useOwnAccount();
  return useQuery({
    queryKey: keys.post(postId, user?._id ?? null),
    queryFn: ({ signal }) => {
      if (!isId(postId)) throw new ApiError({ status: 404, code: 'INVALID_ID', message: t`Post not found` });
      return getPost(postId, signal);
    },
    initialData: () => findPost(client, postId),
    // a list's copy may be stale: show it, and refetch
    initialDataUpdatedAt: 0,
    ...(always ? { staleTime: 0 } : {}),
  });
};
