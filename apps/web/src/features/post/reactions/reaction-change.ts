import type { InteractionStatus, ReactionCounts, ReactionState } from '@social-feed/contracts';
import { withCounts, type ClientPost } from '../model/post';

export type ReactionKind = 'like' | 'dislike' | 'bookmark' | 'pin';

/**
 * An optimistic change as flags and count differences, so that its inverse can be applied later without undoing
 * what other answers changed in between.
 */
export interface ReactionChange {
  flags: Partial<InteractionStatus>;
  delta: Partial<Record<keyof ReactionCounts, number>>;
  isBookmarked?: boolean;
  isPinned?: boolean;
}

const toggleVote = (post: ClientPost, kind: 'like' | 'dislike'): ReactionChange => {
  const { liked, disliked } = post.userInteraction;
  const isLike = kind === 'like';
  const active = isLike ? liked : disliked;
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

/** What a tap on this control changes: votes exclude one another, a second tap takes back (F §4). */
export const changeFor = (post: ClientPost, kind: ReactionKind): ReactionChange => {
  if (kind === 'like' || kind === 'dislike') return toggleVote(post, kind);
  if (kind === 'pin') return { flags: {}, delta: {}, isPinned: !post.isPinned };
  const saved = post.isBookmarked || post.userInteraction.saved;
  return { flags: { saved: !saved }, delta: { saves: saved ? -1 : 1 }, isBookmarked: !saved };
};

/** Applies a change; no count falls below 0 (F §4). */
export const applyChange = (post: ClientPost, change: ReactionChange): ClientPost => {
  const { likes, dislikes, shares, saves } = post.reactions;
  const { delta } = change;
  const counted = withCounts(post, {
    likes: likes + (delta.likes ?? 0),
    dislikes: dislikes + (delta.dislikes ?? 0),
    shares: shares + (delta.shares ?? 0),
    saves: saves + (delta.saves ?? 0),
  });
  return {
    ...counted,
    userInteraction: { ...post.userInteraction, ...change.flags },
    isBookmarked: change.isBookmarked ?? post.isBookmarked,
    isPinned: change.isPinned ?? post.isPinned,
  };
};

/** The change that takes `change` back, measured on the post as it was `before`. */
export const inverseOf = (change: ReactionChange, before: ClientPost): ReactionChange => {
  const after = applyChange(before, change);
  const flags: Partial<InteractionStatus> = {};
  for (const name of Object.keys(change.flags) as (keyof InteractionStatus)[])
    flags[name] = before.userInteraction[name];
  return {
    flags,
    // Measured, not negated: a count that was held at 0 must not come back as 1.
    delta: {
      likes: before.reactions.likes - after.reactions.likes,
      dislikes: before.reactions.dislikes - after.reactions.dislikes,
      shares: before.reactions.shares - after.reactions.shares,
      saves: before.reactions.saves - after.reactions.saves,
    },
    ...(change.isBookmarked === undefined ? {} : { isBookmarked: before.isBookmarked }),
    ...(change.isPinned === undefined ? {} : { isPinned: before.isPinned }),
  };
};

/** The post with what the server says after a reaction. */
export const withServerState = (post: ClientPost, state: ReactionState): ClientPost => ({
  ...withCounts(post, state.reactions),
  userInteraction: {
    ...state.userInteraction,
    viewed: state.userInteraction.viewed || post.userInteraction.viewed,
  },
  isBookmarked: state.isBookmarked,
  isPinned: state.isPinned,
});
