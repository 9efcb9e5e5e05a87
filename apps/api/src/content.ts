import { PAGE } from '@social-feed/contracts';
import { Types, type Connection } from 'mongoose';
import type { Logger } from 'pino';
import type { AdminLog } from './features/admin/admin-log.js';
import type { Background } from './platform/jobs/background.js';
import { CommentList } from './features/comments/comment-list.js';
import { BoardTotals } from './features/boards/board-totals.js';
import { ensureBoard } from './features/boards/board.service.js';
import { CommentLikes } from './features/comments/comment-likes.js';
import { CommentsService } from './features/comments/comments.service.js';
import type { Config } from './platform/config/config.js';
import { native } from './platform/db/native.js';
import { CountedFlags } from './features/interactions/counted-flags.js';
import { createCounterRepair } from './features/interactions/counter-repair.js';
import { PostAnalyticsService } from './features/interactions/post-analytics.service.js';
import { ReactionsService } from './features/interactions/reactions.service.js';
import { ViewsService } from './features/interactions/views.service.js';
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
  adminLog,
  now,
  log,
  background,
  jobs,
}: Parts) {
  const postRecords = native(models.Post);
  const interactions = native(models.PostInteraction);
  const commentRecords = native(models.Comment);
  const likes = native(models.CommentLike);

  const readUsers = findSingleBatch<StoredAuthor>(models.User as never, AUTHOR_PROJECTION, AUTHORS_MAX);
  const readInteractions = findSingleBatch(models.PostInteraction, INTERACTION_PROJECTION, PAGE_MAX);
  /** A suspension shows at once in the process that made it, and within a second in the others. */
  const findAuthors = createLookup<string, StoredAuthor>({
    read: (ids) => readUsers({ _id: { $in: ids.map((id) => new Types.ObjectId(id)) } }),
    keysOf: (user) => [user._id.toHexString()],
    max: AUTHORS_MAX,
    remember: { milliseconds: SECOND, now },
  });
  const mayPin = () => () => Promise.resolve(true);
  const generations = createGenerations(connection);
  const posts = createPosts({
    connection,
    numbers: generations,
    random: { issueSeed, shuffleKey, page: (...page) => feed.feed.page(...page) },
    cursors: new CursorSealer(config.secrets.cursor),
    mayPin,
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
      await flags.removeOfPost(post);
      await comments.removeOfPost(post);
    },
    takeFromTotals: (post) => totals.add([post]),
    jobs,
    isSuspended: async (id) =>
      (await models.User.exists({ _id: id, suspendedAt: { $type: 'date' } })) !== null,
  });
  const feed = createFeed({ connection, generations, posts, jobs, mayPin, now, log });
  const { compaction } = feed;
  const hydration = posts.assembler;
  const counted = new CountedPosts({ posts: postRecords, authors: (ids) => hydration.authors(ids), now });
  const flags = new CountedFlags({ interactions, posts: counted, now, log });
  const commentLikes = new CommentLikes({ comments: commentRecords, likes, now, log });
  const commentList = new CommentList({
    posts: counted,
    comments: commentRecords,
    likes: commentLikes,
    listings: native(models.CommentListing),
    hydration,
    now,
  });
  const comments = new CommentsService({
    posts: counted,
    comments: commentRecords,
    likes: commentLikes,
    list: commentList,
    logRemoval: (admin, comment) =>
      adminLog.append({
        admin,
        act: 'remove-comment',
        user: comment.user,
        target: comment._id,
        note: comment.body,
      }),
    now,
    log,
  });
  const postTotals = new PostTotals(postRecords, now);
  const totals = new BoardTotals({
    boards: native(models.Board),
    posts: postTotals,
    daysOfPosts: (ids, since) => flags.daysOfPosts(ids, since),
    ensureBoard: async (user) =>
      (await models.User.exists({ _id: user })) === null ? undefined : ensureBoard({ models, now }, user),
    now,
    log,
  });
  const repair = createCounterRepair({
    sources: [flags, comments, totals],
    counters: [counted.counters, commentLikes.counters, totals.counters],
    now,
  });
  const totalling = new Periodic({ name: 'board totals', ...TOTALS, run: () => totals.run(), log });
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
    flags,
    compaction,
    repair,
    totals,
    commentList,
    comments,
    lists: posts.lists,
    posts: posts.service,
    postAnalytics: new PostAnalyticsService({ posts: postRecords, interactions, now }),
    reactions: new ReactionsService({ posts: counted, counted: flags }),
    views: new ViewsService({ posts: counted, counted: flags }),

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
