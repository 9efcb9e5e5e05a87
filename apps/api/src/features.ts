import { createAccount } from './identity/account/account.feature.js';
import { createAdmissions } from './moderation/admissions/admissions.feature.js';
import { createAdmin } from './moderation/admin/admin.feature.js';
import { createAppeals } from './moderation/appeals/appeals.feature.js';
import { createBoardStore } from './community/boards/board-store.js';
import { createBoards } from './reading/boards/boards.feature.js';
import { createCollections } from './reading/collections/collections.feature.js';
import { createComments } from './content/comments/comments.feature.js';
import { createDrafts } from './content/drafts/drafts.feature.js';
import { EVENT_TYPES, type Events } from './community/events.js';
import { createExpiry } from './moderation/expiry/expiry.feature.js';
import { createFactors } from './identity/factors/factors.feature.js';
import { createFeed } from './reading/feed/feed.feature.js';
import { createFeedOrder } from './order/feed-order/feed-order.feature.js';
import { createFigures, type FiguresDeps } from './moderation/figures/figures.feature.js';
import { createInboxes } from './community/inboxes/inboxes.feature.js';
import { createInstance } from './community/instance/instance.feature.js';
import { createInteractions } from './reading/interactions/interactions.feature.js';
import { createLinkCards } from './outward/link-cards/link-cards.feature.js';
import { createLinkPreviews } from './outward/link-previews/link-previews.feature.js';
import { createMedia } from './content/media/media.feature.js';
import { createModeration } from './moderation/members/members.feature.js';
import { createNotifications } from './reading/notifications/notifications.feature.js';
import { createOAuth } from './identity/oauth/oauth.feature.js';
import { createPeople } from './reading/people/people.feature.js';
import { createPosts } from './content/posts/posts.feature.js';
import { createRegistration } from './community/registration/registration.feature.js';
import { createReports } from './moderation/reports/reports.feature.js';
import { createSecondStep } from './identity/second-step/second-step.feature.js';
import { createSessions } from './identity/sessions/sessions.feature.js';
import { createToday } from './reading/today/today.feature.js';
import { createRelations } from './community/relations/relations.feature.js';
import { createUploads } from './community/uploads/uploads.feature.js';
import { createUsers } from './community/users/users.feature.js';
import { createOutbox } from './platform/events/outbox.js';
import type { Platform } from './platform/platform.js';
import type { MediaStorage } from './platform/storage/media-storage.js';

/**
 * Creates the features in dependency order, then subscribes them to each other's events. Each gets those before it.
 * @param storage media storage to use instead of the configured one
 */
export function createFeatures(
  base: Platform & Pick<FiguresDeps, 'givenUpJobs'>,
  storage: MediaStorage | undefined,
) {
  const outbox = createOutbox<Events>({ ...base, types: EVENT_TYPES });
  const platform = { ...base, outbox };
  const instance = createInstance(platform);
  const registration = createRegistration({ ...platform, instance });
  const uploads = createUploads({ ...platform, storage });
  const relations = createRelations(platform);
  const inboxes = createInboxes(platform);
  const users = createUsers({ ...platform, registration, relations, uploads, inboxes });
  const boardStore = createBoardStore({ ...platform, users });
  const factors = createFactors({ ...platform, instance });
  const sessions = createSessions({ ...platform, instance, registration, users, factors });
  const oauth = createOAuth({ ...platform, registration, users, sessions, factors });
  const secondStep = createSecondStep({ ...platform, users, sessions, factors, oauth });
  const media = createMedia({ ...platform, uploads, suspendedAmong: users.suspendedAmong });
  const orders = createFeedOrder(platform);
  const posts = createPosts({
    ...platform,
    instance,
    orders,
    relations,
    inboxes,
    boardStore,
    uploads,
    findAuthors: users.shownAuthors,
    restrictionsOf: users.restrictionsOf,
    blockersOf: users.blockersOf,
  });
  const drafts = createDrafts({ ...platform, posts, uploads, users });
  const interactions = createInteractions({ ...platform, boardStore, posts });
  const collections = createCollections({ ...platform, users, posts, interactions });
  const comments = createComments({ ...platform, instance, posts });
  const boards = createBoards({ ...platform, boardStore, uploads, users, posts, interactions });
  const people = createPeople({ ...platform, relations, inboxes, users, boardStore, posts, interactions });
  const feed = createFeed({ ...platform, orders, posts, follows: people });
  const today = createToday({ ...platform, orders, posts });
  const { authenticate } = sessions;
  const notifications = createNotifications({
    ...platform,
    instance,
    authenticate,
    users,
    posts,
    comments,
    people,
    relations,
    inboxes,
    today,
  });
  const admin = createAdmin({
    ...platform,
    instance,
    registration,
    uploads,
    users,
    sessions,
    factors,
    posts,
    comments,
  });
  const reports = createReports({
    ...platform,
    instance,
    users,
    posts,
    comments,
    boards,
    notifications,
    admin,
  });
  const appeals = createAppeals({ ...platform, users, sessions, notifications, admin, reports });
  const expiry = createExpiry({
    ...platform,
    posts,
    interactions,
    reports,
    restrictionsOf: users.restrictionsOf,
  });
  const admissions = createAdmissions({
    ...platform,
    instance,
    registration,
    users,
    oauth,
    notifications,
    log: admin.log,
  });
  const owners = [
    registration,
    people,
    boards,
    posts,
    drafts,
    comments,
    collections,
    interactions,
    media,
    notifications,
    reports,
    appeals,
    factors,
    admin,
  ];
  const account = createAccount({ ...platform, registration, users, sessions, oauth, factors, owners });
  const moderation = createModeration({
    ...platform,
    instance,
    registration,
    users,
    sessions,
    media,
    admin,
    reports,
  });
  const figures = createFigures({ ...platform, users, sessions, posts, media, reports });
  createLinkCards({ ...platform, posts });
  const linkPreviews = createLinkPreviews({
    ...platform,
    instance,
    users,
    posts,
    boards,
    collections,
    today,
  });

  uploads.usedBy(
    (upload, url) => users.hasPicture(upload.user, url),
    (upload, url) => boardStore.hasCover(upload.user, url),
    (_upload, url) => instance.hasLogo(url),
    posts.isNaming,
    drafts.isNaming,
  );
  outbox.subscribe('userCreated', boardStore.ensure);
  outbox.subscribe('signUp', account.welcome);
  outbox.subscribe('like', notifications.onLike);
  outbox.subscribe('commentLike', notifications.onCommentLike);
  outbox.subscribe('comment', notifications.onComment);
  outbox.subscribe('mention', notifications.onMention);
  outbox.subscribe('follow', notifications.onFollow);
  outbox.subscribe('reportWords', reports.onReportWords);
  outbox.subscribe('adminRemoval', async (removal) => {
    await admin.removeContent(removal);
    await reports.onAdminRemoval(removal);
  });
  outbox.subscribe('permanentSuspension', reports.onPermanentSuspension);
  outbox.subscribe('suspensionEnd', appeals.endOf);
  outbox.subscribe('eviction', account.dropAddressChange);
  outbox.subscribe('accountDeletion', async (user) =>
    account.deleteByAdmin(user, (await instance.settings()).contact),
  );
  const owning = [interactions, comments, notifications, drafts];
  outbox.subscribe('postRemoval', boards.subtractPost, ...owning.map((each) => each.removeOfPost));
  outbox.onCatchUp(() => posts.removals.finish());

  return {
    outbox,
    instance,
    relations,
    inboxes,
    users,
    boardStore,
    factors,
    sessions,
    account,
    uploads,
    media,
    posts,
    drafts,
    orders,
    feed,
    today,
    interactions,
    collections,
    comments,
    boards,
    people,
    notifications,
    admin,
    moderation,
    figures,
    registration,
    /** Features with routes, in the order in which routes are matched. */
    // The most requested come first. Bookmarks come before posts, whose `/posts/:id` would match them.
    inOrder: [
      feed,
      today,
      interactions,
      notifications,
      sessions,
      oauth,
      secondStep,
      registration,
      account,
      users,
      boards,
      people,
      media,
      admin,
      appeals,
      reports,
      admissions,
      moderation,
      figures,
      linkPreviews,
      instance,
      expiry,
      posts,
      drafts,
      comments,
      collections,
    ],
  };
}
