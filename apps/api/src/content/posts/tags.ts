import type { QueryOf, searchTags } from '@social-feed/contracts';
import { tagKey, withoutSign } from '@social-feed/contracts/hashtags';
import type { Model, Types } from 'mongoose';
import { byId } from '../../platform/db/by-id.js';
import { collectionOf } from '../../platform/db/collection-of.js';
import { pageOffset, type Order, type PageReader } from '../../platform/http/paging.js';
import { beginningWith } from '../../platform/search-terms.js';
import type { PostRecord } from './post.model.js';
import { tagTerm, writtenTags } from './post-terms.js';

/** Maximum number of posts read by one search for tags. */
const TAGGED_POSTS_MAX = 2000;

const MOST_USED: Order = { posts: -1, _id: 1 };

interface FoundTag {
  _id: string;
  posts: number;
  /** A post that has the tag. */
  example: Types.ObjectId;
}

interface TagsDeps {
  posts: Model<PostRecord>;
  readPage: PageReader;
}

/**
 * Returns tags with a prefix, the most used of the posts read first. Ignores case and accents: each tag appears
 * once, in the spelling of one of its posts. Hidden posts do not count.
 */
export async function findTags(deps: TagsDeps, { q, cursor, ...query }: QueryOf<typeof searchTags>) {
  const posts = collectionOf(deps.posts);
  const wanted = tagTerm(q ?? '');
  const { page, limit } = query;
  if (wanted === '') return { data: [], nextCursor: null, pagination: { currentPage: page, hasNext: false } };
  const begins = beginningWith(wanted);
  const used = [
    { $match: { hidden: false, tagKeys: { $elemMatch: begins } } },
    { $limit: TAGGED_POSTS_MAX },
    { $unwind: '$tagKeys' },
    { $match: { tagKeys: begins } },
    { $group: { _id: '$tagKeys', posts: { $sum: 1 }, example: { $first: '$_id' } } },
  ];
  const skip = cursor ? [] : [{ $skip: pageOffset(query) }];
  const { shown, nextCursor } = await deps.readPage<FoundTag>({
    list: `tags ${wanted}`,
    order: MOST_USED,
    limit,
    cursor,
    find: (range) => ({
      sort: ($sort) => ({
        limit: ($limit) =>
          posts.aggregate<FoundTag>([...used, { $match: range }, { $sort }, ...skip, { $limit }]),
      }),
    }),
  });
  const examples = await posts
    .find<Pick<PostRecord, '_id' | 'title' | 'description' | 'tags'>>(
      { _id: { $in: shown.map(({ example }) => example) } },
      { projection: { title: 1, description: 1, tags: 1 }, batchSize: limit + 1 },
    )
    .toArray()
    .then(byId);
  const data = shown.map(({ _id, posts: count, example }) => {
    const post = examples.get(example.toHexString());
    const written = post && writtenTags(post).find((tag) => tagTerm(tag) === _id);
    return { tag: written === undefined ? _id : tagKey(written), posts: count };
  });
  return { data, nextCursor, pagination: { currentPage: page, hasNext: nextCursor !== null } };
}

/** Removes the signs and duplicates of tags. */
export function distinctTags(tags: readonly string[]): string[] {
  const distinct = new Map<string, string>();
  for (const tag of tags) {
    const key = tagKey(tag);
    if (key !== '' && !distinct.has(key)) distinct.set(key, withoutSign(tag));
  }
  return [...distinct.values()];
}
