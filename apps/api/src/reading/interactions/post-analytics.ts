import { ANALYTICS_VIEWS_MAX, type AnswerOf, type postAnalytics } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import { permissionDenied } from '../../platform/http/errors.js';
import type { Viewer } from '../../platform/http/viewer.js';
import { DAY, dayOf, utcDay } from '../../platform/time.js';
import type { CountedPosts } from '../../content/posts/counted-posts.js';
import { nonNegative, presentReactions } from '../../content/posts/post.presenter.js';
import { FOLDED_AFTER } from './folding.js';
import { POST_FLAGS, type PostInteractionRecord } from '../../content/posts/interaction.model.js';

type Analytics = AnswerOf<typeof postAnalytics>['data'];

const CHART_DAYS = 7;
/** Number of referral sources shown, most frequent first. */
const REFERRALS_MAX = 20;

/** A chart of the last seven days, today last. */
export const chartOf = (now: Date, on: (day: number) => { views: number; likes: number }) =>
  Array.from({ length: CHART_DAYS }, (_, index) => {
    const day = dayOf(now) - CHART_DAYS + 1 + index;
    return { date: utcDay(new Date(day * DAY)), ...on(day) };
  });

/** Views and likes of a post on a UTC day. */
export interface DayOfPost {
  post: Types.ObjectId;
  day: number;
  views: number;
  likes: number;
}

interface Parts {
  posts: Pick<CountedPosts, 'get'>;
  interactions: Collection<PostInteractionRecord>;
  now: () => Date;
}

/** Reads views and likes of posts by UTC day, since a time. */
export const createDaysOfPosts = (interactions: Parts['interactions']) =>
  async function daysOfPosts(ids: readonly Types.ObjectId[], since: Date): Promise<DayOfPost[]> {
    const days = new Map<string, DayOfPost>();
    for (const [flag, name] of [
      ['viewed', 'views'],
      ['liked', 'likes'],
    ] as const) {
      const date = POST_FLAGS[flag].time;
      const rows = interactions.aggregate<{ _id: { post: Types.ObjectId; day: Date }; count: number }>([
        { $match: { post: { $in: [...ids] }, [flag]: true, [date]: { $gte: since } } },
        {
          $group: {
            _id: { post: '$post', day: { $dateTrunc: { date: `$${date}`, unit: 'day' } } },
            count: { $sum: 1 },
          },
        },
      ]);
      for await (const { _id, count } of rows) {
        const day = dayOf(_id.day);
        const key = `${_id.post.toHexString()} ${day}`;
        const counts = days.get(key) ?? { post: _id.post, day, views: 0, likes: 0 };
        counts[name] = count;
        days.set(key, counts);
      }
    }
    return [...days.values()];
  };

/**
 * Analytics of one post for its owner, from the post's counters and those interactions that the chart and the
 * contract's number of views need, however many exist.
 */
export function createPostAnalytics({ posts, interactions, now }: Parts) {
  const daysOfPosts = createDaysOfPosts(interactions);

  /**
   * Average view duration, in seconds to a tenth, and referral sources of the newest views. Older ones are folded, unless
   * the reader also liked the post.
   */
  async function readers(post: Types.ObjectId): Promise<Pick<Analytics, 'avgViewDuration' | 'referrals'>> {
    const since = new Date(now().getTime() - FOLDED_AFTER);
    const [row] = await interactions
      .aggregate<{ seconds: number; timed: number; sources: { name?: string | null; views: number }[] }>([
        { $match: { post, viewed: true, viewedAt: { $gte: since } } },
        { $sort: { viewedAt: -1 } },
        { $limit: ANALYTICS_VIEWS_MAX },
        {
          $group: {
            _id: '$referralSource',
            views: { $sum: 1 },
            seconds: { $sum: '$viewDuration' },
            timed: { $sum: { $cond: [{ $isNumber: '$viewDuration' }, 1, 0] } },
          },
        },
        { $sort: { views: -1, _id: 1 } },
        {
          $group: {
            _id: null,
            seconds: { $sum: '$seconds' },
            timed: { $sum: '$timed' },
            sources: { $push: { name: '$_id', views: '$views' } },
          },
        },
        { $project: { seconds: 1, timed: 1, sources: { $slice: ['$sources', REFERRALS_MAX] } } },
      ])
      .toArray();
    const { seconds, timed, sources } = row ?? { seconds: 0, timed: 0, sources: [] };
    return {
      avgViewDuration: timed === 0 ? 0 : Math.round((seconds / timed) * 10) / 10,
      referrals: Object.fromEntries(sources.map(({ name, views }) => [name ?? 'direct', views])),
    };
  }

  async function chart(post: Types.ObjectId): Promise<Analytics['chartData']> {
    const time = now();
    const found = await daysOfPosts([post], new Date((dayOf(time) - CHART_DAYS + 1) * DAY));
    return chartOf(time, (day) => {
      const { views, likes } = found.find((each) => each.day === day) ?? { views: 0, likes: 0 };
      return { views, likes };
    });
  }

  return {
    daysOfPosts,
    /** @throws AppError 403 if the viewer is neither the owner nor an admin */
    async read(viewer: Viewer, postId: string): Promise<Analytics> {
      const post = await posts.get(new Types.ObjectId(postId));
      if (post.user.toHexString() !== viewer.id && !viewer.isAdmin) throw permissionDenied();
      const [read, chartData] = await Promise.all([readers(post._id), chart(post._id)]);
      const views = nonNegative(post.views);
      const reactions = presentReactions(post);
      return {
        postId: post._id.toHexString(),
        totalViews: views,
        ...reactions,
        comments: nonNegative(post.commentsCount),
        engagementRate: views === 0 ? 0 : Math.round((reactions.likes / views) * 100),
        ...read,
        chartData,
      };
    },
  };
}
