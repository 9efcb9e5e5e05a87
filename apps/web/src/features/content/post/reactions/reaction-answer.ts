import type { ReactionState } from '@social-feed/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../../../../cache/keys';
import {
  reactionKey,
  usePendingStore,
  type ReactionKind,
  type WaitingReaction,
} from '../../../../cache/pending-changes';
import { updateCached } from '../../../../cache/update-cached';
import { otherTabs } from '../../../../lib/other-tabs';
import { invalidateDependents, patchPost } from '../model/patch-post';
import { groupOf, withAnswer } from './reaction-change';

const locked = new Set<string>();

/**
 * Locks a reaction of a post for a call. Likes and dislikes exclude each other, so they share a lock.
 * @returns a function that unlocks it, or undefined if a call is pending
 */
export const lockReaction = (kind: ReactionKind, postId: string): (() => void) | undefined => {
  const lock = `${groupOf(kind)}:${postId}`;
  if (locked.has(lock)) return undefined;
  locked.add(lock);
  return () => void locked.delete(lock);
};

/** The server's response to a reaction. */
export interface ReactionMessage {
  kind: ReactionKind;
  postId: string;
  authorId: string;
  state: ReactionState;
}

/** Refreshes what depends on a reaction. */
export const invalidateAfter = (
  client: QueryClient,
  { kind, postId, authorId, state }: ReactionMessage,
): void => {
  updateCached(client, keys.statusOf(postId), () => state.userInteraction);
  invalidateDependents(client, kind, authorId);
};

/** Shows the server's state of a reaction, unless another one of its group waits: that is what the user wants. */
export const confirmReaction = (
  client: QueryClient,
  postId: string,
  kind: ReactionKind,
  state: ReactionState,
): void => {
  if (!usePendingStore.getState().changes.has(reactionKey({ group: groupOf(kind), post: postId })))
    patchPost(client, postId, (post) => withAnswer(post, kind, state));
};

/**
 * The part of an optimistic update of a reaction that takes over the server's answer, here and in other tabs. `null`
 * is no answer: it waits.
 */
export const reactionUpdate = (
  client: QueryClient,
  kind: ReactionKind,
  { post: postId, author: authorId }: WaitingReaction,
) => ({
  queryKey: keys.posts,
  confirm: (state: ReactionState | null) => {
    if (state) confirmReaction(client, postId, kind, state);
  },
  onSuccess: (state: ReactionState | null) => {
    if (!state) return;
    const news: ReactionMessage = { kind, postId, authorId, state };
    invalidateAfter(client, news);
    otherTabs?.postMessage(news);
  },
});
