import type { ReactionState } from '@social-feed/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { invalidateDependents, findPost, patchPost } from '../model/patch-post';
import { keys } from '../../../cache/keys';
import { pauseReads, updateCached } from '../../../cache/update-cached';
import type { ClientPost } from '../model/post';
import { runMutation } from '../../../cache/run-mutation';
import { isSignedOut } from '../../../lib/api-error';
import { requireLoginTo, showAlert } from '../../../lib/dialogs';
import { toast } from '../../../lib/toast';
import { paths } from '../../../config/paths';
import { copyText } from '../../../lib/copy-text';
import { otherTabs } from '../../../lib/other-tabs';
import { toggleReaction, addShare } from './calls';
import { applyChange, changeFor, inverseOf, withServerState, type ReactionKind } from './reaction-change';

const FAILURES: Record<ReactionKind, string> = {
  like: 'Failed to update like. Please try again.',
  dislike: 'Failed to update dislike. Please try again.',
  bookmark: 'Failed to update bookmark. Please try again.',
  pin: 'Failed to update pin. Please try again.',
};

const WISHES: Record<ReactionKind, string> = {
  like: 'like this post',
  dislike: 'dislike this post',
  bookmark: 'save this post',
  pin: 'pin this post',
};

/** Likes and dislikes exclude one another, so they share one lock per post; the other two have their own. */
const lockOf = (kind: ReactionKind, postId: string) =>
  `${kind === 'like' || kind === 'dislike' ? 'vote' : kind}:${postId}`;

const pending = new Set<string>();

/** What the server said of a reaction. */
export interface ReactionNews {
  kind: ReactionKind;
  postId: string;
  authorId: string;
  state: ReactionState;
}

/** Takes over what the server said of a reaction, here or in another tab. */
export const takeNews = async (
  client: QueryClient,
  { kind, postId, authorId, state }: ReactionNews,
): Promise<void> => {
  // a status asked for meanwhile may be from before the reaction
  await client.cancelQueries({ queryKey: keys.statusOf(postId) });
  patchPost(client, postId, (post) => withServerState(post, state));
  updateCached(client, keys.statusOf(postId), () => state.userInteraction);
  invalidateDependents(client, kind, authorId);
};

/**
 * Toggles a reaction of the signed-in viewer: seen at once in every cached copy, rolled back with a toast when it
 * fails, the server's counts taken over when it succeeds. Where the session turns out to be over it asks for a login
 * instead. A second one while the first is pending is refused (F §4).
 */
export const runReaction = async (
  client: QueryClient,
  shown: ClientPost,
  kind: ReactionKind,
): Promise<void> => {
  const postId = shown._id;
  const lock = lockOf(kind, postId);
  if (pending.has(lock)) {
    showAlert('Please wait for previous action to complete.');
    return;
  }
  pending.add(lock);
  const before = findPost(client, postId) ?? shown;
  const change = changeFor(before, kind);
  await client.cancelQueries({ queryKey: keys.statusOf(postId) });
  const readAgain = await pauseReads(client, keys.posts);
  patchPost(client, postId, (post) => applyChange(post, change));
  try {
    const state = await runMutation(client, (key) => toggleReaction(kind, postId, key));
    const news: ReactionNews = { kind, postId, authorId: before.user._id, state };
    await takeNews(client, news);
    otherTabs?.postMessage(news);
  } catch (error) {
    const inverse = inverseOf(change, before);
    patchPost(client, postId, (post) => applyChange(post, inverse));
    if (isSignedOut(error)) requireLoginTo(WISHES[kind]);
    else toast.error(FAILURES[kind]);
  } finally {
    pending.delete(lock);
    readAgain();
    void client.invalidateQueries({ queryKey: keys.statusOf(postId), refetchType: 'none' });
  }
};

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
