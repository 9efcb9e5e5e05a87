import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import type { Demo } from './demo.js';
import { createAccount } from './features/account/account.feature.js';
import { createAdmin } from './features/admin/admin.feature.js';
import { createBoards } from './features/boards/boards.feature.js';
import { createComments } from './features/comments/comments.feature.js';
import { createFeed } from './features/feed/feed.feature.js';
import { createHealth } from './features/health/health.feature.js';
import { createCounterRepair } from './features/interactions/counter-repair.js';
import { createInteractions } from './features/interactions/interactions.feature.js';
import { createMedia } from './features/media/media.feature.js';
import { createNotifications } from './features/notifications/notifications.feature.js';
import { createOAuth } from './features/oauth/oauth.feature.js';
import { createOutside } from './features/outside/outside.feature.js';
import { createOrders } from './features/orders/orders.feature.js';
import { createPeople } from './features/people/people.feature.js';
import { createPosts } from './features/posts/posts.feature.js';
import { createReports } from './features/reports/reports.feature.js';
import { createReference } from './features/reference/reference.feature.js';
import { createSearch } from './features/search/search.feature.js';
import { createSessions } from './features/sessions/sessions.feature.js';
import { createUsers } from './features/users/users.feature.js';
import { addGauges } from './gauges.js';
import type { Config } from './platform/config/config.js';
import { buildIndexes, createConnection, openConnection, pingDatabase } from './platform/db/connection.js';
import { limitByDeadline } from './platform/db/deadline.js';
import { createConcurrencyLimit } from './platform/http/concurrency.js';
import type { Http } from './platform/http/http.js';
import { createIdempotency } from './platform/http/idempotency.js';
import { idempotencyModel } from './platform/http/idempotency.model.js';
import { createLogger } from './platform/http/logging.js';
import { measureLoopDelay } from './platform/http/overload.js';
import { CursorSealer } from './platform/http/paging.js';
import { createRateLimiter } from './platform/http/rate-limit.js';
import { throttleModel } from './platform/http/throttle.model.js';
import { jobModel } from './platform/jobs/job.model.js';
import { createJobs } from './platform/jobs/jobs.js';
import { mailModel } from './platform/mail/mail.model.js';
import { createMailer } from './platform/mail/mailer.js';
import { createMetrics } from './platform/metrics.js';
import type { MediaStorage } from './platform/storage/media-storage.js';

export interface ApiOverrides {
  log?: Logger;
  /** The clock of everything that decides by time. */
  now?: () => Date;
  /** Where uploads are kept, instead of what is configured. */
  storage?: MediaStorage;
  /** What packages/demo gives; nothing of it is mounted without. */
  demo?: Demo | undefined;
  /** Whether background work runs by itself once started; it does unless tests call it. */
  backgroundWork?: boolean;
}

export type Api = ReturnType<typeof createApi>;

/**
 * Puts one API together: the platform, the features in their order, then the Express app. Nothing of it is global, so
 * several may live in one process; nothing is connected before `start`. What a feature takes of a later one it is given
 * as a function.
 */
export function createApi(given: Config, overrides: ApiOverrides = {}) {
  const { demo } = overrides;
  const config = demo === undefined ? { ...given, oauth: { ...given.oauth, demo: false } } : given;
  const { mediaHosts } = config;
  const log = overrides.log ?? createLogger(config.logLevel);
  const now = overrides.now ?? (() => new Date());
  const connection = createConnection();
  const jobRecords = jobModel(connection);
  const jobs = createJobs({ jobs: jobRecords, now, log });
  const mail = createMailer({ config, jobs, mailbox: mailModel(connection), now, log });
  const rateLimits = createRateLimiter({
    records: throttleModel(connection),
    secret: config.secrets.throttle,
    addressFactor: config.rateLimitFactor,
    accountFactor: config.accountLimitFactor,
    now,
  });
  const platform = { config, connection, jobs, mail, rateLimits, mediaHosts, now, log };

  const users = createUsers({
    ...platform,
    uploads: {
      hold: (userId, urls) => media.uses.hold(userId, urls),
      drop: (userId, urls) => media.uses.drop(userId, urls),
    },
    onCreated: (user) => boards.ensureBoard(user),
    blockersAmong: (ids, userId) => people.blockersAmong(ids, userId),
  });
  const sessions = createSessions({ ...platform, users, onRegistered: (user) => account.welcome(user) });
  const oauth = createOAuth({ ...platform, users, sessions });
  const account = createAccount({
    ...platform,
    users,
    sessions,
    oauth,
    owners: () => [people, boards, posts, comments, interactions, media, notifications, reports],
  });
  const media = createMedia({
    ...platform,
    storage: overrides.storage,
    isNamed: async (upload, url) =>
      (await users.hasPicture(upload.user, url)) ||
      (await boards.hasCover(upload.user, url)) ||
      posts.isNaming(upload),
    suspendedAmong: (ids) => users.suspendedAmong(ids),
  });
  const orders = createOrders(platform);
  const cursors = new CursorSealer(config.secrets.cursor);
  const posts = createPosts({
    ...platform,
    orders,
    cursors,
    uploads: media.uses,
    findAuthors: users.shownAuthors,
    isSuspended: users.isSuspended,
    findInteractions: (ids, userId) => interactions.findOf(ids, userId),
    removeReactions: async (post) => {
      await interactions.flags.removeOf(post);
      await comments.counts.removeOfPost(post);
      await notifications.removeOfPost(post);
    },
    beforeNaming: (post) => notifications.beforeNaming(post),
    takeFromTotals: (post) => boards.totals.add([post]),
    logRemoval: (by, { _id, user, title, description }) =>
      admin.log.append({ admin: by, act: 'remove-post', user, target: _id, note: title || description }),
  });
  const feed = createFeed({
    ...platform,
    orders,
    posts,
    followsOf: (user) => people.relationships.of(user, 'following'),
    viewedAmong: (ids, userId) => interactions.viewedAmong(ids, userId),
  });
  const interactions = createInteractions({
    ...platform,
    posts,
    onLike: (like) => notifications.onLike(like),
  });
  const comments = createComments({
    ...platform,
    posts,
    cursors,
    logRemoval: (by, { _id, user, body }) =>
      admin.log.append({ admin: by, act: 'remove-comment', user, target: _id, note: body }),
    onComment: (comment) => notifications.onComment(comment),
    onCommentLike: (like) => notifications.onCommentLike(like),
  });
  const boards = createBoards({
    ...platform,
    uploads: media.uses,
    postTotals: posts.totals,
    daysOfPosts: interactions.daysOfPosts,
    bookmarkIds: interactions.bookmarkIds,
    users,
  });
  const people = createPeople({
    ...platform,
    users,
    posts,
    interactions,
    boards,
    cursors,
    onFollow: (follow) => notifications.onFollow(follow),
  });
  const notifications = createNotifications({ ...platform, users, posts, people, cursors });
  const admin = createAdmin({
    ...platform,
    users,
    revokeAccess: (user) => sessions.revokeAccess(user),
    updateVisibility: posts.updateVisibility,
  });
  const reports = createReports({ ...platform, users, posts, comments, admin, cursors });
  const counterRepair = createCounterRepair({
    ...platform,
    debts: [
      interactions.flags.debts,
      comments.counts.replyDebts,
      comments.counts.debts,
      comments.likes.debts,
      boards.totals.debts,
      people.relationships.debts,
      reports.debts,
    ],
    finishRemovals: () => posts.service.finishRemovals(),
  });
  const search = createSearch({ ...platform, users, posts });
  const outside = createOutside({ ...platform, users, posts, boards });

  let ready = false;
  let ended = false;
  const isReady = () => ready;
  const loopDelay = measureLoopDelay();
  const metrics = config.metricsPort === null ? undefined : createMetrics(log);
  if (metrics !== undefined)
    addGauges(metrics, { jobs: jobRecords, feed, pins: orders.pins, counterRepair, now });
  const models = Object.values(connection.models) as unknown as Model<never>[];
  limitByDeadline(models);

  const http: Http = {
    config,
    authenticate: sessions.authenticate,
    idempotency: createIdempotency({ records: idempotencyModel(connection), now, log }),
    places: createConcurrencyLimit(config.limits.maxInFlight),
    endpoints: [],
  };
  const app = createApp({
    ...platform,
    http,
    health: createHealth({
      now,
      isDatabaseUp: async (timeout) => ready && pingDatabase(connection, timeout),
    }),
    reference: createReference({ config }),
    // The feed, which is read most, first; bookmarks before the posts, whose `/posts/:id` would catch them.
    features: [
      feed,
      sessions,
      oauth,
      account,
      users,
      { routes: interactions.bookmarks },
      boards,
      people,
      notifications,
      media,
      admin,
      reports,
      search,
      outside,
      posts,
      interactions,
      comments,
    ],
    isReady,
    loopDelay,
    metrics,
    demo,
  });

  return {
    ...platform,
    app,
    http,
    /** Figures for Prometheus, where they are asked for. */
    metrics,
    users,
    sessions,
    account,
    media,
    posts,
    orders,
    feed,
    interactions,
    comments,
    boards,
    people,
    notifications,
    counterRepair,
    admin,
    /** Whether the database was reached and its indexes stand. */
    isReady,
    /** Connects and builds the indexes; may be called again after a failure. */
    async start(): Promise<void> {
      await openConnection(connection, config.mongo, metrics?.watchDatabase);
      await buildIndexes(models);
      await posts.places.ensure(now());
      if (ended) return;
      if (overrides.backgroundWork !== false) await jobs.start();
      ready = true;
    },
    /** Ends what runs in the background and closes the database. */
    async destroy(): Promise<void> {
      ready = false;
      ended = true;
      notifications.live.close();
      loopDelay.stop();
      await jobs.stop();
      media.storage.close?.();
      // By now nothing is under way that matters; a database that hangs must not keep the process.
      await connection.close(true);
    },
  };
}
