import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keys } from '../../../cache/keys';
import { patchPost } from '../../../cache/patch-post';
import { isWorthRetrying } from '../../../lib/query-client';
import { useViewer } from '../../../lib/viewer';
import { getStatus } from '../api/get-status';

/** Keeps what the viewer did with a post true: fresh 30 s, kept 5 min, under 2 retries (F §9). Signed-in users only. */
export const useInteractionStatus = (postId: string): void => {
  const client = useQueryClient();
  const { user } = useViewer();
  const { data } = useQuery({
    queryKey: keys.status(postId, user?._id ?? null),
    queryFn: ({ signal }) => getStatus(postId, signal),
    enabled: user !== null,
    staleTime: 30_000,
    gcTime: 5 * 60_000,
    retry: (failures, error) => failures < 1 && isWorthRetrying(error),
  });
  useEffect(() => {
    if (data)
      patchPost(client, postId, (post) => ({ ...post, userInteraction: data, isBookmarked: data.saved }));
  }, [client, data, postId]);
};
