import { useQuery, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { findPost } from '../../../cache/patch-post';
import { ApiError } from '../../../lib/api-error';
import { useViewer } from '../../../lib/viewer';
import { getPost } from '../api/get-post';
import { isPostId } from '../model/post-links';

/** Whether a failure means that there is no such post: deleted, never there, or a malformed id (design §4). */
export const isMissingPost = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.code === 'INVALID_ID');

/**
 * A post for its page; the copy that a list holds shows at once while the server's is fetched.
 * @param always fetched anew, however short ago it was read
 */
export const usePost = (postId: string, always = false) => {
  const client = useQueryClient();
  const { user } = useViewer();
  return useQuery({
    queryKey: keys.post(postId, user?._id ?? null),
    queryFn: ({ signal }) => {
      if (!isPostId(postId))
        throw new ApiError({ status: 404, code: 'INVALID_ID', message: 'Post not found' });
      return getPost(postId, signal);
    },
    initialData: () => findPost(client, postId),
    // a list's copy may be old: it is shown, and asked for again
    initialDataUpdatedAt: 0,
    ...(always ? { staleTime: 0 } : {}),
    networkMode: 'always',
  });
};
