import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { invalidateDependents, findPost, removePost } from '../model/patch-post';
import { keys } from '../../../cache/keys';
import { runMutation } from '../../../cache/run-mutation';
import { ApiError, messageOf } from '../../../lib/api-error';
import { askConfirmation } from '../../../lib/dialogs';
import { toast } from '../../../lib/toast';
import { deletePost } from '../model/write-post';

/**
 * Deletes an own post after a question: gone from every list at once, back again when it fails, lists refetched
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
      await client.cancelQueries({ queryKey: keys.posts });
      const authorId = findPost(client, postId)?.user._id;
      const restore = removePost(client, postId);
      try {
        await runMutation(client, async () => {
          try {
            await deletePost(postId);
          } catch (error) {
            // the call before this one, whose answer was lost, has done it
            if (!(error instanceof ApiError) || error.status !== 404) throw error;
          }
        });
        client.removeQueries({ queryKey: keys.postOf(postId) });
        if (authorId) invalidateDependents(client, 'delete', authorId);
        toast.success('Post deleted');
        return true;
      } catch (error) {
        restore();
        toast.error(messageOf(error));
        return false;
      } finally {
        void client.invalidateQueries({ queryKey: keys.posts });
      }
    },
    [client],
  );
};
