import type { InteractionStatus } from '@social-feed/contracts';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { keys } from '../../../../cache/keys';
import { reactionKey, usePendingStore } from '../../../../cache/pending-changes';
import { api } from '../../../../lib/api-client';
import { patchPost } from '../model/patch-post';
import { paramsOf, type ClientPost } from '../model/post';
import { isWorthRetrying } from '../../../../lib/query-client';
import { useViewer } from '../../../../lib/viewer';

/** Fetches the signed-in user's interaction status of a post (F §7). Throws ApiError. */
export const getStatus = async (postId: string, signal: AbortSignal) =>
  (await api.call('getInteractionStatus', { params: paramsOf(postId), signal })).data;

/** Applies a status, except where a reaction of the user waits to be sent. */
const withStatus = (post: ClientPost, status: InteractionStatus): ClientPost => {
  const { changes } = usePendingStore.getState();
  const { liked, disliked, saved } = post.userInteraction;
  const keepsVote = changes.has(reactionKey({ group: 'vote', post: post._id }));
  const keepsSave = changes.has(reactionKey({ group: 'bookmark', post: post._id }));
  return {
    ...post,
    userInteraction: { ...status, ...(keepsVote && { liked, disliked }), ...(keepsSave && { saved }) },
    isBookmarked: keepsSave ? post.isBookmarked : status.saved,
  };
};

/** Fetches the user's interaction status and applies it to every copy of the post. */
const readStatus = async (client: QueryClient, postId: string, signal: AbortSignal) => {
  const status = await getStatus(postId, signal);
  signal.throwIfAborted();
  patchPost(client, postId, (post) => withStatus(post, status));
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
