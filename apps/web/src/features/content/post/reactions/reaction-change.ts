import type { InteractionStatus, ReactionCounts, ReactionState } from '@social-feed/contracts';
import type { ReactionGroup, ReactionKind } from '../../../../cache/pending-changes';
import { eachCount, isSaved, withCounts, type ClientPost } from '../model/post';

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
export const isOn = (post: Omit<ReactionState, 'reactions'>, kind: ReactionKind): boolean => {
  const { liked, disliked } = post.userInteraction;
  return { like: liked, dislike: disliked, bookmark: isSaved(post), pin: post.isPinned }[kind];
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
export const withAnswer = (post: ClientPost, kind: ReactionKind, state: ReactionState): ClientPost => {
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

/** The reactions of a group: at most one is on. */
const KINDS: Readonly<Record<ReactionGroup, readonly [ReactionKind, ...ReactionKind[]]>> = {
  vote: ['like', 'dislike'],
  bookmark: ['bookmark'],
  pin: ['pin'],
};

/** The group of a reaction. */
export const groupOf = (kind: ReactionKind): ReactionGroup =>
  kind === 'like' || kind === 'dislike' ? 'vote' : kind;

export const kindsOf = (group: ReactionGroup) => KINDS[group];

/** The user's reaction of a group; null for none. */
export const reactionOf = (post: ClientPost, group: ReactionGroup): ReactionKind | null =>
  KINDS[group].find((kind) => isOn(post, kind)) ?? null;

/** Returns the post with this reaction of a group, or none. The same object if it has it already. */
export const withReaction = (
  post: ClientPost,
  group: ReactionGroup,
  wanted: ReactionKind | null,
): ClientPost => {
  const current = reactionOf(post, group);
  const pressed = wanted ?? current;
  return pressed === null || wanted === current ? post : applyChange(post, changeFor(post, pressed));
};
