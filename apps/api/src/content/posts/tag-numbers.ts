import { Types, type Connection } from 'mongoose';
import { collectionOf, type Collection } from '../../platform/db/collection-of.js';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import type { PostRecord } from './post.model.js';
import { COUNTED_MATCHES } from './post-search.js';
import { spellingOf } from './post-terms.js';
import { BY_TAG } from './search-conditions.js';
import { tagModel, type TagRecord } from './tag.model.js';

/** The number of posts of a tag, and its spelling. */
export type TagNumber = Pick<TagRecord, '_id' | 'tag' | 'posts'>;

/** Changed posts that are read at once: a tag is counted once for all of them. */
const READ_AT_ONCE = 20_000;
/** Posts whose tags are counted between two writes, so that a run that is stopped has not counted in vain. */
const WRITTEN_AT_ONCE = 500;
/** With more tags of changed posts, a read counts none of them. */
const DUE_MAX = 20;
/** The last change of a post that has been there before its tags were counted. */
export const BEFORE_ALL = new Types.ObjectId('0'.repeat(24));

/** What a tag's number is of: posts that a list shows. */
const postsOf = (term: string) => ({ hidden: false, tagKeys: term });

/** The mark of a post whose tags must be counted again, for a write that knows all of them. */
export const dueTags = (terms: readonly string[], op = new Types.ObjectId()) =>
  terms.length === 0 ? {} : { tagsDue: { op, terms: [...terms] } };

/** The same for a pipeline that hides, shows or deletes a post. */
export const ownTagsDue = () => ({
  tagsDue: {
    $cond: [
      { $eq: ['$tagKeys', []] },
      '$tagsDue',
      {
        op: new Types.ObjectId(),
        terms: { $concatArrays: [{ $ifNull: ['$tagsDue.terms', []] }, '$tagKeys'] },
      },
    ],
  },
});

interface Parts {
  posts: Collection<PostRecord>;
  tags: Collection<TagRecord>;
}

/** Posts some of whose tags must be counted again. */
const due = ({ posts }: Parts, terms: object | string, most: number) =>
  posts
    .find<Pick<PostRecord, '_id' | 'tagsDue'>>({ 'tagsDue.terms': terms } as object, {
      projection: { tagsDue: 1 },
      batchSize: most + 1,
    })
    .limit(most)
    .toArray();

/** Counts the posts of a tag. */
async function count({ posts }: Pick<Parts, 'posts'>, term: string): Promise<TagNumber> {
  const [number, newest] = await Promise.all([
    posts.countDocuments(postsOf(term), { limit: COUNTED_MATCHES, hint: BY_TAG }),
    posts
      .find<Pick<PostRecord, 'title' | 'description' | 'tags'>>(postsOf(term), {
        projection: { title: 1, description: 1, tags: 1 },
        hint: BY_TAG,
      })
      .sort({ createdAt: -1, _id: -1 })
      .limit(1)
      .toArray(),
  ]);
  return { _id: term, tag: spellingOf(term, newest[0]), posts: number };
}

/** Stores what was counted after a version was read. @returns false if another process has stored a number since */
async function store(
  { tags }: Parts,
  before: Pick<TagRecord, 'version'> | null,
  { _id, ...fields }: TagNumber,
): Promise<boolean> {
  if (before === null) {
    if (fields.posts === 0) return true;
    try {
      await tags.insertOne({ _id, ...fields, version: new Types.ObjectId() });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
  const same = { _id, version: before.version };
  if (fields.posts === 0) return (await tags.deleteOne(same)).deletedCount > 0;
  const update = { $set: { ...fields, version: new Types.ObjectId() } };
  return (await tags.updateOne(same, update)).matchedCount > 0;
}

async function recount(parts: Parts, term: string): Promise<void> {
  for (;;) {
    const before = await parts.tags.findOne({ _id: term });
    if (await store(parts, before, await count(parts, term))) return;
  }
}

/**
 * Counts the tags of changed posts. A post stays marked until all its tags are counted, and if it changes in between.
 */
async function run(parts: Parts, signal?: AbortSignal): Promise<void> {
  const countedInRun = new Set<string>();
  for (;;) {
    const changed = await due(parts, { $exists: true }, READ_AT_ONCE);
    if (changed.length === 0) return;
    const countedSince = new Set<string>();
    for (let from = 0; from < changed.length; from += WRITTEN_AT_ONCE) {
      const some = changed.slice(from, from + WRITTEN_AT_ONCE);
      for (const { tagsDue } of some) {
        // these have not changed during this run
        const known = tagsDue!.op.equals(BEFORE_ALL) ? countedInRun : countedSince;
        for (const term of tagsDue!.terms.filter((each) => !known.has(each))) {
          signal?.throwIfAborted();
          await recount(parts, term);
          countedSince.add(term);
          countedInRun.add(term);
        }
      }
      await noteCounted(parts, some);
    }
  }
}

/** Takes the marks from posts, unless they have changed since these were read. */
const noteCounted = ({ posts }: Parts, counted: readonly Pick<PostRecord, '_id' | 'tagsDue'>[]) =>
  posts.bulkWrite(
    counted.map(({ _id, tagsDue }) => ({
      updateOne: { filter: { _id, 'tagsDue.op': tagsDue!.op }, update: { $unset: { tagsDue: '' } } },
    })),
    { ordered: false },
  );

/**
 * The tags in a range of terms, with their numbers as they are now.
 * @returns `undefined` if so many posts of these tags have changed that counting costs too much
 */
async function within(
  parts: Parts,
  range: { $gte: string; $lt: string },
  most: number,
): Promise<TagNumber[] | undefined> {
  const [stored, changed] = await Promise.all([
    parts.tags
      .find<TagNumber>({ _id: range }, { projection: { version: 0 } })
      .limit(most)
      .toArray(),
    due(parts, { $elemMatch: range }, DUE_MAX + 1),
  ]);
  const isWithin = (term: string) => term >= range.$gte && term < range.$lt;
  const terms = new Set(changed.flatMap(({ tagsDue }) => tagsDue!.terms.filter(isWithin)));
  if (changed.length > DUE_MAX || terms.size > DUE_MAX) return undefined;
  const counted = await Promise.all([...terms].map((term) => count(parts, term)));
  return [...stored.filter(({ _id }) => !terms.has(_id)), ...counted].filter(({ posts }) => posts > 0);
}

/** The number of a tag's posts, up to `COUNTED_MATCHES`; `undefined` if some of them have changed since it was counted. */
async function numberOf(parts: Parts, term: string): Promise<number | undefined> {
  const [stored, changed] = await Promise.all([parts.tags.findOne({ _id: term }), due(parts, term, 1)]);
  return changed.length > 0 ? undefined : (stored?.posts ?? 0);
}

export type TagNumbers = ReturnType<typeof createTagNumbers>;

/** The numbers of posts of all tags. */
export function createTagNumbers(connection: Connection, posts: Collection<PostRecord>) {
  const parts: Parts = { posts, tags: collectionOf(tagModel(connection)) };
  return {
    run: (signal?: AbortSignal) => run(parts, signal),
    within: (range: { $gte: string; $lt: string }, most: number) => within(parts, range, most),
    numberOf: (term: string) => numberOf(parts, term),
  };
}
