import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { api } from '../../../lib/api-client';
import { patchPost } from '../model/patch-post';
import { paramsOf } from '../model/post';
import { isWorthRetrying } from '../../../lib/query-client';
import { useViewer } from '../../../lib/viewer';

/** Fetches the signed-in user's interaction status of a post (F §7). Throws ApiError. */
export const getStatus = async (postId: string, signal: AbortSignal) =>
  (await api.call('getInteractionStatus', { params: paramsOf(postId), signal })).data;

/** Fetches the user's interaction status and applies it to every copy of the post. */
const readStatus = async (client: QueryClient, postId: string, signal: AbortSignal) => {
  const status = await getStatus(postId, signal);
  signal.throwIfAborted();
  patchPost(client, postId, (post) => ({ ...post, userInteraction: status, isBookmarked: status.saved }));
  return status;
};

/**
 * Keeps the interaction status of a post up to date: fresh 30 s, cached 5 min, fewer than 2 retries (F §9).
 * Signed-in users only. Each response is applied once, on arrival: a cached one may be older than the user's latest
 * reaction.
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
