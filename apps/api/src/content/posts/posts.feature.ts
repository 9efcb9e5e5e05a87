import { PAGE } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { createLookup } from '../../platform/db/batch-loader.js';
import { collectionOf, type Collection } from '../../platform/db/collection-of.js';
import type { Mount } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import { MINUTE, SECOND } from '../../platform/time.js';
import type { BoardStore } from '../../community/boards/board-store.js';
import type { EventOutbox } from '../../community/events.js';
import type { FeedOrder } from '../../order/feed-order/feed-order.feature.js';
import { createMediaAddresses } from '../../community/users/media-addresses.js';
import { createCommentRules, type CommentingDeps } from './commenting.js';
import { createCountedPosts } from './counted-posts.js';
import { createExpiredPosts } from './expired-posts.js';
import { LISTED } from '../../order/feed-order/feed-positions.js';
import { createPostPositions, type PostPositions } from './post-positions.js';
import { createFoldedPosts } from './folded-posts.js';
import { createFormerTexts } from './former-texts.js';
import { createPostCards } from './post-cards.js';
import { createPostArchive } from './post-archive.js';
import { createPostLists } from './post-lists.js';
import { createPostRemovals, type PostRemovalsDeps } from './post-removals.js';
import { createPostSettings } from './post-settings.js';
import { createPostTexts } from './post-texts.js';
import { createPostTotals } from './post-totals.js';
import { postInteractionModel } from './interaction.model.js';
import { postModel, type PostRecord } from './post.model.js';
import {
  POST_PROJECTION,
  createPostAssembler,
  type PostAssemblerDeps,
  type StoredPost,
} from './post.presenter.js';
import { createRandomFeed, LOOKS, type PostMark } from './random-feed.js';
import { createSeenPosts } from './seen-posts.js';
import { createSavedAuthors } from './saved-authors.js';
import { mountPosts } from './posts.routes.js';
import { createTagNumbers } from './tag-numbers.js';
import { createPostsService, type PostWriting } from './posts.service.js';
import type { WordReportsDeps } from './word-reports.js';

/** The job that hides or shows, and unlists or lists a user's posts. */
const VISIBILITY = 'post-visibility';
/** Reads count the tags of posts that changed since. */
const TAGS_EVERY = 15 * SECOND;

export interface PostsDeps
  extends
    Pick<Platform, 'connection' | 'readPage' | 'jobs' | 'log'>,
    Omit<PostAssemblerDeps, 'addresses' | 'commentRules'>,
    CommentingDeps,
    Omit<
      PostWriting,
      'posts' | 'positions' | 'assembler' | 'addresses' | 'formerTexts' | 'texts' | 'cards' | 'settingsOf'
    > {
  uploads: PostWriting['uploads'] & PostRemovalsDeps['uploads'];
  outbox: Pick<EventOutbox, 'source' | 'publish'>;
  instance: WordReportsDeps['instance'];
  orders: FeedOrder;
  boardStore: Pick<BoardStore, 'totalsOf'>;
  inboxes: PostRemovalsDeps['inboxes'];
  /** Whether a user is suspended, and whether silenced. */
  restrictionsOf: (userId: Types.ObjectId) => Promise<{ suspended: boolean; silenced: boolean }>;
  /** Ids of users who block a user. */
  blockersOf: (userId: string) => Promise<ReadonlySet<string>>;
}

export type Posts = ReturnType<typeof createPosts>;

/** Posts of one lookup: a page, or two if a cursor reads past gaps. */
const LOOKUP_MAX = 2 * PAGE.limitMax;

/** All posts of a lookup are in its first batch. */
const FEED_POSTS = { projection: { ...POST_PROJECTION, feedKeys: 1 }, batchSize: LOOKUP_MAX + 1 };
/** Marks of one lookup: all positions of a page that leaves posts out. */
const MARKS_MAX = LOOKS * PAGE.limitMax;
const MARKS = { projection: { user: 1, language: 1, seenNumber: 1, feedKeys: 1 } };
type FeedPost = StoredPost & Pick<PostRecord, 'feedKeys'>;

/** Fields that are useless to the author. */
const NOT_EXPORTED = {
  user: 0,
  uploads: 0,
  tagKeys: 0,
  searchTerms: 0,
  applied: 0,
  pending: 0,
  inTotals: 0,
  totalsDue: 0,
  uncounted: 0,
  tagsDue: 0,
  feedKeys: 0,
  seenNumber: 0,
} as const;

/** Filter for posts with some feed keys. */
export const atKeys = (keys: readonly number[]) => ({ feedKeys: { $in: keys } });

/** Posts and their marks by feed key, and listed posts by ID, a batch of calls in one read. */
function lookupsIn(records: Collection<PostRecord>) {
  const postsAt = createLookup<number, FeedPost>({
    read: (keys) => records.find<FeedPost>(atKeys(keys), FEED_POSTS).toArray(),
    keysOf: (post) => post.feedKeys,
    max: LOOKUP_MAX,
  });
  const marksAt = createLookup<number, PostMark & Pick<PostRecord, 'feedKeys'>>({
    read: (keys) => records.find<FeedPost>(atKeys(keys), { ...MARKS, batchSize: keys.length + 1 }).toArray(),
    keysOf: (post) => post.feedKeys,
    max: MARKS_MAX,
  });
  const listed = async (ids: readonly Types.ObjectId[]): Promise<StoredPost[]> => {
    if (ids.length === 0) return [];
    const options = { projection: POST_PROJECTION, batchSize: ids.length + 1 };
    return records.find<StoredPost>({ _id: { $in: [...ids] }, ...LISTED }, options).toArray();
  };
  return { postsAt, marksAt, listed };
}

/** The job that makes the visibility of a user's posts match the restrictions of the user. */
function defineVisibility({ jobs, now, restrictionsOf }: PostsDeps, positions: PostPositions): void {
  // One such job per user runs at a time, so the last one decides.
  const hiding = { timeLimit: MINUTE, againAfter: MINUTE };
  jobs.define(VISIBILITY, hiding, async ({ user }: { user: string }, { signal }) => {
    const id = new Types.ObjectId(user);
    const { suspended, silenced } = await restrictionsOf(id);
    const isDone =
      (await positions[silenced ? 'unlist' : 'list'](id, signal)) &&
      (await positions[suspended ? 'hide' : 'show'](id, signal));
    return isDone ? undefined : { runAt: now() };
  });
}

/**
 * Creates the posts feature, which stores, lists and formats posts. Only this code reads and writes the collection
 * `posts`.
 */
export function createPosts(deps: PostsDeps) {
  const posts = postModel(deps.connection);
  const records = collectionOf(posts);
  const positions = createPostPositions(posts, deps.orders.generations);
  const addresses = createMediaAddresses(deps.config);
  const commentRules = createCommentRules(deps);
  const settings = createPostSettings(deps.connection, deps.now);
  const interactions = collectionOf(postInteractionModel(deps.connection));
  const seen = createSeenPosts(deps.connection, records);
  const assembler = createPostAssembler({ ...deps, addresses, commentRules, interactions, seen });
  const formerTexts = createFormerTexts(deps.connection);
  const texts = createPostTexts({ ...deps, posts: records });
  const cards = createPostCards({ ...deps, posts: records });
  const parts = { posts, positions, assembler, addresses, formerTexts, texts, cards };
  const service = createPostsService({ ...deps, ...parts, settingsOf: settings.of });
  const removals = createPostRemovals({ ...deps, posts: records });
  const random = createRandomFeed({ ...lookupsIn(records), pins: deps.orders.pins });
  const hidingFrom = async (viewerId: string | null) =>
    viewerId === null ? [] : Array.from(await deps.blockersOf(viewerId), (id) => new Types.ObjectId(id));
  const totals = createPostTotals(records, deps.boardStore, deps.now);
  const { numbersOf } = totals;
  const tags = createTagNumbers(deps.connection, records);
  const lists = createPostLists({ ...deps, posts, assembler, random, hidingFrom, numbersOf, tags });

  const { jobs, now } = deps;
  defineVisibility(deps, positions);
  jobs.define('tags', { every: TAGS_EVERY }, (_nothing, { signal }) => tags.run(signal));

  return {
    routes: (mount: Mount) => mountPosts({ ...deps, posts, lists, service, removals, settings, tags }, mount),
    service,
    removals,
    lists,
    random,
    assembler,
    addresses,
    positions,
    cards,
    formerTexts,
    commentRules,
    settings,
    expired: createExpiredPosts(records),
    /** Posts for reactions. */
    counted: createCountedPosts({ posts: records, authors: (ids) => assembler.authors(ids), now }),
    /** Views of posts that were folded. */
    seen,
    folded: createFoldedPosts(deps.connection, records),
    totals,
    tags,
    archive: createPostArchive(records),
    savedAuthors: createSavedAuthors(records, now),
    /** Hides or shows a user's posts to match the suspension, and unlists or lists them to match the silencing. */
    updateVisibility: (user: Types.ObjectId) =>
      jobs.add(VISIBILITY, { user: user.toHexString() }, { key: user.toHexString() }),
    /** Whether a post of a user names an upload. */
    isNaming: async ({ _id, user }: { _id: string; user: Types.ObjectId }) =>
      (await posts.exists({ uploads: _id, user })) !== null,
    exportOf: (user: Types.ObjectId) => ({
      posts: records.find({ user }, { projection: NOT_EXPORTED }),
      formerTexts: formerTexts.exportOf(user),
      postSettings: settings.exportOf(user),
    }),
    deleteOf: async (user: Types.ObjectId, signal: AbortSignal) => {
      await removals.removeOfUser(user, signal);
      await formerTexts.removeOfUser(user);
      await settings.deleteOf(user);
    },
  };
}
