import type { Types } from 'mongoose';
import type { Native } from '../../platform/db/native.js';
import type { PostCounters } from '../posts/post.model.js';
import { COUNTER_OF, type Flag } from './interaction-flags.js';
import type { PostInteractionRecord } from './interaction.model.js';

type Counts = Omit<PostCounters, 'commentsCount'>;

const FLAGS = Object.keys(COUNTER_OF) as Flag[];

/** How many users liked, disliked, shared, saved and viewed a post, counted off their records. */
export async function countInteractions(
  interactions: Native<PostInteractionRecord>,
  post: Types.ObjectId,
): Promise<Counts> {
  const sums = Object.fromEntries(
    FLAGS.map((flag) => [COUNTER_OF[flag], { $sum: { $cond: [{ $eq: [`$${flag}`, true] }, 1, 0] } }]),
  );
  const [row] = await interactions
    .aggregate<Counts>([{ $match: { post } }, { $group: { _id: null, ...sums } }, { $project: { _id: 0 } }])
    .toArray();
  return row ?? { likes: 0, dislikes: 0, shares: 0, saves: 0, views: 0 };
}
