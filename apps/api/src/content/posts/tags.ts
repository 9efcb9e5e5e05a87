import type { QueryOf, searchTags } from '@social-feed/contracts';
import { tagKey, withoutSign } from '@social-feed/contracts/hashtags';
import type { Model, Types } from 'mongoose';
import { byId } from '../../platform/db/by-id.js';
import { collectionOf } from '../../platform/db/collection-of.js';
import { pageOffset, type Order, type PageReader } from '../../platform/http/paging.js';
import { beginningWith } from '../../platform/search-terms.js';
import type { PostRecord } from './post.model.js';
import { readableTag } from './readable-tag.js';
import { spellingOf, tagTerm } from './post-terms.js';
import type { TagNumber, TagNumbers } from './tag-numbers.js';

/** Maximum number of tags, or of posts, read by one search for tags. */
const READ_MAX = 2000;

const MOST_USED: Order = { posts: -1, _id: 1 };

export interface TagsDeps {
  posts: Model<PostRecord>;
  tags: Pick<TagNumbers, 'within'>;
  readPage: PageReader;
}

/**
 * Returns tags with a prefix, the most used of those read first. Ignores case and accents: each tag appears
 * once, in the spelling of one of its posts. Hidden posts do not count.
 */
export async function findTags(deps: TagsDeps, { q, cursor, ...query }: QueryOf<typeof searchTags>) {
  const wanted = tagTerm(q ?? '');
  const { page, limit } = query;
  if (wanted === '') return { data: [], nextCursor: null, pagination: { currentPage: page, hasNext: false } };
  const begins = beginningWith(wanted);
  const found = (await deps.tags.within(begins, READ_MAX)) ?? (await tagsOfPosts(deps, begins));
  const skip = cursor ? 0 : pageOffset(query);
  const { shown, nextCursor } = await deps.readPage<TagNumber>({
    list: `tags ${wanted}`,
    order: MOST_USED,
    limit,
    cursor,
    find: (range) => ({
      sort: () => ({
        limit: (most) => ({
          toArray: () =>
            Promise.resolve(
              found
                .filter(isIn(range))
                .sort(byUse)
                .slice(skip, skip + most),
            ),
        }),
      }),
    }),
  });
  const data = shown.map(({ tag, posts }) => ({ tag: readableTag(tag), posts }));
  return { data, nextCursor, pagination: { currentPage: page, hasNext: nextCursor !== null } };
}

/** The tags of posts read now, while many posts wait to be counted. */
async function tagsOfPosts(
  { posts: model }: TagsDeps,
  begins: ReturnType<typeof beginningWith>,
): Promise<TagNumber[]> {
  const posts = collectionOf(model);
  const found = await posts
    .aggregate<Omit<TagNumber, 'tag'> & { example: Types.ObjectId }>([
      { $match: { hidden: false, tagKeys: { $elemMatch: begins } } },
      { $limit: READ_MAX },
      { $unwind: '$tagKeys' },
      { $match: { tagKeys: begins } },
      { $group: { _id: '$tagKeys', posts: { $sum: 1 }, example: { $first: '$_id' } } },
    ])
    .toArray();
  const examples = await posts
    .find<Pick<PostRecord, '_id' | 'title' | 'description' | 'tags'>>(
      { _id: { $in: found.map(({ example }) => example) } },
      { projection: { title: 1, description: 1, tags: 1 }, batchSize: found.length + 1 },
    )
    .toArray()
    .then(byId);
  return found.map(({ _id, posts: number, example }) => {
    const post = examples.get(example.toHexString());
    return { _id, tag: spellingOf(_id, post), posts: number };
  });
}

/** Whether a tag is in a range of `MOST_USED`; see `PageReader`. */
const isIn = (range: object) => (tag: TagNumber) =>
  Object.entries(range).every(([field, bound]: [string, unknown]) => {
    const value = tag[field as keyof TagNumber];
    if (typeof bound !== 'object') return value === bound;
    const { $lt, $gt } = bound as { $lt?: string | number; $gt?: string | number };
    return ($lt === undefined || value < $lt) && ($gt === undefined || value > $gt);
  });

const byUse = (one: TagNumber, other: TagNumber): number =>
  other.posts - one.posts || (one._id < other._id ? -1 : 1);

/** Removes the signs and duplicates of tags. */
export function distinctTags(tags: readonly string[]): string[] {
  const distinct = new Map<string, string>();
  for (const tag of tags) {
    const key = tagKey(tag);
    if (key !== '' && !distinct.has(key)) distinct.set(key, withoutSign(tag));
  }
  return [...distinct.values()];
}
