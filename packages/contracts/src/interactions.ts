import * as z from 'zod/mini';
import { ID_PART } from './address-parts.js';
import { interactionStatus, objectId, reactionCounts, success, text } from './common.js';
import { endpoint } from './endpoint.js';
import {
  BATCH_VIEWS_MAX,
  PAGE,
  POST_ID_REQUIRED,
  SEARCH_LIMITS,
  VIEW_DURATION_MAX_SECONDS,
} from './limits.js';
import { pagination } from './post-lists.js';
import { post } from './posts.js';
import { listCursor, nextCursor, queryLimit, queryPage, queryText } from './query-fields.js';

const postId = z
  .string({ error: ({ input }) => (input === undefined ? POST_ID_REQUIRED : 'Invalid post ID') })
  .check(
    z.refine((value) => value.trim() !== '', { error: POST_ID_REQUIRED, abort: true }),
    z.regex(new RegExp(`^${ID_PART}$`), 'Invalid post ID'),
  );
const postParams = z.object({ id: postId });

/** The answer of every reaction call. */
export const reactionState = z.object({
  reactions: reactionCounts,
  userInteraction: interactionStatus,
  isPinned: z.boolean(),
  isBookmarked: z.boolean(),
});
export type ReactionState = z.infer<typeof reactionState>;

const reactionAnswer = z.object({ ...success, data: reactionState });

const REACTION_TYPES = ['like', 'dislike', 'share', 'save', 'pin'] as const;

/** An explicit action makes the call idempotent: adding twice adds once. Only the author of a post can pin it. */
export const react = endpoint('react', {
  params: postParams,
  body: z.object({
    type: z.enum(REACTION_TYPES, { error: 'type must be like, dislike, share, save or pin' }),
    action: z.enum(['add', 'remove'], { error: 'action must be add or remove' }),
  }),
  answer: reactionAnswer,
});

const toggle = { params: postParams, answer: reactionAnswer };
export const togglePin = endpoint('togglePin', toggle);
export const toggleBookmark = endpoint('toggleBookmark', toggle);
export const toggleLike = endpoint('toggleLike', toggle);
export const toggleDislike = endpoint('toggleDislike', toggle);

export const getInteractionStatus = endpoint('getInteractionStatus', {
  params: postParams,
  answer: z.object({ ...success, data: interactionStatus }),
});

/** `viewDuration` is in seconds and may be fractional. */
const viewFields = {
  viewDuration: z._default(
    z
      .number({ error: 'viewDuration must be a number of seconds' })
      .check(
        z.gte(0, 'viewDuration must not be negative'),
        z.lte(VIEW_DURATION_MAX_SECONDS, 'viewDuration is too long'),
      ),
    0,
  ),
  referralSource: z._default(
    text('referralSource').check(z.maxLength(100, 'referralSource is too long')),
    'direct',
  ),
  feed: z.optional(
    z.union([z.boolean(), z.string().check(z.maxLength(100, 'feed is too long'))], {
      error: 'feed must be a text or true or false',
    }),
  ),
};

/** A view that does not count returns 200 with `viewAdded: false` and a message. */
export const trackView = endpoint('trackView', {
  params: postParams,
  body: z.object(viewFields),
  answer: z.object({ ...success, data: z.object({ viewAdded: z.boolean(), totalViews: z.number() }) }),
});

export const batchViews = endpoint('batchViews', {
  body: z.object({
    postViews: z
      .array(z.object({ postId, ...viewFields }), { error: 'postViews must be a list' })
      .check(
        z.minLength(1, 'postViews must not be empty'),
        z.maxLength(BATCH_VIEWS_MAX, `At most ${BATCH_VIEWS_MAX} views at once`),
      ),
  }),
  answer: z.object({
    ...success,
    data: z.object({
      results: z.array(z.object({ postId: objectId(), viewAdded: z.boolean(), totalViews: z.number() })),
    }),
  }),
});

/** Analytics of a post use at most this many views of the last 90 days, newest first, for duration and referrals. */
export const ANALYTICS_VIEWS_MAX = 20_000;

/**
 * For the owner and admins. Rates are whole percent; durations are seconds; `chartData` has 7 UTC days, oldest
 * first.
 */
export const postAnalytics = endpoint('postAnalytics', {
  params: postParams,
  answer: z.object({
    ...success,
    data: z.object({
      postId: objectId(),
      totalViews: z.number(),
      likes: z.number(),
      dislikes: z.number(),
      comments: z.number(),
      shares: z.number(),
      saves: z.number(),
      engagementRate: z.number(),
      avgViewDuration: z.number(),
      referrals: z.record(z.string(), z.number()),
      chartData: z.array(z.object({ date: z.string(), views: z.number(), likes: z.number() })),
    }),
  }),
});

/**
 * Most recent bookmark first. `totalPosts` includes posts of suspended authors, which are not returned. With `q`, those
 * of the latest 1,000 that contain all its words.
 */
export const listBookmarks = endpoint('listBookmarks', {
  query: z.object({
    page: queryPage(),
    limit: queryLimit(PAGE.profile),
    cursor: listCursor,
    q: queryText('q', SEARCH_LIMITS.queryMax),
  }),
  answer: z.object({ ...success, data: z.array(post), pagination, nextCursor }),
});
