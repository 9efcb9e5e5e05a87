import { ANALYTICS_POSTS_MAX } from '@social-feed/contracts';
import type { Types } from 'mongoose';
import type { AppContext } from '../../context.js';
import { native } from '../../platform/db/native.js';

/** Counters of a user's posts, added up. */
export interface PostSums {
  posts: number;
  views: number;
  likes: number;
  comments: number;
  shares: number;
}

const sumOf = (counter: string) => ({ $sum: { $max: [0, `$${counter}`] } });

/** Adds up the newest 10,000 posts of a user, off the posts themselves; `posts` counts them all. */
export async function postSums(ctx: AppContext, user: Types.ObjectId): Promise<PostSums> {
  const collection = native(ctx.models.Post);
  const [posts, rows] = await Promise.all([
    collection.countDocuments({ user }),
    collection
      .aggregate<Omit<PostSums, 'posts'>>([
        { $match: { user } },
        { $sort: { pinnedAt: -1, createdAt: -1, _id: -1 } },
        { $limit: ANALYTICS_POSTS_MAX },
        {
          $group: {
            _id: null,
            views: sumOf('views'),
            likes: sumOf('likes'),
            comments: sumOf('commentsCount'),
            shares: sumOf('shares'),
          },
        },
        { $project: { _id: 0 } },
      ])
      .toArray(),
  ]);
  return { posts, ...(rows[0] ?? { views: 0, likes: 0, comments: 0, shares: 0 }) };
}
