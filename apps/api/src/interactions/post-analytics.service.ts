import type { AnswerOf, postAnalytics } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { Native } from '../db/native.js';
import type { Viewer } from '../http/viewer.js';
import type { PostRecord } from '../posts/post.model.js';
import { permissionDenied, postNotFound } from '../posts/posts.service.js';
import type { PostInteractionRecord } from './interaction.model.js';

type Analytics = AnswerOf<typeof postAnalytics>['data'];

const DAY = 24 * 60 * 60 * 1000;
const CHART_DAYS = 7;
/** Places that readers came from, most frequent first; the others are left out. */
const REFERRALS_MAX = 20;

interface Parts {
  posts: Native<PostRecord>;
  interactions: Native<PostInteractionRecord>;
  now: () => Date;
}

/** Figures of one post for its owner (design §3). Read rarely, so they are computed from the interactions. */
export class PostAnalyticsService {
  constructor(private readonly parts: Parts) {}

  /** @throws AppError 403 for another than the owner or an admin */
  async read(viewer: Viewer, postId: string): Promise<Analytics> {
    const post = await this.parts.posts.findOne(
      { _id: new Types.ObjectId(postId) },
      { projection: { user: 1, views: 1, likes: 1, dislikes: 1, shares: 1, saves: 1, commentsCount: 1 } },
    );
    if (post === null) throw postNotFound();
    if (post.user.toHexString() !== viewer.id && !viewer.isAdmin) throw permissionDenied();
    const [avgViewDuration, referrals, chartData] = await Promise.all([
      this.averageDuration(post._id),
      this.referrals(post._id),
      this.chart(post._id),
    ]);
    const views = Math.max(0, post.views);
    const likes = Math.max(0, post.likes);
    return {
      postId: post._id.toHexString(),
      totalViews: views,
      likes,
      dislikes: Math.max(0, post.dislikes),
      comments: Math.max(0, post.commentsCount),
      shares: Math.max(0, post.shares),
      saves: Math.max(0, post.saves),
      engagementRate: views === 0 ? 0 : Math.round((likes / views) * 100),
      avgViewDuration,
      referrals,
      chartData,
    };
  }

  /** seconds, to a tenth */
  private async averageDuration(post: Types.ObjectId): Promise<number> {
    const [row] = await this.parts.interactions
      .aggregate<{ average: number | null }>([
        { $match: { post, viewed: true } },
        { $group: { _id: null, average: { $avg: '$viewDuration' } } },
      ])
      .toArray();
    return Math.round((row?.average ?? 0) * 10) / 10;
  }

  private async referrals(post: Types.ObjectId): Promise<Record<string, number>> {
    const rows = await this.parts.interactions
      .aggregate<{ _id: string | null; count: number }>([
        { $match: { post, viewed: true } },
        { $group: { _id: '$referralSource', count: { $sum: 1 } } },
        { $sort: { count: -1, _id: 1 } },
        { $limit: REFERRALS_MAX },
      ])
      .toArray();
    return Object.fromEntries(rows.map(({ _id, count }) => [_id ?? 'direct', count]));
  }

  /** Views and likes of the last seven UTC days, today last. */
  private async chart(post: Types.ObjectId): Promise<Analytics['chartData']> {
    const today = Math.floor(this.parts.now().getTime() / DAY);
    const days = Array.from({ length: CHART_DAYS }, (_, index) => dateOf(today - CHART_DAYS + 1 + index));
    const since = new Date((today - CHART_DAYS + 1) * DAY);
    const [views, likes] = await Promise.all([
      this.perDay({ post, viewed: true, viewedAt: { $gte: since } }, '$viewedAt'),
      this.perDay({ post, liked: true, likedAt: { $gte: since } }, '$likedAt'),
    ]);
    return days.map((date) => ({ date, views: views.get(date) ?? 0, likes: likes.get(date) ?? 0 }));
  }

  private async perDay(filter: object, date: '$viewedAt' | '$likedAt'): Promise<Map<string, number>> {
    const rows = await this.parts.interactions
      .aggregate<{ _id: string; count: number }>([
        { $match: filter },
        { $group: { _id: { $dateToString: { format: '%Y-%m-%d', date } }, count: { $sum: 1 } } },
      ])
      .toArray();
    return new Map(rows.map(({ _id, count }) => [_id, count]));
  }
}

const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);
