import { createAccount } from './features/account/account.feature.js';
import { createAdmin } from './features/admin/admin.feature.js';
import { createBoards } from './features/boards/boards.feature.js';
import { createComments } from './features/comments/comments.feature.js';
import { createFeed } from './features/feed/feed.feature.js';
import { EVENT_TYPES, type Events } from './features/events.js';
import { createInteractions } from './features/interactions/interactions.feature.js';
import { createMedia } from './features/media/media.feature.js';
import { createNotifications } from './features/notifications/notifications.feature.js';
import { createOAuth } from './features/oauth/oauth.feature.js';
import { createLinkPreviews } from './features/link-previews/link-previews.feature.js';
import { createFeedOrder } from './features/feed-order/feed-order.feature.js';
import { createPeople } from './features/people/people.feature.js';
import { createPosts } from './features/posts/posts.feature.js';
import { createReports } from './features/reports/reports.feature.js';
import { createSessions } from './features/sessions/sessions.feature.js';
import { createUsers } from './features/users/users.feature.js';
import { createOutbox } from './platform/db/outbox.js';
import type { Platform } from './platform/platform.js';
import type { MediaStorage } from './platform/storage/media-storage.js';

/**
 * Creates the features in dependency order. A feature gets parts of a later feature as functions.
 * @param storage media storage to use instead of the configured one
 */
export function createFeatures(platform: Platform, storage: MediaStorage | undefined) {
  const outbox = createOutbox<Events>({ ...platform, types: EVENT_TYPES });
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
    storage,
    isNamed: async (upload, url) =>
      (await users.hasPicture(upload.user, url)) ||
      (await boards.hasCover(upload.user, url)) ||
      posts.isNaming(upload),
    suspendedAmong: (ids) => users.suspendedAmong(ids),
  });
  const orders = createFeedOrder(platform);
  const posts = createPosts({
    ...platform,
    orders,
    uploads: media.uses,
    findAuthors: users.shownAuthors,
    isSuspended: users.isSuspended,
    blockersOf: (userId) => people.blockersAmong([], userId),
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
  });
  const interactions = createInteractions({ ...platform, outbox, posts });
  const comments = createComments({
    ...platform,
    outbox,
    posts,
    logRemoval: (by, { _id, user, body }) =>
      admin.log.append({ admin: by, act: 'remove-comment', user, target: _id, note: body }),
  });
  const boards = createBoards({ ...platform, outbox, uploads: media.uses, users, posts, interactions });
  const people = createPeople({ ...platform, outbox, users, posts, interactions, boards });
  const notifications = createNotifications({
    ...platform,
    authenticate: sessions.authenticate,
    users,
    posts,
    people,
  });
  const admin = createAdmin({
    ...platform,
    users,
    revokeAccess: (user) => sessions.revokeAccess(user),
    updateVisibility: posts.updateVisibility,
  });
  const reports = createReports({ ...platform, outbox, users, posts, comments, admin });
  const linkPreviews = createLinkPreviews({ ...platform, users, posts, boards });

  outbox.subscribe('like', notifications.onLike);
  outbox.subscribe('commentLike', notifications.onCommentLike);
  outbox.subscribe('comment', notifications.onComment);
  outbox.subscribe('follow', notifications.onFollow);
  outbox.onCatchUp(() => posts.service.finishRemovals());

  return {
    outbox,
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
    admin,
    /** Features with routes, in the order in which routes are matched. */
    // The most requested come first. Bookmarks come before posts, whose `/posts/:id` would match them.
    inOrder: [
      feed,
      interactions,
      notifications,
      sessions,
      oauth,
      account,
      users,
      boards,
      people,
      media,
      admin,
      reports,
      linkPreviews,
      posts,
      comments,
    ],
  };
}
