import type * as contracts from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { FlagChange } from '../../platform/events/user-flag-updates.js';
import type { UserFlags } from '../../platform/events/user-flags.js';
import { permissionDenied } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { CountedPost, CountedPosts } from '../../content/posts/counted-posts.js';
import {
  isPinnedFor,
  nonNegative,
  presentInteraction,
  presentReactions,
} from '../../content/posts/post.presenter.js';
import type { SeenPosts } from '../../content/posts/seen-posts.js';
import { postNotFound } from '../../content/posts/find-post.js';
import type { PostFlag } from '../../content/posts/interaction.model.js';

type ViewFields = contracts.BodyOf<typeof contracts.trackView>;

export interface ViewResult {
  viewAdded: boolean;
  totalViews: number;
}

const COUNTED_BEFORE = 'View was already counted';
const FLAG_OF = { like: 'liked', dislike: 'disliked', share: 'shared', save: 'saved' } as const;

/** What interactions need. */
interface Reacting {
  counted: CountedPosts;
  seen: Pick<SeenPosts, 'among'>;
  userFlags: Pick<UserFlags<PostFlag, CountedPost>, 'change' | 'addToAll' | 'flagsOf'>;
}

type Action = FlagChange<PostFlag>['action'];
type View = contracts.BodyOf<typeof contracts.batchViews>['postViews'][number];

/** A user's interaction with a post, with a view that was folded. */
async function presented(
  { seen }: Reacting,
  post: CountedPost,
  flags: Partial<contracts.InteractionStatus>,
  user: Types.ObjectId,
) {
  const status = presentInteraction(flags);
  return status.viewed ? status : { ...status, viewed: (await seen.among(user, [post])).size > 0 };
}

/** Likes, dislikes, shares or saves a post, or takes it back. Adding or removing twice has the effect of once. */
async function react(
  reacting: Reacting,
  viewer: Viewer,
  postId: string,
  type: keyof typeof FLAG_OF,
  action: Action = 'toggle',
): Promise<contracts.ReactionState> {
  const { counted, userFlags } = reacting;
  const post = new Types.ObjectId(postId);
  await counted.shownAuthor(post);
  const change = { flag: FLAG_OF[type], action };
  const user = new Types.ObjectId(viewer.id);
  const { flags, target } = await userFlags.change(post, user, change);
  if (target === null) throw postNotFound();
  const after = target ?? (await counted.get(post));
  return presentState(after, viewer, await presented(reacting, after, flags, user));
}

/** Pins an own post or unpins it. @throws AppError 403 for another user's post */
async function pin(
  { counted, userFlags }: Reacting,
  viewer: Viewer,
  postId: string,
  action: Action = 'toggle',
): Promise<contracts.ReactionState> {
  const post = await counted.get(new Types.ObjectId(postId));
  if (post.user.toHexString() !== viewer.id) throw permissionDenied();
  const [pinned, flags] = await Promise.all([
    counted.pin(post._id, action),
    userFlags.flagsOf(post._id, new Types.ObjectId(viewer.id)),
  ]);
  return presentState(pinned, viewer, presentInteraction(flags));
}

/** A user's interactions with a post; all false for a visitor. */
async function status(
  reacting: Reacting,
  viewer: Viewer | null,
  postId: string,
): Promise<contracts.InteractionStatus> {
  const post = await reacting.counted.getVisible(new Types.ObjectId(postId));
  if (viewer === null) return presentInteraction(null);
  const user = new Types.ObjectId(viewer.id);
  return presented(reacting, post, await reacting.userFlags.flagsOf(post._id, user), user);
}

/**
 * Counts one view, once per post and user and never the author's. If the view does not count, the message says
 * why.
 */
async function trackView(
  { counted, seen, userFlags }: Reacting,
  viewer: Viewer,
  postId: string,
  fields: ViewFields,
): Promise<ViewResult & { message: string }> {
  const id = new Types.ObjectId(postId);
  const author = await counted.shownAuthor(id);
  const found = await counted.get(id);
  const uncounted = (message: string) => ({
    viewAdded: false,
    totalViews: nonNegative(found.views),
    message,
  });
  if (author.toHexString() === viewer.id) return uncounted('Self-view is not counted');
  const user = new Types.ObjectId(viewer.id);
  if ((await seen.among(user, [found])).size > 0) return uncounted(COUNTED_BEFORE);
  const { target: post } = await userFlags.change(id, user, {
    flag: 'viewed',
    action: 'add',
    extras: extrasOf(fields),
  });
  if (post === null) throw postNotFound();
  return post === undefined
    ? uncounted(COUNTED_BEFORE)
    : { viewAdded: true, totalViews: nonNegative(post.views), message: 'View counted' };
}

/** Counts several views. Unknown posts, own posts and repeated views return `viewAdded: false`. */
async function trackViews(
  { counted, seen, userFlags }: Reacting,
  viewer: Viewer,
  views: readonly View[],
): Promise<(ViewResult & { postId: string })[]> {
  const fieldsOf = new Map<string, ViewFields>();
  for (const view of views) {
    const id = view.postId.toLowerCase();
    if (!fieldsOf.has(id)) fieldsOf.set(id, view);
  }
  const posts = await counted.findVisible([...fieldsOf.keys()].map((id) => new Types.ObjectId(id)));
  const foreign = [...posts.values()].filter((post) => post.user.toHexString() !== viewer.id);
  const user = new Types.ObjectId(viewer.id);
  const added = await userFlags.addToAll(
    user,
    'viewed',
    foreign.map((post) => ({ target: post._id, extras: extrasOf(fieldsOf.get(post._id.toHexString())!) })),
    () => seen.among(user, foreign),
  );
  return views.map(({ postId }) => {
    const id = postId.toLowerCase();
    const post = posts.get(id);
    const isAdded = added.has(id);
    const totalViews = (post === undefined ? 0 : nonNegative(post.views)) + (isAdded ? 1 : 0);
    // Of several views of one post, the first counts.
    return { postId: id, viewAdded: isAdded && fieldsOf.delete(id), totalViews };
  });
}

/** Handles single interactions of users with posts. Every call returns the new state. */
export const createReactionsService = (reacting: Reacting) => ({
  react: (viewer: Viewer, post: string, type: keyof typeof FLAG_OF, action?: Action) =>
    react(reacting, viewer, post, type, action),
  pin: (viewer: Viewer, post: string, action?: Action) => pin(reacting, viewer, post, action),
  status: (viewer: Viewer | null, post: string) => status(reacting, viewer, post),
  trackView: (viewer: Viewer, post: string, fields: ViewFields) => trackView(reacting, viewer, post, fields),
  trackViews: (viewer: Viewer, views: readonly View[]) => trackViews(reacting, viewer, views),
});

const presentState = (
  post: CountedPost,
  viewer: Viewer,
  status: contracts.InteractionStatus,
): contracts.ReactionState => ({
  reactions: presentReactions(post),
  userInteraction: status,
  isPinned: isPinnedFor(post, viewer.id),
  isBookmarked: status.saved,
});

/** Normalizes the spelling of referral sources, because the analytics group by them. */
const extrasOf = ({ viewDuration, referralSource, feed }: ViewFields) => ({
  viewDuration,
  referralSource: referralSource.trim().toLowerCase() || 'direct',
  ...(feed === undefined ? {} : { feed: String(feed) }),
});
