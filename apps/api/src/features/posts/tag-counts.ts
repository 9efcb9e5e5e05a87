import type { Model } from 'mongoose';
import type { PostRecord } from './post.model.js';
import { tagKey } from './search-words.js';

/** Posts that one look for tags goes through. */
const TAGGED_POSTS_MAX = 2000;

export interface TagCounts {
  data: { tag: string; posts: number }[];
  pagination: { currentPage: number; hasNext: boolean };
}

/** Tags that begin with a text, the most used of the posts looked at first; hidden posts do not count. */
export async function countTags(
  posts: Model<PostRecord>,
  { q, page, limit }: { q: string | undefined; page: number; limit: number },
): Promise<TagCounts> {
  const wanted = tagKey(q ?? '');
  if (wanted === '') return { data: [], pagination: { currentPage: page, hasNext: false } };
  const range = { $gte: wanted, $lt: `${wanted}\u{10ffff}` };
  const rows = await posts.aggregate<{ _id: string; posts: number }>([
    { $match: { hidden: false, tagKeys: { $elemMatch: range } } },
    { $limit: TAGGED_POSTS_MAX },
    { $unwind: '$tagKeys' },
    { $match: { tagKeys: range } },
    { $group: { _id: '$tagKeys', posts: { $sum: 1 } } },
    { $sort: { posts: -1, _id: 1 } },
    { $skip: (page - 1) * limit },
    { $limit: limit + 1 },
  ]);
  return {
    data: rows.slice(0, limit).map(({ _id, posts: count }) => ({ tag: _id, posts: count })),
    pagination: { currentPage: page, hasNext: rows.length > limit },
  };
}
