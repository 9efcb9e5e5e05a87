import { t } from '@lingui/core/macro';
import {
  EMPTY_POST,
  filled,
  POST_ID_REQUIRED,
  type InteractionStatus,
  type Post,
  type PostFields,
  type ReactionCounts,
} from '@social-feed/contracts';
import { ApiError } from '../../../../lib/api-error';

/** The client's six reactions; the server counts two of them (F §3). */
export interface ExpandedReactions {
  like: number;
  love: number;
  laugh: number;
  wow: number;
  sad: number;
  angry: number;
}

/** A post in the client: the server's counts plus their expansion (F §3). */
export type ClientPost = Omit<Post, 'reactions'> & { reactions: ReactionCounts & ExpandedReactions };

/** The fields of the reverse mapping (F §3). */
export type ServerPostFields = Pick<Post, '_id' | 'views' | 'title' | 'description'> & {
  likes: number;
  dislikes: number;
};

const count = (value: unknown): number => (Number.isFinite(value) ? Math.max(0, value as number) : 0);

/** `like` from likes, `angry` from dislikes, the other four 0 (F §3). */
export const expandReactions = (counts: Partial<ReactionCounts>): ExpandedReactions => ({
  like: count(counts.likes),
  love: 0,
  laugh: 0,
  wow: 0,
  sad: 0,
  angry: count(counts.dislikes),
});

/** The name of a post: its title, else whose it is. */
export const postName = ({ title, user }: Pick<ClientPost, 'title' | 'user'>): string =>
  title || t`Post by ${user.fullName}`;

/** Whether the viewer has saved a post; each flag comes from other responses. */
export const isSaved = (post: Pick<ClientPost, 'isBookmarked' | 'userInteraction'>): boolean =>
  post.isBookmarked || post.userInteraction.saved;

/** Builds an object with each of the counts. */
export const eachCount = (of: (name: keyof ReactionCounts) => number): ReactionCounts => ({
  likes: of('likes'),
  dislikes: of('dislikes'),
  shares: of('shares'),
  saves: of('saves'),
});

/** Sets these counts, none below 0; updates `likes` and the expansion (F §4). */
export const withCounts = (post: ClientPost, counts: Partial<ReactionCounts>): ClientPost => {
  const kept = eachCount((name) => count(counts[name]));
  return { ...post, likes: kept.likes, reactions: { ...kept, ...expandReactions(kept) } };
};

/** The user state of a post with which the viewer did nothing. */
const UNTOUCHED: InteractionStatus = { liked: false, disliked: false, saved: false, viewed: false };

/**
 * Converts a server post to a client post. Missing lists and flags get their defaults (F §3), so that a post cached
 * by an earlier version renders.
 */
export const toClientPost = (post: Post): ClientPost => {
  const { user, userInteraction: did, reactions: counts, likes } = post;
  return withCounts(
    {
      ...post,
      ...filled<PostFields & Pick<Post, 'images' | 'videos'>>(
        { ...EMPTY_POST, images: [], videos: [] },
        post,
      ),
      user: { ...user, isFollowing: user.isFollowing ?? false },
      userInteraction: did ? filled(UNTOUCHED, did) : UNTOUCHED,
    } as ClientPost,
    counts ?? { likes },
  );
};

/** The reverse mapping: `likes` from like, `dislikes` from angry, no other reactions (F §3). */
export const toServerPost = (post: ClientPost): ServerPostFields => ({
  _id: post._id,
  views: post.views,
  likes: post.reactions.like,
  dislikes: post.reactions.angry,
  title: post.title,
  description: post.description,
});

/**
 * Returns the path parameter of a call about a post.
 * @throws ApiError 400 "Post ID is required" if the id is empty, before anything is sent (F §5)
 */
export const paramsOf = (postId: string): { id: string } => {
  if (postId.trim() === '')
    throw new ApiError({ status: 400, code: 'INVALID_ID', message: POST_ID_REQUIRED });
  return { id: postId };
};
