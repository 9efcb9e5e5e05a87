import type { Model, QueryFilter, Types, UpdateQuery } from 'mongoose';
import { feedKey, generationOf, keysIn, lacksKeyOf, sequenceOf } from '../../order/feed-order/feed-key.js';
import type { Generations } from '../../order/feed-order/generations.js';
import { LISTED, type PostRecord } from './post.model.js';

/** A new post; `FeedPositions` adds its feed keys. */
export type NewPost = Omit<PostRecord, 'feedKeys' | 'hidden'>;

type KeyRange = ReturnType<typeof keysIn>;
type Placed = Pick<PostRecord, '_id' | 'feedKeys' | 'unlisted'>;

/** Number of posts hidden or shown in one step, and steps of one call. */
const STEP = 500;
const STEPS_MAX = 20;

const idsOf = (posts: readonly Placed[]): Types.ObjectId[] => posts.map(({ _id }) => _id);

export type FeedPositions = ReturnType<typeof createFeedPositions>;

/** Assigns posts their positions in the feed, the keys of the live generations (docs/feed.md). */
export function createFeedPositions(model: Model<PostRecord>, numbers: Generations) {
  /**
   * Call this after the indexes exist. It raises each generation's next number above every key in use: a backup
   * taken during writes may contain posts newer than the record of the generations.
   */
  async function ensure(now: Date): Promise<void> {
    await numbers.ensure(() => highestKey(), now);
    for (const { g, ...live } of (await numbers.read()).live) {
      for (let next = live.next, keys = [next]; keys.length > 0;) {
        keys = await keysFrom(g, next);
        next = Math.max(next, ...keys.map((key) => sequenceOf(key) + 1));
        if (keys.length > 0) await numbers.lift(g, next);
      }
    }
  }

  /**
   * Inserts posts with a key for every live generation, except unlisted ones, which get none.
   * @param posts about a thousand at most, since reserved but unused numbers are holes
   */
  async function insert(posts: readonly NewPost[]): Promise<PostRecord[]> {
    if (posts.length === 0) return [];
    const listed = posts.filter(isListed);
    const block = await numbers.reserve(listed.length);
    const records = posts.map((post) => ({
      ...post,
      hidden: false,
      totalsDue: true,
      feedKeys: isListed(post) ? block.map(({ g, first }) => feedKey(g, first + listed.indexOf(post))) : [],
    }));
    await model.insertMany(records, { lean: true });
    await complete(idsOf(records), block);
    return records;
  }

  /** Returns a post's author and keys; `null` if the post is gone. */
  function find(_id: Types.ObjectId): Promise<Pick<PostRecord, 'user' | 'feedKeys'> | null> {
    return model.findOne({ _id, deletedAt: null }, { user: 1, feedKeys: 1 }).lean();
  }

  /*
   * `hide`, `show`, `unlist` and `list` change at most 10,000 posts, so that their job needs only a short lock.
   * They return whether all posts are changed, and throw if the signal is aborted.
   */

  /** Removes a user's posts from all lists and from the numbering; they leave holes. */
  const hide = (user: Types.ObjectId, signal?: AbortSignal): Promise<boolean> =>
    inSteps({ user, hidden: false }, change({ $set: { hidden: true, feedKeys: [] } }), signal);

  /** Shows a user's hidden posts again, at new positions. Unlisted ones get none. */
  async function show(user: Types.ObjectId, signal?: AbortSignal): Promise<boolean> {
    const update = { $set: { hidden: false } };
    return (
      (await inSteps({ user, hidden: true, unlisted: true }, change(update), signal)) &&
      inSteps({ user, hidden: true, unlisted: { $ne: true } }, placeAnew(update), signal)
    );
  }

  /** Removes a user's posts from the lists of everybody's posts and from the numbering. */
  const unlist = (user: Types.ObjectId, signal?: AbortSignal): Promise<boolean> =>
    inSteps({ user, unlisted: { $ne: true } }, change({ $set: { unlisted: true, feedKeys: [] } }), signal);

  /** Lists a user's unlisted posts again, at new positions. Hidden ones get theirs when they are shown. */
  async function list(user: Types.ObjectId, signal?: AbortSignal): Promise<boolean> {
    const update = { $unset: { unlisted: 1 } } as const;
    return (
      (await inSteps({ user, unlisted: true, hidden: true }, change(update), signal)) &&
      inSteps({ user, unlisted: true, hidden: false }, placeAnew(update), signal)
    );
  }

  /** Runs a change on posts until none matches any more. */
  async function inSteps(
    filter: QueryFilter<PostRecord>,
    run: (ids: Types.ObjectId[], filter: QueryFilter<PostRecord>) => Promise<unknown>,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    for (let steps = 0; steps < STEPS_MAX; steps += 1) {
      signal?.throwIfAborted();
      const found = await model.find(filter, { feedKeys: 1 }).limit(STEP).lean();
      if (found.length === 0) return true;
      await run(idsOf(found), filter);
    }
    return false;
  }

  const change =
    (update: UpdateQuery<PostRecord>) => (ids: Types.ObjectId[], filter: QueryFilter<PostRecord>) =>
      model.updateMany({ ...filter, _id: { $in: ids } }, update);

  /** Changes posts that have no positions and gives them new ones. */
  const placeAnew =
    (update: UpdateQuery<PostRecord>) => async (ids: Types.ObjectId[], filter: QueryFilter<PostRecord>) => {
      const block = await numbers.reserve(ids.length);
      await updateEach(ids, filter, (index) => ({
        ...update,
        $set: { ...update.$set, feedKeys: block.map(({ g, first }) => feedKey(g, first + index)) },
      }));
      await complete(ids, block);
    };

  /** How many of these keys belong to a post. */
  function count(keys: readonly number[]): Promise<number> {
    return model.countDocuments({ feedKeys: { $in: keys } }).readConcern('majority');
  }

  /** Keys of a generation from a number on; empty if no such number is in use. */
  async function keysFrom(g: number, from: number): Promise<number[]> {
    const found = await read(keysIn(g, from)).limit(STEP);
    return found.flatMap(({ feedKeys }) => feedKeys.filter((key) => generationOf(key) === g));
  }

  /** The highest key in use, -1 if there are no posts. */
  async function highestKey(): Promise<number> {
    const [last] = await read({}).sort({ feedKeys: -1 }).limit(1);
    return Math.max(-1, ...(last?.feedKeys ?? []));
  }

  /**
   * Gives a key of a generation to those of the next posts that lack one, in the order of their ids.
   * @param after the id to start after, `undefined` for the first posts
   * @returns the last id, `undefined` if there are no more posts
   */
  async function fillNext(g: number, after: Types.ObjectId | undefined, limit: number) {
    const posts = await read(after === undefined ? {} : { _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(limit);
    await give(
      g,
      idsOf(
        posts
          .filter(({ hidden }) => !hidden)
          .filter(isListed)
          .filter(lackingKeyOf(g)),
      ),
    );
    return posts.at(-1)?._id;
  }

  /**
   * Removes keys of a range from some posts. Posts without a key of the current generation get one: a process that
   * crashed between an insert and its last key leaves such posts.
   * @returns whether any were found
   */
  async function eraseSome(range: KeyRange, current: number, limit: number): Promise<boolean> {
    const posts = await read(range).limit(limit);
    if (posts.length === 0) return false;
    if (await give(current, idsOf(posts.filter(lackingKeyOf(current))))) {
      await model.updateMany(
        { _id: { $in: idsOf(posts) } },
        { $pull: { feedKeys: range.feedKeys.$elemMatch } },
      );
    }
    return true;
  }

  /** Decisions depend only on data that survives a failover. */
  function read(filter: QueryFilter<PostRecord>) {
    return model.find(filter, { feedKeys: 1, hidden: 1, unlisted: 1 }).readConcern('majority').lean();
  }

  /** Gives a key of a live generation to those posts that lack it. @returns false if it is no longer live */
  async function give(g: number, ids: readonly Types.ObjectId[]): Promise<boolean> {
    if (ids.length === 0) return true;
    const first = await numbers.reserveIn(g, ids.length);
    if (first === undefined) return false;
    await updateEach(ids, { ...LISTED, ...lacksKeyOf(g) }, (index) => ({
      $push: { feedKeys: feedKey(g, first + index) },
    }));
    return true;
  }

  async function updateEach(
    ids: readonly Types.ObjectId[],
    filter: QueryFilter<PostRecord>,
    updateOf: (index: number) => UpdateQuery<PostRecord>,
  ): Promise<void> {
    await model.bulkWrite(
      ids.map((_id, index) => ({ updateOne: { filter: { ...filter, _id }, update: updateOf(index) } })),
      { ordered: false },
    );
  }

  /**
   * Checks after an insert whether a new generation started in between. Either the post existed when the build of
   * that generation started, and the walk found it, or this check finds it. So every acknowledged post gets a key
   * of the current generation, even from a slow process.
   */
  async function complete(ids: readonly Types.ObjectId[], given: readonly { g: number }[]): Promise<void> {
    const done = new Set(given.map(({ g }) => g));
    for (;;) {
      const missing = (await numbers.read()).live.find(({ g }) => !done.has(g));
      if (missing === undefined) return;
      if (await give(missing.g, ids)) done.add(missing.g);
    }
  }

  return { ensure, find, insert, hide, show, unlist, list, count, fillNext, eraseSome };
}

const isListed = ({ unlisted }: Partial<Placed>): boolean => unlisted !== true;
const lackingKeyOf = (g: number) => (post: Placed) => !post.feedKeys.some((key) => generationOf(key) === g);
