import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { invalidateDependents, findPost, removePost } from '../model/patch-post';
import { keys } from '../../../cache/keys';
import { isReadAnew, nothingReadAnew, runMutation } from '../../../cache/update-cached';
import { messageOf } from '../../../lib/api-error';
import { askConfirmation } from '../../../lib/dialogs';
import { toast } from '../../../lib/toast';
import { deletePost } from '../model/write-post';

/** Longer lists are not refetched while on screen, only marked stale: just their end is out of date. */
const PAGES_READ_AGAIN = 5;

const readShortListsAgain = async (client: QueryClient): Promise<void> => {
  void client.invalidateQueries({ queryKey: keys.posts, refetchType: 'none' });
  await nothingReadAnew(client);
  void client.refetchQueries({
    queryKey: keys.posts,
    type: 'active',
    predicate: ({ state }) =>
      ((state.data as Partial<InfiniteData<unknown>> | undefined)?.pages?.length ?? 0) <= PAGES_READ_AGAIN,
  });
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
        title: 'Delete post?',
        text: 'It disappears with its comments and reactions. This cannot be undone.',
        confirmLabel: 'Delete',
        danger: true,
      });
      if (!confirmed) return false;
      await client.cancelQueries({ queryKey: keys.posts, predicate: (query) => !isReadAnew(query) });
      const authorId = findPost(client, postId)?.user._id;
      const restore = removePost(client, postId);
      try {
        await runMutation(client, () => deletePost(postId));
        client.removeQueries({ queryKey: keys.postOf(postId) });
        toast.success('Post deleted');
        return true;
      } catch (error) {
        restore();
        toast.error(messageOf(error));
        return false;
      } finally {
        if (authorId) invalidateDependents(client, 'delete', authorId);
        void readShortListsAgain(client);
      }
    },
    [client],
  );
};
