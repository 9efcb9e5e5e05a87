import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { findPost, patchPost } from '../model/patch-post';
import { keys } from '../../../../cache/keys';
import type { ReactionKind } from '../../../../cache/pending-changes';
import { runOptimisticUpdate } from '../../../../cache/optimistic-update';
import { runMutation } from '../../../../cache/run-mutation';
import { paramsOf, postName, type ClientPost } from '../model/post';
import { getPost } from '../model/use-post';
import { api } from '../../../../lib/api-client';
import { isSignedOut } from '../../../../lib/api-error';
import { showOffer } from '../../../../components/ui/undo-toast';
import { requireLogin, showAlert, showCollect } from '../../../../lib/dialogs';
import { toast } from '../../../../lib/toast';
import { paths } from '../../../../config/paths';
import { shareOrCopy } from '../../../../lib/copy-text';
import { truncate } from '../../../../lib/format';
import {
  confirmReaction,
  invalidateAfter,
  lockReaction,
  reactionUpdate,
  type ReactionMessage,
} from './reaction-answer';
import { reactionFailure } from './reaction-failure';
import { applyChange, changeFor, inverseOf, isOn, withServerState } from './reaction-change';
import { changeOfPress, isWaiting, keepWaiting, neverLeft, showReaction } from './waiting-reactions';

export type { ReactionMessage } from './reaction-answer';

const TOGGLES = {
  like: 'toggleLike',
  dislike: 'toggleDislike',
  bookmark: 'toggleBookmark',
  pin: 'togglePin',
} as const;

export type { ReactionKind } from '../../../../cache/pending-changes';

/** Toggles a reaction; with the same key a repeated call counts once (F §7). Throws ApiError. */
export const toggleReaction = async (kind: ReactionKind, postId: string, idempotencyKey: string) =>
  (await api.call(TOGGLES[kind], { params: paramsOf(postId), idempotencyKey })).data;

/** Counts a share, at most once per user (F §7). Throws ApiError. */
export const addShare = async (postId: string) =>
  (await api.call('react', { params: paramsOf(postId), body: { type: 'share', action: 'add' } })).data;

/** Applies the server's response to a reaction made in another tab. */
export const applyFromOtherTab = async (client: QueryClient, news: ReactionMessage): Promise<void> => {
  const { kind, postId, state } = news;
  const confirm = () => confirmReaction(client, postId, kind, state);
  const send = () => Promise.resolve(state);
  await runOptimisticUpdate(client, { queryKey: keys.posts, apply: confirm, send, confirm });
  invalidateAfter(client, news);
};

/**
 * Toggles a reaction of the signed-in user: optimistic in every cached copy, rolled back with a toast on failure,
 * replaced by the server's counts on success. Without a connection it waits instead. Asks for a login if the session
 * has expired. Rejects a second tap while the first is pending (F §4).
 */
export const runReaction = async (
  client: QueryClient,
  shown: ClientPost,
  kind: ReactionKind,
  viewerId: string,
): Promise<void> => {
  const postId = shown._id;
  const unlock = lockReaction(kind, postId);
  if (!unlock) {
    showAlert(t`Please wait for previous action to complete.`);
    return;
  }
  const before = findPost(client, postId) ?? shown;
  const change = changeOfPress(before, kind);
  if ((isWaiting(viewerId, change) || !navigator.onLine) && keepWaiting(client, viewerId, change)) {
    unlock();
    return;
  }
  const inverse = inverseOf(changeFor(before, kind), before);
  const update = reactionUpdate(client, kind, change);
  await runOptimisticUpdate(client, {
    ...update,
    apply: () => showReaction(client, change, change.wanted),
    send: (key) =>
      toggleReaction(kind, postId, key).catch((error: unknown) => {
        if (neverLeft(error) && keepWaiting(client, viewerId, { ...change, tried: true })) return null;
        throw error;
      }),
    readBack: () => getPost(postId),
    rollback: () => patchPost(client, postId, (post) => applyChange(post, inverse)),
    onSuccess: (state) => {
      update.onSuccess(state);
      const id = `saved-${postId}`;
      if (kind === 'bookmark' && state && isOn(state, kind))
        showOffer(id, t`Saved.`, { label: t`Add to collection`, onPress: () => showCollect(postId) });
      else if (kind === 'bookmark' && state) toast.dismiss(id);
    },
    onError: (error, state) => {
      if (isSignedOut(error)) requireLogin(kind === 'bookmark' ? 'save' : kind);
      else if (!state || isOn(state, kind) === isOn(before, kind)) toast.error(reactionFailure(kind));
    },
  });
  unlock();
  void client.invalidateQueries({ queryKey: keys.statusOf(postId), refetchType: 'none' });
};

const SHARE_TEXT_MAX = 100;

/** Share text: the description, else the title, at most 100 characters with an ellipsis (F §4). */
export const shareText = (post: { title: string; description: string }): string =>
  truncate((post.description || post.title).trim(), SHARE_TEXT_MAX);

/** Absolute URL of a post. */
export const postUrl = (postId: string, commentId?: string): string =>
  new URL(paths.post.getHref(postId, commentId), window.location.origin).href;

/** Shares a post natively, else copies its link (F §4). Rejects if neither works, or the user cancels. */
export const sharePost = (post: ClientPost): Promise<void> => {
  const url = postUrl(post._id);
  const title = postName(post);
  return shareOrCopy({ title, text: shareText(post), url }, url, () =>
    toast.success(t`Link copied to clipboard`),
  );
};

/** Counts a completed share; never rejects. */
export const countShare = async (client: QueryClient, postId: string): Promise<void> => {
  try {
    const state = await runMutation(client, () => addShare(postId));
    patchPost(client, postId, (cached) => withServerState(cached, state));
  } catch {
    // the post was shared; the user cannot do anything about a lost count
  }
};
