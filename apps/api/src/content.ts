import { PAGE } from '@social-feed/contracts';
import { Types, type Connection } from 'mongoose';
import type { Logger } from 'pino';
import type { AdminLog } from './features/admin/admin-log.js';
import type { Background } from './platform/jobs/background.js';
import { createBoards } from './features/boards/boards.feature.js';
import { createComments } from './features/comments/comments.feature.js';
import { createInteractions } from './features/interactions/interactions.feature.js';
import type { Users } from './features/users/users.feature.js';
import type { RateLimiter } from './platform/http/rate-limit.js';
import type { Config } from './platform/config/config.js';
import { native } from './platform/db/native.js';
import { createCounterRepair } from './features/interactions/counter-repair.js';
import type { UploadUses } from './features/media/upload-uses.js';
import type { Models } from './models.js';
import { createFeed, createGenerations } from './features/feed/feed.feature.js';
import { issueSeed, shuffleKey } from './features/feed/permutation.js';
import {
  AUTHOR_PROJECTION,
  INTERACTION_PROJECTION,
  type StoredAuthor,
} from './features/posts/post.presenter.js';
import { createPosts } from './features/posts/posts.feature.js';
import { createLookup } from './platform/db/batch-loader.js';
import { findSingleBatch } from './platform/db/find-single-batch.js';
import { CursorSealer } from './platform/http/paging.js';
import type { Jobs } from './platform/jobs/jobs.js';
import { Periodic } from './platform/jobs/periodic.js';
import { CountedPosts } from './features/posts/counted-posts.js';
import { PostTotals } from './features/posts/post-totals.js';

const SECOND = 1000;
/** Posts of one page. */
const PAGE_MAX = PAGE.limitMax;
/** Authors of one query, which several pages may share. */
const AUTHORS_MAX = 500;
const TOTALS = { every: 2 * SECOND };
const REPAIR = { every: 10 * SECOND };

interface Parts {
  config: Pick<Config, 'mediaHosts' | 'secrets'>;
  connection: Connection;
  models: Models;
  uploads: UploadUses;
  users: Users;
  rateLimits: RateLimiter;
  adminLog: AdminLog;
  now: () => Date;
  log: Logger;
  background: Background;
  jobs: Jobs;
}

export type Content = ReturnType<typeof createContent>;

/** Posts, the feed, interactions and comments, put together: they count each other and so know each other. */
export function createContent({
  config,
  connection,
  models,
  uploads,
  users,
  adminLog,
  now,
  log,
  background,
  jobs,
  rateLimits,
}: Parts) {
  const postRecords = native(models.Post);

  const readUsers = findSingleBatch<StoredAuthor>(models.User as never, AUTHOR_PROJECTION, AUTHORS_MAX);
  const readInteractions = findSingleBatch(models.PostInteraction, INTERACTION_PROJECTION, PAGE_MAX);
  /** A suspension shows at once in the process that made it, and within a second in the others. */
  const findAuthors = createLookup<string, StoredAuthor>({
    read: (ids) => readUsers({ _id: { $in: ids.map((id) => new Types.ObjectId(id)) } }),
    keysOf: (user) => [user._id.toHexString()],
    max: AUTHORS_MAX,
    remember: { milliseconds: SECOND, now },
  });
  const generations = createGenerations(connection);
  const posts = createPosts({
    connection,
    numbers: generations,
    random: { issueSeed, shuffleKey, page: (...page) => feed.feed.page(...page) },
    cursors: new CursorSealer(config.secrets.cursor),
    rateLimits,
    findAuthors,
    findInteractions: (ids, userId) =>
      readInteractions({ post: { $in: ids }, user: new Types.ObjectId(userId) }),
    mediaHosts: config.mediaHosts,
    uploads,
    now,
    logRemoval: (admin, post) =>
      adminLog.append({
        admin,
        act: 'remove-post',
        user: post.user,
        target: post._id,
        note: post.title || post.description,
      }),
    removeReactions: async (post) => {
      await interactions.flags.removeOf(post);
      await comments.service.removeOfPost(post);
    },
    takeFromTotals: (post) => boards.totals.add([post]),
    jobs,
    isSuspended: async (id) =>
      (await models.User.exists({ _id: id, suspendedAt: { $type: 'date' } })) !== null,
  });
  const feed = createFeed({ connection, generations, posts, jobs, rateLimits, now, log });
  const { compaction } = feed;
  const hydration = posts.assembler;
  const counted = new CountedPosts({ posts: postRecords, authors: (ids) => hydration.authors(ids), now });
  const interactions = createInteractions({
    connection,
    posts: postRecords,
    countedPosts: counted,
    hydration,
    rateLimits,
    now,
    log,
  });
  const comments = createComments({
    connection,
    countedPosts: counted,
    hydration,
    logRemoval: (admin, comment) =>
      adminLog.append({
        admin,
        act: 'remove-comment',
        user: comment.user,
        target: comment._id,
        note: comment.body,
      }),
    rateLimits,
    now,
    log,
  });
  const postTotals = new PostTotals(postRecords, now);
  const boards = createBoards({
    connection,
    postTotals,
    daysOfPosts: interactions.daysOfPosts,
    bookmarkIds: (user, most) => interactions.bookmarkIds(user, most),
    isShown: (userId) => users.isShown(userId),
    isKnown: (user) => users.isKnown(user),
    mediaHosts: config.mediaHosts,
    uploads,
    rateLimits,
    now,
    log,
  });
  const repair = createCounterRepair({
    sources: [interactions.flags, comments.service, comments.likes, boards.totals],
    counters: [counted.counters, comments.counters, boards.totals.counters],
    now,
  });
  const totalling = new Periodic({ name: 'board totals', ...TOTALS, run: () => boards.totals.run(), log });
  const repairs = new Periodic({
    name: 'counter repair',
    ...REPAIR,
    run: async () => {
      await repair.run();
      await posts.service.finishRemovals();
    },
    log,
  });

  return {
    postsFeature: posts,
    feedFeature: feed,
    generations,
    places: posts.places,
    pins: feed.pins,
    feed: feed.feed,
    hydration,
    forgetAuthor: (id: Types.ObjectId) => findAuthors.forget(id.toHexString()),
    flags: interactions.flags,
    compaction,
    repair,
    totals: boards.totals,
    commentList: comments.list,
    comments: comments.service,
    interactionsFeature: interactions,
    commentsFeature: comments,
    boardsFeature: boards,
    lists: posts.lists,
    posts: posts.service,
    reactions: interactions.reactions,
    views: interactions.views,

    /** To be called once the indexes stand. */
    async start(): Promise<void> {
      await feed.start();
    },
    /** Begins the work beside the requests; it ends with the background. */
    startBackground(): void {
      background.register(repairs);
      background.register(totalling);
      repairs.start();
      totalling.start();
    },
  };
}
