import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { patchPost } from '../model/patch-post';
import { isWorthRetrying } from '../../../lib/query-client';
import { useViewer } from '../../../lib/viewer';
import { getStatus } from '../reactions/calls';

/** Reads what the viewer did with a post and shows it in every copy of the post. */
const readStatus = async (client: QueryClient, postId: string, signal: AbortSignal) => {
  const status = await getStatus(postId, signal);
  signal.throwIfAborted();
  patchPost(client, postId, (post) => ({ ...post, userInteraction: status, isBookmarked: status.saved }));
  return status;
};

/**
 * Keeps what the viewer did with a post true: fresh 30 s, kept 5 min, under 2 retries (F §9). Signed-in users only. What
 * was read is applied once, when it comes: an answer that is still cached may be older than what the viewer did since.
 */
export const useInteractionStatus = (postId: string): void => {
  const client = useQueryClient();
  const { user } = useViewer();
  useQuery({
    queryKey: keys.status(postId, user?._id ?? null),
    queryFn: ({ signal }) => readStatus(client, postId, signal),
    enabled: user !== null,
    staleTime: 30_000,
    retry: (failures, error) => failures < 1 && isWorthRetrying(error),
  });
};
