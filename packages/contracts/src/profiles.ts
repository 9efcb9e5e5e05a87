import * as z from 'zod/mini';
import { listCursor, nextCursor, queryLimit, queryPage, queryText, success, userParams } from './common.js';
import { endpoint } from './endpoint.js';
import { httpUrlOrEmpty } from './boards.js';
import { PAGE, SEARCH_LIMITS } from './limits.js';
import { pagination } from './post-lists.js';
import { post } from './posts.js';
import { currentUser, fullNameField, userNameField } from './users.js';

const ownUserAnswer = z.object({ ...success, data: currentUser });

/** An empty string removes the picture. */
export const updateProfilePicture = endpoint('updateProfilePicture', {
  params: userParams,
  body: z.object({ profilepic: httpUrlOrEmpty('Profile picture') }),
  answer: ownUserAnswer,
});

/** Fields that are not sent stay unchanged. */
export const updateUser = endpoint('updateUser', {
  params: userParams,
  body: z.object({ fullName: z.optional(fullNameField), userName: z.optional(userNameField) }),
  answer: ownUserAnswer,
});

/**
 * Statistics of a user. `monthlyGrowth` compares views of the last 30 days with the 30 days before, in whole
 * percent; 100 if the earlier count is 0. `chartData` has 7 UTC days, oldest first. Averages are rounded to a
 * tenth.
 */
export const userAnalyticsData = z.object({
  totalViews: z.number(),
  totalLikes: z.number(),
  totalComments: z.number(),
  totalShares: z.number(),
  avgViewsPerPost: z.number(),
  avgLikesPerPost: z.number(),
  totalPosts: z.number(),
  monthlyGrowth: z.number(),
  chartData: z.array(z.object({ date: z.string(), views: z.number(), likes: z.number() })),
});
export type UserAnalytics = z.infer<typeof userAnalyticsData>;

export const userAnalytics = endpoint('userAnalytics', {
  params: userParams,
  answer: z.object({ ...success, data: userAnalyticsData }),
});

/**
 * Most recent bookmark first. `totalPosts` includes posts of suspended authors, which are not returned. With `q`, those
 * of the latest 1,000 that contain all its words, in pages by number.
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
