import { t } from '@lingui/core/macro';
import { useQueryClient, type InfiniteData, type Query, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { invalidateDependents, findPost, removePost } from '../model/patch-post';
import { keys } from '../../../../cache/keys';
import { removalOf } from '../../../../cache/removal';
import { runOptimisticUpdate } from '../../../../cache/optimistic-update';
import { messageOf } from '../../../../lib/api-error';
import { askConfirmation } from '../../../../lib/dialogs';
import { toast } from '../../../../lib/toast';
import { deletePost } from '../model/write-post';

/** Longer lists are not refetched while on screen, only marked stale: just their end is out of date. */
const PAGES_REFETCHED = 5;

const refetchShortLists = (client: QueryClient): void => {
  void client.invalidateQueries({ queryKey: keys.posts, refetchType: 'none' });
  const isShort = ({ state }: Query) =>
    ((state.data as Partial<InfiniteData<unknown>> | undefined)?.pages?.length ?? 0) <= PAGES_REFETCHED;
  const filters = { queryKey: keys.posts, type: 'active', predicate: isShort } as const;
  // a running refresh of a list continues
  void client.refetchQueries(filters, { cancelRefetch: false });
};

/**
 * Deletes an own post after a confirmation: removed from every list at once, restored on failure, lists refetched
 * afterwards (F §4). Resolves to whether it was deleted.
 */
export const useDeletePost = () => {
  const client = useQueryClient();
  return useCallback(
    async (postId: string): Promise<boolean> => {
      const confirmed = await askConfirmation({
        title: t`Delete post?`,
        text: t`It disappears with its comments and reactions. This cannot be undone.`,
        confirmLabel: t`Delete`,
        danger: true,
      });
      if (!confirmed) return false;
      const authorId = findPost(client, postId)?.user._id;
      const deleted = await runOptimisticUpdate(client, {
        ...removalOf(client, keys.posts, postId, 'totalPosts', () => removePost(client, postId)),
        send: () => deletePost(postId),
        onSuccess: () => {
          client.removeQueries({ queryKey: keys.postOf(postId) });
          toast.success(t`Post deleted`);
        },
        onError: (error) => toast.error(messageOf(error)),
      });
      if (authorId) invalidateDependents(client, 'delete', authorId);
      refetchShortLists(client);
      return deleted;
    },
    [client],
  );
};
