import { PAGE } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { Logger } from 'pino';
import type { AdminLog } from './features/admin/admin-log.js';
import type { Background } from './platform/jobs/background.js';
import { CommentList } from './features/comments/comment-list.js';
import { BoardTotals } from './features/boards/board-totals.js';
import { ensureBoard } from './features/boards/board.service.js';
import { CommentLikes } from './features/comments/comment-likes.js';
import { CommentsService } from './features/comments/comments.service.js';
import type { Config } from './platform/config/config.js';
import { Lease } from './platform/jobs/lease.js';
import { batchedLookup } from './platform/db/batched-lookup.js';
import { native } from './platform/db/native.js';
import { readAtOnce } from './platform/db/read-at-once.js';
import { Compaction } from './features/feed/compaction.js';
import { FeedKeys } from './features/feed/feed-keys.js';
import { Hydration } from './features/posts/hydrate.js';
import { atKeys, FEED_POST, RandomFeed } from './features/feed/random-feed.js';
import { SeedPins } from './features/feed/seed-pins.js';
import { CountedFlags } from './features/interactions/counted-flags.js';
import { createCounterRepair } from './features/interactions/counter-repair.js';
import { PostAnalyticsService } from './features/interactions/post-analytics.service.js';
import { ReactionsService } from './features/interactions/reactions.service.js';
import { ViewsService } from './features/interactions/views.service.js';
import type { UploadUses } from './features/media/upload-uses.js';
import type { Models } from './models.js';
import { Periodic } from './platform/jobs/periodic.js';
import { SHOWN_AUTHOR, SHOWN_INTERACTION } from './features/posts/post.presenter.js';
import { PostLists } from './features/posts/post-lists.js';
import { CountedPosts } from './features/posts/counted-posts.js';
import { PostTotals } from './features/posts/post-totals.js';
import { PostsService } from './features/posts/posts.service.js';
import { suspendedUsers } from './features/users/suspended-users.js';

const SECOND = 1000;
const COMPACTION = { every: 30 * SECOND, nudgeDelay: SECOND, lease: 60 * SECOND };
/** Documents of one read: a page, twice over where a cursor looks past gaps. */
const READ_MAX = 2 * PAGE.limitMax;
/** Authors of one query, which several pages may share. */
const AUTHORS_MAX = 500;
const TOTALS = { every: 2 * SECOND };
const REPAIR = { every: 10 * SECOND };

interface Parts {
  config: Pick<Config, 'mediaHosts'>;
  models: Models;
  uploads: UploadUses;
  adminLog: AdminLog;
  now: () => Date;
  log: Logger;
  background: Background;
}

export type Content = ReturnType<typeof createContent>;

/** Posts, the feed, interactions and comments, put together: they count each other and so know each other. */
export function createContent({ config, models, uploads, adminLog, now, log, background }: Parts) {
  const posts = native(models.Post);
  const interactions = native(models.PostInteraction);
  const commentRecords = native(models.Comment);
  const likes = native(models.CommentLike);
  const states = native(models.FeedState);
  const leases = native(models.Lease);

  const readPosts = readAtOnce(models.Post, FEED_POST, READ_MAX);
  const readUsers = readAtOnce(models.User, SHOWN_AUTHOR, AUTHORS_MAX);

  const keys = new FeedKeys(states, posts);
  const pins = new SeedPins(native(models.FeedSeed), keys, now);
  const feed = new RandomFeed(
    batchedLookup({
      read: (keys) => readPosts(atKeys(keys)),
      keysOf: (post) => post.feedKeys,
      max: READ_MAX,
    }),
    pins,
  );
  const hydration = new Hydration({
    authors: batchedLookup({
      read: (ids) => readUsers({ _id: { $in: ids.map((id) => new Types.ObjectId(id)) } }),
      keysOf: (user) => [user._id.toHexString()],
      max: AUTHORS_MAX,
    }),
    interactions: readAtOnce(models.PostInteraction, SHOWN_INTERACTION, READ_MAX),
  });
  const counted = new CountedPosts({ posts, authors: (ids) => hydration.authors(ids), now });
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
  const compaction = new Compaction({
    states,
    posts,
    keys,
    pins,
    lease: new Lease(leases, 'feed-compaction', COMPACTION.lease, now),
  });
  const postTotals = new PostTotals(posts, now);
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
  const postsService = new PostsService({
    posts,
    keys,
    hydration,
    removeReactions: async (post) => {
      await flags.removeOfPost(post);
      await comments.removeOfPost(post);
    },
    takeFromTotals: (post) => totals.add([post]),
    mediaHosts: config.mediaHosts,
    uploads,
    adminLog,
    now,
    onDeleted: () => compactions.nudge(),
  });
  const compactions = new Periodic({
    name: 'feed compaction',
    ...COMPACTION,
    run: () => compaction.run(),
    log,
  });
  const totalling = new Periodic({ name: 'board totals', ...TOTALS, run: () => totals.run(), log });
  const repairs = new Periodic({
    name: 'counter repair',
    ...REPAIR,
    run: async () => {
      await repair.run();
      await postsService.finishRemovals();
    },
    log,
  });

  return {
    keys,
    pins,
    feed,
    hydration,
    flags,
    compaction,
    repair,
    totals,
    commentList,
    comments,
    lists: new PostLists({ posts, feed, hydration, hidden: () => suspendedUsers(models.User) }),
    posts: postsService,
    postAnalytics: new PostAnalyticsService({ posts, interactions, now }),
    reactions: new ReactionsService({ posts: counted, counted: flags }),
    views: new ViewsService({ posts: counted, counted: flags }),

    /** To be called once the indexes stand. */
    async start(): Promise<void> {
      await keys.ensureState();
    },
    /** Begins the work beside the requests; it ends with the background. */
    startBackground(): void {
      background.register({
        name: compactions.name,
        dispose: () => {
          compaction.end();
          return compactions.dispose();
        },
      });
      background.register(repairs);
      background.register(totalling);
      compactions.start();
      repairs.start();
      totalling.start();
    },
  };
}
