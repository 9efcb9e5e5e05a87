import type { QueryClient } from '@tanstack/react-query';
import { patchPost } from '../../../cache/patch-post';
import type { ClientPost } from '../../../cache/post-model';
import { runMutation } from '../../../cache/run-mutation';
import { paths } from '../../../config/paths';
import { copyText } from '../../../lib/copy-text';
import { toast } from '../../../lib/toast';
import { loadCalls } from '../api/load-calls';
import { withServerState } from './reaction-change';
import { shareText } from './share-text';

/** Full address of a post. */
export const postUrl = (postId: string): string =>
  new URL(paths.post.getHref(postId), window.location.origin).href;

/** Shares a post natively, else by copying its link (F §4). Rejects when neither works, or the person gave it up. */
export const sharePost = async (post: ClientPost): Promise<void> => {
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

/** Counts a share that was handed over; never rejects. */
export const countShare = async (client: QueryClient, postId: string): Promise<void> => {
  try {
    const state = await runMutation(client, async () => (await loadCalls()).addShare(postId));
    patchPost(client, postId, (cached) => withServerState(cached, state));
  } catch {
    // the post was shared; that it went uncounted is nothing the person could act on
  }
};
