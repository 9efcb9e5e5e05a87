import type { QueryOf, searchTags } from '@social-feed/contracts';
import { tagKey } from '@social-feed/contracts/words';
import type { Model } from 'mongoose';
import type { PostRecord } from './post.model.js';

/** Posts that one look for tags goes through. */
const TAGGED_POSTS_MAX = 2000;

/** Tags that begin with a text, the most used of the posts looked at first; hidden posts do not count. */
export async function findTags(
  posts: Model<PostRecord>,
  { q, page, limit }: QueryOf<typeof searchTags>,
): Promise<{
  data: { tag: string; posts: number }[];
  pagination: { currentPage: number; hasNext: boolean };
}> {
  const wanted = tagKey(q ?? '');
  const range = { $gte: wanted, $lt: `${wanted}\u{10ffff}` };
  if (wanted === '') return { data: [], pagination: { currentPage: page, hasNext: false } };
  const found = await posts.aggregate<{ _id: string; posts: number }>([
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
    data: found.slice(0, limit).map(({ _id, posts: count }) => ({ tag: _id, posts: count })),
    pagination: { currentPage: page, hasNext: found.length > limit },
  };
}

/** Tags without a leading `#`, each once whatever its letter case. */
export function distinctTags(tags: readonly string[]): string[] {
  const distinct = new Map<string, string>();
  for (const tag of tags) {
    const key = tagKey(tag);
    if (key !== '' && !distinct.has(key)) distinct.set(key, tag.replace(/^#+/, '').trim());
  }
  return [...distinct.values()];
}
