import type { UserAnalytics } from '@social-feed/contracts';
import type { BoardRecord, Totals } from '../../community/boards/board.model.js';
import { dayOf } from '../../platform/time.js';
import { chartOf } from '../interactions/post-analytics.js';
import { sumOf } from './board-totals.js';

const MONTH_DAYS = 30;

/**
 * Analytics of a user's posts.
 * @param outstanding pending changes that the board does not include yet
 */
export function figuresOf(
  board: Pick<BoardRecord, 'totals' | 'days'> | null,
  outstanding: Totals,
  now: Date,
): UserAnalytics {
  const totals = sumOf(board?.totals, outstanding);
  const today = dayOf(now);
  const on = (day: number, name: 'views' | 'likes') =>
    Math.max(0, (board?.days?.[day]?.[name] ?? 0) + (day === today ? outstanding[name] : 0));
  const views = (from: number, days: number) => {
    let sum = 0;
    for (let day = from; day < from + days; day += 1) sum += on(day, 'views');
    return sum;
  };
  const average = (total: number) => (totals.posts === 0 ? 0 : Math.round((total / totals.posts) * 10) / 10);
  return {
    totalViews: totals.views,
    totalLikes: totals.likes,
    totalComments: totals.comments,
    totalShares: totals.shares,
    avgViewsPerPost: average(totals.views),
    avgLikesPerPost: average(totals.likes),
    totalPosts: totals.posts,
    monthlyGrowth: growthOf(
      views(today - MONTH_DAYS + 1, MONTH_DAYS),
      views(today - 2 * MONTH_DAYS + 1, MONTH_DAYS),
    ),
    chartData: chartOf(now, (day) => ({ views: on(day, 'views'), likes: on(day, 'likes') })),
  };
}

/** Growth in whole percent; 100 if the earlier value is 0. */
function growthOf(recent: number, before: number): number {
  if (before === 0) return recent === 0 ? 0 : 100;
  return Math.round(((recent - before) / before) * 100);
}
