import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refetchFailed } from '../../cache/refetch-failed';
import { isOutcomeUnknown } from '../../cache/run-mutation';
import {
  holdingWaitingPosts,
  removeWaitingPost,
  useWaitingPosts,
  waitingPostsOf,
} from '../../cache/waiting-posts';
import { forgetFeed } from '../../features/reading/feed/feed-memory';
import { createPost, notePublished } from '../../features/content/post/model/write-post';
import { isRefused } from '../../features/content/post/reactions/waiting-reactions';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { messageOf } from '../../lib/api-error';
import { MINUTE } from '../../lib/time';
import { toast } from '../../lib/toast';

const TOAST = 'waiting-posts';

/**
 * Publishes the viewer's waiting posts, in one tab at a time, each with the key of its first try. Posts that the
 * server rejects become drafts of this browser; the others wait on. Never rejects.
 */
const sendWaitingPosts = async (client: QueryClient, viewerId: string): Promise<void> => {
  if (waitingPostsOf(viewerId).length === 0) return;
  await holdingWaitingPosts(viewerId, async () => {
    for (const { idempotencyKey, body } of waitingPostsOf(viewerId)) {
      // the user may have left
      if (useSessionStore.getState().currentUser?._id !== viewerId || !navigator.onLine) return;
      try {
        await createPost(body, idempotencyKey);
      } catch (error) {
        if (!isRefused(error) && !isOutcomeUnknown(error)) return;
        const { addStoredDraft } = await import('../../features/content/composer/model/draft-store');
        // without room for the draft, the post waits on
        if (!addStoredDraft(viewerId, body)) return;
        removeWaitingPost(viewerId, idempotencyKey);
        toast.error(t`Your post was not published: ${messageOf(error)}. It is kept in Create Post.`, {
          id: TOAST,
        });
        continue;
      }
      removeWaitingPost(viewerId, idempotencyKey);
      notePublished(client, viewerId);
      forgetFeed();
      void refetchFailed(client);
      toast.success(t`Your post is published.`, { id: TOAST });
    }
  });
};

/** Publishes waiting posts when the connection is back, when the app starts, and each minute while some wait. */
export const useSendingPosts = (viewerId: string): void => {
  const client = useQueryClient();
  const waits = useWaitingPosts(viewerId).length > 0;
  useQuery({
    queryKey: [TOAST, viewerId],
    queryFn: () => sendWaitingPosts(client, viewerId).then(() => true),
    enabled: waits,
    staleTime: 0,
    refetchInterval: MINUTE,
  });
  useEffect(() => {
    const send = () => void sendWaitingPosts(client, viewerId);
    window.addEventListener('online', send);
    return () => window.removeEventListener('online', send);
  }, [client, viewerId]);
};
