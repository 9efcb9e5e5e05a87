import { ANALYTICS_CHART_POSTS_MAX, type UserAnalytics } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { AppContext } from '../../context.js';
import { native } from '../../platform/db/native.js';
import { AppError } from '../../platform/http/errors.js';
import { postSums } from './post-sums.js';

const DAY = 24 * 60 * 60 * 1000;
const CHART_DAYS = 7;
const MONTH_DAYS = 30;
/** Views or likes that one reading goes through. */
const EVENTS_MAX = 20_000;

/**
 * Figures of a user's posts (A §3). Everybody may ask, so what one call costs is bounded: see the contract.
 * @throws AppError 404 where the user is unknown or suspended
 */
export async function readUserAnalytics(ctx: AppContext, userId: string): Promise<UserAnalytics> {
  const user = new Types.ObjectId(userId);
  const known = await ctx.models.User.exists({ _id: user, suspendedAt: null });
  if (known === null) throw new AppError('NOT_FOUND', 'User not found');
  const newest = await native(ctx.models.Post)
    .find({ user }, { projection: { _id: 1 } })
    .sort({ pinnedAt: -1, createdAt: -1, _id: -1 })
    .limit(ANALYTICS_CHART_POSTS_MAX)
    .toArray();
  const posts = newest.map(({ _id }) => _id);
  const today = Math.floor(ctx.now().getTime() / DAY);
  const chartStart = today - CHART_DAYS + 1;
  const [sums, views, likes] = await Promise.all([
    postSums(ctx, user),
    perDay(ctx, posts, { flag: 'viewed', date: 'viewedAt', since: today - 2 * MONTH_DAYS + 1 }),
    perDay(ctx, posts, { flag: 'liked', date: 'likedAt', since: chartStart }),
  ]);
  const average = (total: number) => (sums.posts === 0 ? 0 : Math.round((total / sums.posts) * 10) / 10);
  return {
    totalViews: sums.views,
    totalLikes: sums.likes,
    totalComments: sums.comments,
    totalShares: sums.shares,
    avgViewsPerPost: average(sums.views),
    avgLikesPerPost: average(sums.likes),
    totalPosts: sums.posts,
    monthlyGrowth: growthOf(views, today),
    chartData: Array.from({ length: CHART_DAYS }, (_, index) => {
      const date = dateOf(chartStart + index);
      return { date, views: views.get(date) ?? 0, likes: likes.get(date) ?? 0 };
    }),
  };
}

const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

/** Whole percent; 100 where there was nothing before. */
function growthOf(views: ReadonlyMap<string, number>, today: number): number {
  const split = dateOf(today - MONTH_DAYS + 1);
  let recent = 0;
  let before = 0;
  for (const [date, count] of views) {
    if (date >= split) recent += count;
    else before += count;
  }
  if (before === 0) return recent === 0 ? 0 : 100;
  return Math.round(((recent - before) / before) * 100);
}

/** How many there were on each UTC day that had any. */
async function perDay(
  ctx: AppContext,
  posts: Types.ObjectId[],
  { flag, date, since }: { flag: 'viewed' | 'liked'; date: 'viewedAt' | 'likedAt'; since: number },
): Promise<Map<string, number>> {
  if (posts.length === 0) return new Map();
  const rows = await native(ctx.models.PostInteraction)
    .aggregate<{ _id: string; count: number }>([
      { $match: { post: { $in: posts }, [flag]: true, [date]: { $gte: new Date(since * DAY) } } },
      { $limit: EVENTS_MAX },
      { $group: { _id: { $dateToString: { format: '%Y-%m-%d', date: `$${date}` } }, count: { $sum: 1 } } },
    ])
    .toArray();
  return new Map(rows.map(({ _id, count }) => [_id, count]));
}
