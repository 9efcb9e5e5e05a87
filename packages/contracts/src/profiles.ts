import * as z from 'zod/mini';
import { listCursor, nextCursor, queryLimit, queryPage, success, userParams } from './common.js';
import { endpoint } from './endpoint.js';
import { httpUrlOrEmpty } from './boards.js';
import { PAGE } from './limits.js';
import { pagination } from './post-lists.js';
import { post } from './posts.js';
import { currentUser, fullNameField, userNameField } from './users.js';

const ownUserAnswer = z.object({ ...success, data: currentUser });

/** An empty picture takes it away. */
export const updateProfilePicture = endpoint({
  method: 'PATCH',
  path: '/users/:userId/profilepic',
  access: 'user',
  params: userParams,
  body: z.object({ profilepic: httpUrlOrEmpty('Profile picture') }),
  answer: ownUserAnswer,
});

/** Only the fields that are sent change. */
export const updateUser = endpoint({
  method: 'PATCH',
  path: '/users/:userId',
  access: 'user',
  params: userParams,
  body: z.object({ fullName: z.optional(fullNameField), userName: z.optional(userNameField) }),
  answer: ownUserAnswer,
});

/**
 * A user's figures. `monthlyGrowth` is whole percent: views of the last 30 days against the 30 before, 100 where
 * there were none before. `chartData` has 7 UTC days, oldest first. Averages are to a tenth.
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

export const userAnalytics = endpoint({
  method: 'GET',
  path: '/posts/analytics/user/:userId',
  access: 'optional',
  params: userParams,
  answer: z.object({ ...success, data: userAnalyticsData }),
});

/** Latest bookmark first. `totalPosts` counts those whose authors are suspended too, which are not shown. */
export const listBookmarks = endpoint({
  method: 'GET',
  path: '/posts/bookmarks',
  access: 'user',
  query: z.object({ page: queryPage(), limit: queryLimit(PAGE.profile), cursor: listCursor }),
  answer: z.object({ ...success, data: z.array(post), pagination, nextCursor }),
});
