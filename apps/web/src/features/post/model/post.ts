import {
  POST_ID_REQUIRED,
  type InteractionStatus,
  type Post,
  type ReactionCounts,
} from '@social-feed/contracts';
import { ApiError } from '../../../lib/api-error';

/** The six reactions that the client knows; the server counts two of them (F §3). */
export interface ExpandedReactions {
  like: number;
  love: number;
  laugh: number;
  wow: number;
  sad: number;
  angry: number;
}

/** A post as the client holds it: the server's counts with their expansion beside them (F §3). */
export type ClientPost = Omit<Post, 'reactions'> & { reactions: ReactionCounts & ExpandedReactions };

/** What the reverse mapping sends (F §3). */
export type ServerPostFields = Pick<Post, '_id' | 'views' | 'title' | 'description'> & {
  likes: number;
  dislikes: number;
};

const count = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.max(0, value) : 0;

/** `like` from likes, `angry` from dislikes, the other four 0 (F §3). */
export const expandReactions = (counts: Partial<ReactionCounts>): ExpandedReactions => ({
  like: count(counts.likes),
  love: 0,
  laugh: 0,
  wow: 0,
  sad: 0,
  angry: count(counts.dislikes),
});

/** Each of the counts. */
export const eachCount = (of: (name: keyof ReactionCounts) => number): ReactionCounts => ({
  likes: of('likes'),
  dislikes: of('dislikes'),
  shares: of('shares'),
  saves: of('saves'),
});

/** The post with these counts, none below 0; `likes` and the expansion follow (F §4). */
export const withCounts = (post: ClientPost, counts: Partial<ReactionCounts>): ClientPost => {
  const kept = eachCount((name) => count(counts[name]));
  return { ...post, likes: kept.likes, reactions: { ...kept, ...expandReactions(kept) } };
};

/** What most posts have of their reader. */
const UNTOUCHED: InteractionStatus = { liked: false, disliked: false, saved: false, viewed: false };

/**
 * A post of the server as the client holds it; lists and flags that are absent become their defaults (F §3), so that a
 * post that was kept by an earlier version can be drawn.
 */
export const toClientPost = (post: Post): ClientPost => {
  const { user, userInteraction: did, reactions: counts, likes } = post;
  return withCounts(
    {
      ...post,
      media: post.media ?? [],
      images: post.images ?? [],
      videos: post.videos ?? [],
      tags: post.tags ?? [],
      contentWarning: post.contentWarning ?? '',
      sensitive: post.sensitive ?? false,
      user: { ...user, isFollowing: user.isFollowing ?? false },
      userInteraction:
        did?.liked || did?.disliked || did?.saved || did?.viewed ? { ...UNTOUCHED, ...did } : UNTOUCHED,
    } as ClientPost,
    counts ?? { likes },
  );
};

/** The reverse mapping: `likes` from like, `dislikes` from angry, nothing else of the reactions (F §3). */
export const toServerPost = (post: ClientPost): ServerPostFields => ({
  _id: post._id,
  views: post.views,
  likes: post.reactions.like,
  dislikes: post.reactions.angry,
  title: post.title,
  description: post.description,
});

/**
 * The path parameter of a call about a post.
 * @throws ApiError 400 "Post ID is required" where there is no id: nothing is sent then (F §5)
 */
export const paramsOf = (postId: string): { id: string } => {
  if (postId.trim() === '')
    throw new ApiError({ status: 400, code: 'INVALID_ID', message: POST_ID_REQUIRED });
  return { id: postId };
};
