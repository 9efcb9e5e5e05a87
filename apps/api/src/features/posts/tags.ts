import type { QueryOf, searchTags } from '@social-feed/contracts';
import { tagKey, withoutSign } from '@social-feed/contracts/hashtags';
import type { Model } from 'mongoose';
import { pageOf } from '../../platform/http/paging.js';
import type { PostRecord } from './post.model.js';

/** Posts that one look for tags goes through. */
const TAGGED_POSTS_MAX = 2000;

/** Tags that begin with a text, the most used of the posts looked at first; hidden posts do not count. */
export async function findTags(posts: Model<PostRecord>, { q, ...query }: QueryOf<typeof searchTags>) {
  const wanted = tagKey(q ?? '');
  const range = { $gte: wanted, $lt: `${wanted}\u{10ffff}` };
  if (wanted === '') return { data: [], pagination: pageOf([], query).pagination };
  const found = await posts.aggregate<{ _id: string; posts: number }>([
    { $match: { hidden: false, tagKeys: { $elemMatch: range } } },
    { $limit: TAGGED_POSTS_MAX },
    { $unwind: '$tagKeys' },
    { $match: { tagKeys: range } },
    { $group: { _id: '$tagKeys', posts: { $sum: 1 } } },
    { $sort: { posts: -1, _id: 1 } },
    { $skip: (query.page - 1) * query.limit },
    { $limit: query.limit + 1 },
  ]);
  const { shown, pagination } = pageOf(found, query);
  return { data: shown.map(({ _id: tag, posts: count }) => ({ tag, posts: count })), pagination };
}

/** Tags without their signs, each once by its key. */
export function distinctTags(tags: readonly string[]): string[] {
  const distinct = new Map<string, string>();
  for (const tag of tags) {
    const key = tagKey(tag);
    if (key !== '' && !distinct.has(key)) distinct.set(key, withoutSign(tag));
  }
  return [...distinct.values()];
}
