import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { patchPost } from '../../../cache/patch-post';
import type { ClientPost } from '../../../cache/post-model';
import { runMutation } from '../../../cache/run-mutation';
import { paths } from '../../../config/paths';
import { isAbort } from '../../../lib/api-error';
import { copyText } from '../../../lib/copy-text';
import { requireLogin } from '../../../lib/dialogs';
import { toast } from '../../../lib/toast';
import { useViewer } from '../../../lib/viewer';
import { loadCalls } from '../api/load-calls';
import { withServerState } from '../model/reaction-change';
import { shareText } from '../model/share-text';

/** Full address of a post. */
export const postUrl = (postId: string): string =>
  new URL(paths.post.getHref(postId), window.location.origin).href;

const handOver = async (post: ClientPost): Promise<void> => {
  const url = postUrl(post._id);
  if (typeof navigator.share === 'function') {
    await navigator.share({
      title: post.title || `Post by ${post.user.fullName}`,
      text: shareText(post),
      url,
    });
    return;
  }
  await copyText(url);
  toast.success('Link copied to clipboard');
};

/**
 * Shares a post natively, else by copying its link; counted once it was handed over, not when it was given up (F §4).
 */
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
        await handOver(post);
      } catch (error) {
        if (!isAbort(error)) toast.error('Failed to share post. Please try again.');
        return;
      } finally {
        setSharing(false);
      }
      try {
        const state = await runMutation(client, async () => (await loadCalls()).addShare(post._id));
        patchPost(client, post._id, (cached) => withServerState(cached, state));
      } catch {
        // the post was shared; that it went uncounted is nothing the person could act on
      }
    },
    [client, signedIn],
  );
  return { share, sharing };
};
