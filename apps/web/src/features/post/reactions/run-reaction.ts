import type { InteractionStatus, ReactionCounts, ReactionState } from '@social-feed/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { invalidateDependents, findPost, patchPost } from '../model/patch-post';
import { keys } from '../../../cache/keys';
import { runOptimisticUpdate } from '../../../cache/optimistic-update';
import { runMutation } from '../../../cache/run-mutation';
import { updateCached } from '../../../cache/update-cached';
import { eachCount, paramsOf, withCounts, type ClientPost } from '../model/post';
import { getPost } from '../model/use-post';
import { api } from '../../../lib/api-client';
import { isSignedOut } from '../../../lib/api-error';
import { requireLoginTo, showAlert } from '../../../lib/dialogs';
import { toast } from '../../../lib/toast';
import { paths } from '../../../config/paths';
import { shareOrCopy } from '../../../lib/copy-text';
import { truncate } from '../../../lib/format';
import { otherTabs } from '../../../lib/other-tabs';

const TOGGLES = {
  like: 'toggleLike',
  dislike: 'toggleDislike',
  bookmark: 'toggleBookmark',
  pin: 'togglePin',
} as const;

export type ReactionKind = keyof typeof TOGGLES;

/** Toggles a reaction; with the same key a repeated call counts once (F §7). Throws ApiError. */
export const toggleReaction = async (kind: ReactionKind, postId: string, idempotencyKey: string) =>
  (await api.call(TOGGLES[kind], { params: paramsOf(postId), idempotencyKey })).data;

/** Counts a share, at most once per user (F §7). Throws ApiError. */
export const addShare = async (postId: string) =>
  (await api.call('react', { params: paramsOf(postId), body: { type: 'share', action: 'add' } })).data;

/**
 * An optimistic change as flags and count differences, so that a later rollback keeps the changes of other
 * responses.
 */
export interface ReactionChange {
  flags: Partial<InteractionStatus>;
  delta: Partial<Record<keyof ReactionCounts, number>>;
  isBookmarked?: boolean;
  isPinned?: boolean;
}

/** Whether the user has this reaction on the post. */
const isOn = (post: Omit<ReactionState, 'reactions'>, kind: ReactionKind): boolean => {
  const { liked, disliked, saved } = post.userInteraction;
  return { like: liked, dislike: disliked, bookmark: post.isBookmarked || saved, pin: post.isPinned }[kind];
};

const toggleVote = (post: ClientPost, kind: 'like' | 'dislike'): ReactionChange => {
  const { liked, disliked } = post.userInteraction;
  const isLike = kind === 'like';
  const active = isOn(post, kind);
  const opposite = isLike ? disliked : liked;
  const clearsOpposite = !active && opposite;
  const own = active ? -1 : 1;
  const other = clearsOpposite ? -1 : 0;
  return {
    flags: isLike
      ? { liked: !active, disliked: clearsOpposite ? false : disliked }
      : { disliked: !active, liked: clearsOpposite ? false : liked },
    delta: isLike ? { likes: own, dislikes: other } : { dislikes: own, likes: other },
  };
};

/** Returns the change for a tap: votes exclude each other, a second tap removes one (F §4). */
export const changeFor = (post: ClientPost, kind: ReactionKind): ReactionChange => {
  if (kind === 'like' || kind === 'dislike') return toggleVote(post, kind);
  if (kind === 'pin') return { flags: {}, delta: {}, isPinned: !post.isPinned };
  const saved = isOn(post, kind);
  return { flags: { saved: !saved }, delta: { saves: saved ? -1 : 1 }, isBookmarked: !saved };
};

/** Applies a change; no count falls below 0 (F §4). */
export const applyChange = (post: ClientPost, change: ReactionChange): ClientPost => {
  const counts = eachCount((name) => post.reactions[name] + (change.delta[name] ?? 0));
  return {
    ...withCounts(post, counts),
    userInteraction: { ...post.userInteraction, ...change.flags },
    isBookmarked: change.isBookmarked ?? post.isBookmarked,
    isPinned: change.isPinned ?? post.isPinned,
  };
};

/** Returns the inverse of `change`, computed on the post `before` it. */
export const inverseOf = (change: ReactionChange, before: ClientPost): ReactionChange => {
  const after = applyChange(before, change);
  const flags: Partial<InteractionStatus> = {};
  for (const name of Object.keys(change.flags) as (keyof InteractionStatus)[])
    flags[name] = before.userInteraction[name];
  return {
    flags,
    // Computed, not negated: a count that was clamped to 0 must not return as 1.
    delta: eachCount((name) => before.reactions[name] - after.reactions[name]),
    ...(change.isBookmarked === undefined ? {} : { isBookmarked: before.isBookmarked }),
    ...(change.isPinned === undefined ? {} : { isPinned: before.isPinned }),
  };
};

/** Applies the server's state after a reaction. */
export const withServerState = (post: ClientPost, state: ReactionState): ClientPost => ({
  ...withCounts(post, state.reactions),
  userInteraction: {
    ...state.userInteraction,
    viewed: state.userInteraction.viewed || post.userInteraction.viewed,
  },
  isBookmarked: state.isBookmarked,
  isPinned: state.isPinned,
});

/** Applies what the server's state says of one kind of reaction: the rest may be older than other responses. */
const withAnswer = (post: ClientPost, kind: ReactionKind, state: ReactionState): ClientPost => {
  const { reactions, userInteraction, isPinned, isBookmarked } = withServerState(post, state);
  if (kind === 'pin') return { ...post, isPinned };
  const { likes, dislikes, saves } = reactions;
  const { liked, disliked, saved, viewed } = userInteraction;
  const isSave = kind === 'bookmark';
  return {
    ...withCounts(post, { ...post.reactions, ...(isSave ? { saves } : { likes, dislikes }) }),
    userInteraction: { ...post.userInteraction, viewed, ...(isSave ? { saved } : { liked, disliked }) },
    isBookmarked: isSave ? isBookmarked : post.isBookmarked,
  };
};

/** Likes and dislikes exclude each other, so they share one lock per post; the other two have their own. */
const lockOf = (kind: ReactionKind, postId: string) =>
  `${kind === 'like' || kind === 'dislike' ? 'vote' : kind}:${postId}`;

const pending = new Set<string>();

/** The server's response to a reaction. */
export interface ReactionMessage {
  kind: ReactionKind;
  postId: string;
  authorId: string;
  state: ReactionState;
}

const invalidateAfter = (client: QueryClient, { kind, postId, authorId, state }: ReactionMessage): void => {
  updateCached(client, keys.statusOf(postId), () => state.userInteraction);
  invalidateDependents(client, kind, authorId);
};

/** Applies the server's response to a reaction made in another tab. */
export const applyFromOtherTab = async (client: QueryClient, news: ReactionMessage): Promise<void> => {
  const { kind, postId, state } = news;
  const confirm = () => patchPost(client, postId, (post) => withAnswer(post, kind, state));
  const send = () => Promise.resolve(state);
  await runOptimisticUpdate(client, { queryKey: keys.posts, apply: confirm, send, confirm });
  invalidateAfter(client, news);
};

/**
 * Toggles a reaction of the signed-in user: optimistic in every cached copy, rolled back with a toast on failure,
 * replaced by the server's counts on success. Asks for a login if the session has expired. Rejects a second tap
 * while the first is pending (F §4).
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
  const inverse = inverseOf(changeFor(before, kind), before);
  await runOptimisticUpdate<ReactionState>(client, {
    queryKey: keys.posts,
    apply: () =>
      patchPost(client, postId, (post) =>
        isOn(post, kind) === isOn(before, kind) ? applyChange(post, changeFor(post, kind)) : post,
      ),
    send: (key) => toggleReaction(kind, postId, key),
    readBack: () => getPost(postId),
    confirm: (state) => patchPost(client, postId, (post) => withAnswer(post, kind, state)),
    rollback: () => patchPost(client, postId, (post) => applyChange(post, inverse)),
    onSuccess: (state) => {
      const news: ReactionMessage = { kind, postId, authorId: before.user._id, state };
      invalidateAfter(client, news);
      otherTabs?.postMessage(news);
    },
    onError: (error, state) => {
      if (isSignedOut(error)) requireLoginTo(`${kind === 'bookmark' ? 'save' : kind} this post`);
      else if (!state || isOn(state, kind) === isOn(before, kind))
        toast.error(`Failed to update ${kind}. Please try again.`);
    },
  });
  pending.delete(lock);
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
  const title = post.title || `Post by ${post.user.fullName}`;
  return shareOrCopy({ title, text: shareText(post), url }, url, () =>
    toast.success('Link copied to clipboard'),
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
