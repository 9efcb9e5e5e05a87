import type { Model, QueryFilter, Types } from 'mongoose';
import {
  createFeedPositions,
  type FeedPositions,
  type Placed,
} from '../../order/feed-order/feed-positions.js';
import type { Generations } from '../../order/feed-order/generations.js';
import { collectionOf, unchecked } from '../../platform/db/collection-of.js';
import type { PostRecord } from './post.model.js';
import { dueTags, ownTagsDue } from './tag-numbers.js';

/** A new post; `PostPositions` adds its feed keys. */
export type NewPost = Omit<PostRecord, 'feedKeys' | 'hidden'>;

/** Number of posts hidden or shown in one step, and steps of one call. */
const STEP = 500;
const STEPS_MAX = 20;

type Filter = QueryFilter<PostRecord>;

interface Parts {
  posts: Model<PostRecord>;
  positions: FeedPositions;
}

/** Changes posts that match a filter. */
type Step = (parts: Parts, ids: readonly Types.ObjectId[], filter: Filter) => Promise<unknown>;

/** Marks a post whose change the totals of its author and the numbers of its tags must include. */
const uncounted = (user: Types.ObjectId) => ({ uncounted: user, totalsDue: true, ...ownTagsDue() });

/** Sets fields to values or expressions. */
const change =
  (fields: object): Step =>
  ({ posts }, ids, filter) =>
    collectionOf(posts).updateMany(unchecked({ ...filter, _id: { $in: ids } }), [{ $set: fields }]);

const placeAnew =
  (fields: object): Step =>
  ({ positions }, ids, filter) =>
    positions.placeAnew(ids, unchecked(filter), fields);

/** Runs a change on posts until none matches any more. */
async function inSteps(
  parts: Parts,
  filter: Filter,
  run: Step,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    signal?.throwIfAborted();
    const found = await parts.posts.find(filter, { _id: 1 }).limit(STEP).lean();
    if (found.length === 0) return true;
    await run(
      parts,
      found.map(({ _id }) => _id),
      filter,
    );
  }
  return false;
}

/*
 * `hide`, `show`, `unlist` and `list` change at most 10,000 posts, so that their job needs only a short lock.
 * They return whether all posts are changed, and throw if the signal is aborted.
 */

/** Removes a user's posts from all lists and from the numbering; they leave holes. */
const hide = (parts: Parts, user: Types.ObjectId, signal?: AbortSignal): Promise<boolean> =>
  inSteps(parts, { user, hidden: false }, change({ hidden: true, feedKeys: [], ...uncounted(user) }), signal);

/** Shows a user's hidden posts again, at new positions. Unlisted ones get none. */
async function show(parts: Parts, user: Types.ObjectId, signal?: AbortSignal): Promise<boolean> {
  const fields = { hidden: false, ...uncounted(user) };
  return (
    (await inSteps(parts, { user, hidden: true, unlisted: true }, change(fields), signal)) &&
    inSteps(parts, { user, hidden: true, unlisted: { $ne: true } }, placeAnew(fields), signal)
  );
}

/** Removes a user's posts from the lists of everybody's posts and from the numbering. */
const unlist = (parts: Parts, user: Types.ObjectId, signal?: AbortSignal): Promise<boolean> =>
  inSteps(parts, { user, unlisted: { $ne: true } }, change({ unlisted: true, feedKeys: [] }), signal);

/** Lists a user's unlisted posts again, at new positions. Hidden ones get theirs when they are shown. */
async function list(parts: Parts, user: Types.ObjectId, signal?: AbortSignal): Promise<boolean> {
  const fields = { unlisted: '$$REMOVE' };
  return (
    (await inSteps(parts, { user, unlisted: true, hidden: true }, change(fields), signal)) &&
    inSteps(parts, { user, unlisted: true, hidden: false }, placeAnew(fields), signal)
  );
}

export type PostPositions = ReturnType<typeof createPostPositions>;

/** The positions of posts in the feed, as far as writing, hiding and listing posts changes them. */
export function createPostPositions(posts: Model<PostRecord>, numbers: Generations) {
  const positions = createFeedPositions(posts as unknown as Model<Placed>, numbers);
  const parts: Parts = { posts, positions };
  return {
    ...positions,
    insert: (added: readonly NewPost[]): Promise<PostRecord[]> =>
      positions.insert(
        added.map((post) => ({ ...post, totalsDue: true, uncounted: post.user, ...dueTags(post.tagKeys) })),
      ),
    hide: (user: Types.ObjectId, signal?: AbortSignal) => hide(parts, user, signal),
    show: (user: Types.ObjectId, signal?: AbortSignal) => show(parts, user, signal),
    unlist: (user: Types.ObjectId, signal?: AbortSignal) => unlist(parts, user, signal),
    list: (user: Types.ObjectId, signal?: AbortSignal) => list(parts, user, signal),
  };
}
