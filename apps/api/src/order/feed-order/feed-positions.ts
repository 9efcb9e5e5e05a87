import type { Model, QueryFilter, Types } from 'mongoose';
import { collectionOf, unchecked } from '../../platform/db/collection-of.js';
import { feedKey, generationOf, keysIn, lacksKeyOf, sequenceOf } from './feed-key.js';
import type { Generations } from './generations.js';

/** What the order knows of a post. */
export interface Placed {
  _id: Types.ObjectId;
  user: Types.ObjectId;
  hidden: boolean;
  unlisted?: boolean;
  feedKeys: number[];
}

/** Filter for posts in the lists of everybody's posts: those that have positions. */
export const LISTED = { hidden: false, unlisted: { $ne: true } };

/** A new post; its place adds the rest. */
type Unplaced = Omit<Placed, 'feedKeys' | 'hidden'>;

type KeyRange = ReturnType<typeof keysIn>;

/** Keys of a generation that are read at once. */
const STEP = 500;

const idsOf = (posts: readonly Pick<Placed, '_id'>[]): Types.ObjectId[] => posts.map(({ _id }) => _id);

type Filter = QueryFilter<Placed>;
type Ids = readonly Types.ObjectId[];

interface Feed {
  model: Model<Placed>;
  numbers: Generations;
}

export type FeedPositions = ReturnType<typeof createFeedPositions>;

/**
 * Call this after the indexes exist. It raises each generation's next number above every key in use: a backup
 * taken during writes may contain posts newer than the record of the generations.
 */
async function ensure(feed: Feed, now: Date): Promise<void> {
  const { numbers } = feed;
  await numbers.ensure(() => highestKey(feed), now);
  for (const { g, ...live } of (await numbers.read()).live) {
    for (let next = live.next, keys = [next]; keys.length > 0;) {
      keys = await keysFrom(feed, g, next);
      next = Math.max(next, ...keys.map((key) => sequenceOf(key) + 1));
      if (keys.length > 0) await numbers.lift(g, next);
    }
  }
}

/**
 * Inserts posts with a key for every live generation, except unlisted ones, which get none.
 * @param posts about a thousand at most, since reserved but unused numbers are holes
 */
async function insert<New extends Unplaced>(feed: Feed, posts: readonly New[]) {
  if (posts.length === 0) return [];
  const listed = posts.filter(isListed);
  const block = await feed.numbers.reserve(listed.length);
  const records = posts.map((post) => ({
    ...post,
    hidden: false,
    feedKeys: isListed(post) ? block.map(({ g, first }) => feedKey(g, first + listed.indexOf(post))) : [],
  }));
  await feed.model.insertMany(records, { lean: true });
  await complete(feed, idsOf(records), block);
  return records;
}

/** Changes posts that have no positions and match a filter, and gives them new ones. */
async function placeAnew(feed: Feed, ids: Ids, filter: Filter, fields: object): Promise<void> {
  const block = await feed.numbers.reserve(ids.length);
  await updateEach(feed, ids, filter, (index) => [
    { $set: { ...fields, feedKeys: block.map(({ g, first }) => feedKey(g, first + index)) } },
  ]);
  await complete(feed, ids, block);
}

/** Keys of a generation from a number on; empty if no such number is in use. */
async function keysFrom(feed: Feed, g: number, from: number): Promise<number[]> {
  const found = await read(feed, keysIn(g, from)).limit(STEP);
  return found.flatMap(({ feedKeys }) => feedKeys.filter((key) => generationOf(key) === g));
}

/** The highest key in use, -1 if there are no posts. */
async function highestKey(feed: Feed): Promise<number> {
  const [last] = await read(feed, {}).sort({ feedKeys: -1 }).limit(1);
  return Math.max(-1, ...(last?.feedKeys ?? []));
}

/**
 * Gives a key of a generation to those of the next posts that lack one, in the order of their ids.
 * @param after the id to start after, `undefined` for the first posts
 * @returns the last id, `undefined` if there are no more posts
 */
async function fillNext(feed: Feed, g: number, after: Types.ObjectId | undefined, limit: number) {
  const posts = await read(feed, after === undefined ? {} : { _id: { $gt: after } })
    .sort({ _id: 1 })
    .limit(limit);
  const shown = posts.filter((post) => !post.hidden && isListed(post));
  await give(feed, g, idsOf(shown.filter(lackingKeyOf(g))));
  return posts.at(-1)?._id;
}

/**
 * Removes keys of a range from some posts. Posts without a key of the current generation get one: a process that
 * crashed between an insert and its last key leaves such posts.
 * @returns whether any were found
 */
async function eraseSome(feed: Feed, range: KeyRange, current: number, limit: number): Promise<boolean> {
  const posts = await read(feed, range).limit(limit);
  if (posts.length === 0) return false;
  if (await give(feed, current, idsOf(posts.filter(lackingKeyOf(current))))) {
    await feed.model.updateMany(
      { _id: { $in: idsOf(posts) } },
      { $pull: { feedKeys: range.feedKeys.$elemMatch } },
    );
  }
  return true;
}

/** Decisions depend only on data that survives a failover. */
function read({ model }: Feed, filter: Filter) {
  return model.find(filter, { feedKeys: 1, hidden: 1, unlisted: 1 }).readConcern('majority').lean();
}

/** Gives a key of a live generation to those posts that lack it. @returns false if it is no longer live */
async function give(feed: Feed, g: number, ids: Ids): Promise<boolean> {
  if (ids.length === 0) return true;
  const first = await feed.numbers.reserveIn(g, ids.length);
  if (first === undefined) return false;
  await updateEach(feed, ids, { ...LISTED, ...lacksKeyOf(g) }, (index) => ({
    $push: { feedKeys: feedKey(g, first + index) },
  }));
  return true;
}

async function updateEach(
  { model }: Feed,
  ids: Ids,
  filter: Filter,
  updateOf: (index: number) => object,
): Promise<void> {
  await collectionOf(model).bulkWrite(
    ids.map((_id, index) => ({
      updateOne: { filter: unchecked({ ...filter, _id }), update: updateOf(index) },
    })),
    { ordered: false },
  );
}

/**
 * Checks after an insert whether a new generation started in between. Either the post existed when the build of
 * that generation started, and the walk found it, or this check finds it. So every acknowledged post gets a key
 * of the current generation, even from a slow process.
 */
async function complete(feed: Feed, ids: Ids, given: readonly { g: number }[]): Promise<void> {
  const done = new Set(given.map(({ g }) => g));
  for (;;) {
    const missing = (await feed.numbers.read()).live.find(({ g }) => !done.has(g));
    if (missing === undefined) return;
    if (await give(feed, missing.g, ids)) done.add(missing.g);
  }
}

/** Assigns posts their positions in the feed, the keys of the live generations (docs/feed.md). */
export function createFeedPositions(model: Model<Placed>, numbers: Generations) {
  const feed: Feed = { model, numbers };
  return {
    ensure: (now: Date) => ensure(feed, now),
    /** Returns a post's author and keys; `null` if the post is gone. */
    find: (_id: Types.ObjectId): Promise<Pick<Placed, 'user' | 'feedKeys'> | null> =>
      model.findOne(unchecked({ _id, deletedAt: null }), { user: 1, feedKeys: 1 }).lean(),
    insert: <New extends Unplaced>(posts: readonly New[]) => insert(feed, posts),
    placeAnew: (ids: Ids, filter: Filter, fields: object) => placeAnew(feed, ids, filter, fields),
    /** How many of these keys belong to a post. */
    count: (keys: readonly number[]): Promise<number> =>
      model.countDocuments({ feedKeys: { $in: keys } }).readConcern('majority'),
    fillNext: (g: number, after: Types.ObjectId | undefined, limit: number) =>
      fillNext(feed, g, after, limit),
    eraseSome: (range: KeyRange, current: number, limit: number) => eraseSome(feed, range, current, limit),
  };
}

const isListed = ({ unlisted }: Pick<Placed, 'unlisted'>): boolean => unlisted !== true;
const lackingKeyOf = (g: number) => (post: Pick<Placed, 'feedKeys'>) =>
  !post.feedKeys.some((key) => generationOf(key) === g);
