import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { ClientPost } from '../../../cache/post-model';
import { isAbort } from '../../../lib/api-error';
import { requireLogin } from '../../../lib/dialogs';
import { toast } from '../../../lib/toast';
import { useViewer } from '../../../lib/viewer';
import { loadActions } from '../load-actions';

/** Shares a post; counted once it was handed over, not when it was given up (F §4). */
export const useShare = () => {
  const client = useQueryClient();
  const { user } = useViewer();
  const signedIn = user !== null;
  const [sharing, setSharing] = useState(false);
  const share = useCallback(
    async (post: ClientPost) => {
      if (!signedIn) {
        requireLogin('share');
        return;
      }
      setSharing(true);
      try {
        const { sharePost, countShare } = await loadActions();
        await sharePost(post);
        void countShare(client, post._id);
      } catch (error) {
        if (!isAbort(error)) toast.error('Failed to share post. Please try again.');
      } finally {
        setSharing(false);
      }
    },
    [client, signedIn],
  );
  return { share, sharing };
};
