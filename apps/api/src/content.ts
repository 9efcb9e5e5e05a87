import { PAGE } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { Logger } from 'pino';
import type { AdminLog } from './features/admin/admin-log.js';
import type { Background } from './platform/jobs/background.js';
import { CommentList } from './features/comments/comment-list.js';
import { commentRank, LIKED_COMMENT } from './features/comments/comment.model.js';
import { CommentsService } from './features/comments/comments.service.js';
import type { Config } from './platform/config/config.js';
import { Lease } from './platform/jobs/lease.js';
import { batchedLookup } from './platform/db/batched-lookup.js';
import { native, type Native } from './platform/db/native.js';
import { readAtOnce } from './platform/db/read-at-once.js';
import { Compaction } from './features/feed/compaction.js';
import { FeedKeys } from './features/feed/feed-keys.js';
import { Hydration } from './features/posts/hydrate.js';
import { atKeys, FEED_POST, RandomFeed } from './features/feed/random-feed.js';
import { SeedPins } from './features/feed/seed-pins.js';
import {
  CounterLedger,
  type Counted,
  type CounterDefinitions,
} from './features/interactions/counter-ledger.js';
import { CounterRepair } from './features/interactions/counter-repair.js';
import { countInteractions } from './features/interactions/count-interactions.js';
import { InteractionFlags } from './features/interactions/interaction-flags.js';
import { PostAnalyticsService } from './features/interactions/post-analytics.service.js';
import { REACTED_POST, ReactionsService } from './features/interactions/reactions.service.js';
import { ViewsService } from './features/interactions/views.service.js';
import type { UploadUses } from './features/media/upload-uses.js';
import type { Models } from './models.js';
import { Periodic } from './platform/jobs/periodic.js';
import { SHOWN_AUTHOR, SHOWN_INTERACTION } from './features/posts/post.presenter.js';
import { PostLists } from './features/posts/post-lists.js';
import { PostsService } from './features/posts/posts.service.js';
import { suspendedUsers } from './features/users/suspended-users.js';

const SECOND = 1000;
const COMPACTION = { every: 30 * SECOND, nudgeDelay: SECOND, lease: 60 * SECOND };
/** Documents of one read: a page, twice over where a cursor looks past gaps. */
const READ_MAX = 2 * PAGE.limitMax;
/** Authors of one query, which several pages may share. */
const AUTHORS_MAX = 500;
const REPAIR = { every: 10 * SECOND, lease: 30 * SECOND };

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
  const intents = native(models.CounterIntent);
  const leases = native(models.Lease);

  const definitions: CounterDefinitions = {
    post: {
      collection: posts as unknown as Native<Counted>,
      answered: REACTED_POST,
      count: async (id) => ({
        ...(await countInteractions(interactions, id)),
        commentsCount: await commentRecords.countDocuments({ post: id }),
      }),
      clean: async (id) => {
        await interactions.deleteMany({ post: id });
        await likes.deleteMany({ post: id });
        await commentRecords.deleteMany({ post: id });
      },
    },
    comment: {
      collection: commentRecords as unknown as Native<Counted>,
      answered: LIKED_COMMENT,
      count: async (id) => {
        const comment = await commentRecords.findOne({ _id: id }, { projection: { createdAt: 1 } });
        const count = await likes.countDocuments({ comment: id });
        return comment === null ? {} : { likes: count, rank: commentRank(count, comment.createdAt) };
      },
      clean: async (id) => {
        await likes.deleteMany({ comment: id });
      },
    },
  };

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
  const ledger = new CounterLedger(intents, definitions, now);
  const flags = new InteractionFlags(interactions, now);
  const commentList = new CommentList({
    posts,
    comments: commentRecords,
    likes,
    listings: native(models.CommentListing),
    hydration,
    now,
  });
  const compaction = new Compaction({
    states,
    posts,
    keys,
    pins,
    lease: new Lease(leases, 'feed-compaction', COMPACTION.lease, now),
  });
  const repair = new CounterRepair({
    intents,
    ledger,
    lease: new Lease(leases, 'counter-repair', REPAIR.lease, now),
    now,
    log,
  });
  const compactions = new Periodic({
    name: 'feed compaction',
    ...COMPACTION,
    run: () => compaction.run(),
    log,
  });
  const repairs = new Periodic({ name: 'counter repair', ...REPAIR, run: () => repair.run(), log });

  return {
    keys,
    pins,
    feed,
    hydration,
    ledger,
    compaction,
    repair,
    commentList,
    comments: new CommentsService({
      posts,
      comments: commentRecords,
      likes,
      ledger,
      list: commentList,
      adminLog,
      now,
    }),
    lists: new PostLists({ posts, feed, hydration, hidden: () => suspendedUsers(models.User) }),
    posts: new PostsService({
      posts,
      keys,
      hydration,
      ledger,
      mediaHosts: config.mediaHosts,
      uploads,
      adminLog,
      now,
      onDeleted: () => compactions.nudge(),
    }),
    postAnalytics: new PostAnalyticsService({ posts, interactions, now }),
    reactions: new ReactionsService({ posts, hydration, flags, ledger, now }),
    views: new ViewsService({ posts, hydration, flags, ledger }),

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
      compactions.start();
      repairs.start();
    },
  };
}
