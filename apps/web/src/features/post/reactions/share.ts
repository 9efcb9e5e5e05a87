import type { QueryClient } from '@tanstack/react-query';
import { patchPost } from '../model/patch-post';
import type { ClientPost } from '../model/post';
import { runMutation } from '../../../cache/run-mutation';
import { paths } from '../../../config/paths';
import { copyText } from '../../../lib/copy-text';
import { toast } from '../../../lib/toast';
import { addShare } from './calls';
import { withServerState } from './reaction-change';

const SHARE_TEXT_MAX = 100;

/** Text of a share: the description, else the title, at most 100 characters with an ellipsis (F §4). */
export const shareText = (post: { title: string; description: string }): string => {
  const text = (post.description || post.title).trim();
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  return characters.length <= SHARE_TEXT_MAX
    ? text
    : `${characters
        .slice(0, SHARE_TEXT_MAX - 1)
        .join('')
        .trimEnd()}…`;
};

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
    const state = await runMutation(client, () => addShare(postId));
    patchPost(client, postId, (cached) => withServerState(cached, state));
  } catch {
    // the post was shared; that it went uncounted is nothing the person could act on
  }
};
