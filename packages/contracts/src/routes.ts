import { factorRoutes } from './factor-routes.js';
import type { Route } from './route.js';

export type { Access, Route } from './route.js';

/**
 * The routes of all calls by name. Plain data, so that clients can import it without loading schemas. The file named
 * above each group declares the schemas with `endpoint(name, …)`.
 */
export const routes = {
  // auth.ts
  register: { method: 'POST', path: '/auth/register', access: 'public', status: 201 },
  login: { method: 'POST', path: '/auth/login', access: 'public' },
  logout: { method: 'POST', path: '/auth/logout', access: 'public' },
  refresh: { method: 'POST', path: '/auth/refresh', access: 'public' },
  me: { method: 'GET', path: '/auth/me', access: 'user' },
  endWelcome: { method: 'DELETE', path: '/auth/welcome', access: 'user', browserOnly: true },
  // users.ts
  emailAvailability: { method: 'GET', path: '/users/email/:email/availability', access: 'public' },
  userNameAvailability: { method: 'GET', path: '/users/username/:username/availability', access: 'public' },
  getUserById: { method: 'GET', path: '/users/:userId', access: 'optional' },
  getUserByName: { method: 'GET', path: '/users/username/:userName', access: 'optional' },
  updateProfilePicture: { method: 'PATCH', path: '/users/:userId/profilepic', access: 'user' },
  updateUser: { method: 'PATCH', path: '/users/:userId', access: 'user' },
  // password-reset.ts
  forgotPassword: { method: 'POST', path: '/auth/forgot-password', access: 'public' },
  resendOtp: { method: 'POST', path: '/auth/resend-otp', access: 'public' },
  verifyOtp: { method: 'POST', path: '/auth/verify-otp', access: 'public' },
  resetPassword: { method: 'POST', path: '/auth/reset-password', access: 'public' },
  // oauth.ts
  oauthStartGoogle: { method: 'GET', path: '/auth/google', access: 'public' },
  oauthStartFacebook: { method: 'GET', path: '/auth/facebook', access: 'public' },
  oauthStartLinkedin: { method: 'GET', path: '/auth/linkedin', access: 'public' },
  oauthCallbackGoogle: { method: 'GET', path: '/auth/google/callback', access: 'public' },
  oauthCallbackFacebook: { method: 'GET', path: '/auth/facebook/callback', access: 'public' },
  oauthCallbackLinkedin: { method: 'GET', path: '/auth/linkedin/callback', access: 'public' },
  oauthComingSoonX: { method: 'GET', path: '/auth/x', access: 'public' },
  oauthComingSoonTwitter: { method: 'GET', path: '/auth/twitter', access: 'public' },
  // settings.ts
  listSessions: { method: 'GET', path: '/auth/sessions', access: 'user', browserOnly: true },
  endSession: { method: 'DELETE', path: '/auth/sessions/:sessionId', access: 'user', browserOnly: true },
  endOtherSessions: { method: 'DELETE', path: '/auth/sessions', access: 'user', browserOnly: true },
  changePassword: { method: 'POST', path: '/auth/change-password', access: 'user', browserOnly: true },
  listApiTokens: { method: 'GET', path: '/auth/tokens', access: 'user', browserOnly: true },
  createApiToken: {
    method: 'POST',
    path: '/auth/tokens',
    access: 'user',
    status: 201,
    browserOnly: true,
    stepUp: 'withFactor',
  },
  revokeApiToken: { method: 'DELETE', path: '/auth/tokens/:tokenId', access: 'user', browserOnly: true },
  listSecurityLog: { method: 'GET', path: '/auth/security-log', access: 'user', browserOnly: true },
  exportData: {
    method: 'GET',
    path: '/auth/export',
    access: 'user',
    browserOnly: true,
    stepUp: 'withFactor',
  },
  deleteAccount: {
    method: 'POST',
    path: '/auth/delete-account',
    access: 'user',
    browserOnly: true,
    stepUp: 'withFactor',
  },
  listConnections: { method: 'GET', path: '/auth/connections', access: 'user', browserOnly: true },
  beginConnection: { method: 'POST', path: '/auth/connections/:provider', access: 'user', browserOnly: true },
  removeConnection: {
    method: 'DELETE',
    path: '/auth/connections/:provider',
    access: 'user',
    browserOnly: true,
  },
  // email-address.ts
  getOwnEmail: { method: 'GET', path: '/auth/email', access: 'user', browserOnly: true },
  sendEmailCode: { method: 'POST', path: '/auth/email/code', access: 'user', browserOnly: true },
  changeEmail: {
    method: 'POST',
    path: '/auth/email',
    access: 'user',
    browserOnly: true,
    stepUp: 'withFactor',
  },
  confirmEmail: { method: 'POST', path: '/auth/email/confirm', access: 'user', browserOnly: true },
  undoEmailChange: { method: 'POST', path: '/auth/email/undo', access: 'public' },
  disownSession: { method: 'POST', path: '/auth/sessions/disown', access: 'public' },
  // factors.ts
  ...factorRoutes,
  // boards.ts
  getBoardOfUser: { method: 'GET', path: '/boards/user/:userId', access: 'optional' },
  updateBoard: { method: 'PUT', path: '/boards/:boardId', access: 'user' },
  userAnalytics: { method: 'GET', path: '/posts/analytics/user/:userId', access: 'optional' },
  // feed.ts
  infiniteFeed: { method: 'GET', path: '/posts/infinite', access: 'optional' },
  cursorFeed: { method: 'GET', path: '/posts/infinite-cursor', access: 'optional' },
  postChance: { method: 'GET', path: '/posts/:id/chance', access: 'user' },
  feedCommitment: { method: 'GET', path: '/feed/commitment', access: 'public' },
  todaysHand: { method: 'GET', path: '/posts/today', access: 'optional' },
  // post-lists.ts
  listPosts: { method: 'GET', path: '/posts', access: 'optional' },
  randomPosts: { method: 'GET', path: '/posts/random', access: 'optional' },
  listPostsOfUser: { method: 'GET', path: '/posts/user/:id', access: 'optional' },
  // posts.ts
  getPost: { method: 'GET', path: '/posts/:id', access: 'optional' },
  createPost: { method: 'POST', path: '/posts', access: 'user', status: 201, idempotent: true },
  updatePost: { method: 'PUT', path: '/posts/:id', access: 'user' },
  deletePost: { method: 'DELETE', path: '/posts/:id', access: 'user' },
  removeLinkCard: { method: 'DELETE', path: '/posts/:id/card', access: 'user' },
  postHistory: { method: 'GET', path: '/posts/:id/history', access: 'optional' },
  // interactions.ts
  react: { method: 'POST', path: '/posts/:id/reactions', access: 'user' },
  togglePin: { method: 'POST', path: '/posts/:id/pin', access: 'user', idempotent: true },
  toggleBookmark: { method: 'POST', path: '/posts/:id/bookmark', access: 'user', idempotent: true },
  toggleLike: { method: 'POST', path: '/post-interactions/:id/like', access: 'user', idempotent: true },
  toggleDislike: { method: 'POST', path: '/post-interactions/:id/dislike', access: 'user', idempotent: true },
  listBookmarks: { method: 'GET', path: '/posts/bookmarks', access: 'user' },
  getInteractionStatus: { method: 'GET', path: '/post-interactions/:id/status', access: 'optional' },
  trackView: { method: 'POST', path: '/post-interactions/:id/view', access: 'user' },
  batchViews: { method: 'POST', path: '/post-interactions/batch-views', access: 'user' },
  postAnalytics: { method: 'GET', path: '/post-interactions/:id/analytics', access: 'user' },
  // collections.ts
  listCollections: { method: 'GET', path: '/collections', access: 'user' },
  createCollection: { method: 'POST', path: '/collections', access: 'user', status: 201, idempotent: true },
  getCollection: { method: 'GET', path: '/collections/:collectionId', access: 'optional' },
  updateCollection: { method: 'PATCH', path: '/collections/:collectionId', access: 'user' },
  deleteCollection: { method: 'DELETE', path: '/collections/:collectionId', access: 'user' },
  collectPost: { method: 'POST', path: '/collections/:collectionId/posts', access: 'user' },
  // comments.ts
  listComments: { method: 'GET', path: '/comments/post/:postId', access: 'optional' },
  createComment: { method: 'POST', path: '/comments', access: 'user', status: 201, idempotent: true },
  updateComment: { method: 'PATCH', path: '/comments/:commentId', access: 'user' },
  getComment: { method: 'GET', path: '/comments/:commentId', access: 'optional' },
  listReplies: { method: 'GET', path: '/comments/:commentId/replies', access: 'optional' },
  commentHistory: { method: 'GET', path: '/comments/:commentId/history', access: 'optional' },
  toggleCommentLike: { method: 'PATCH', path: '/comments/:commentId/like', access: 'user', idempotent: true },
  deleteComment: { method: 'DELETE', path: '/comments/:commentId', access: 'user' },
  // search.ts
  searchPeople: { method: 'GET', path: '/search/people', access: 'optional' },
  searchTags: { method: 'GET', path: '/search/tags', access: 'public' },
  // people.ts
  changePeople: { method: 'POST', path: '/people/changes', access: 'user' },
  ownPeople: { method: 'GET', path: '/people/own', access: 'user' },
  suggestPeople: { method: 'GET', path: '/people/suggested', access: 'user' },
  listFollowers: { method: 'GET', path: '/people/:userId/followers', access: 'optional' },
  listFollowing: { method: 'GET', path: '/people/:userId/following', access: 'optional' },
  listLikers: { method: 'GET', path: '/posts/:id/likes', access: 'optional' },
  // notifications.ts
  listNotifications: { method: 'GET', path: '/notifications', access: 'user' },
  readNotifications: { method: 'POST', path: '/notifications/read', access: 'user' },
  notificationEvents: { method: 'GET', path: '/notifications/events', access: 'user' },
  getNotificationSettings: { method: 'GET', path: '/notifications/settings', access: 'user' },
  updateNotificationSettings: { method: 'PATCH', path: '/notifications/settings', access: 'user' },
  unsubscribePage: { method: 'GET', path: '/notifications/unsubscribe', access: 'public' },
  unsubscribeDigest: {
    method: 'POST',
    path: '/notifications/unsubscribe',
    access: 'public',
    anyOrigin: true,
  },
  // media.ts
  uploadMedia: { method: 'POST', path: '/media', access: 'user', status: 201 },
  // link-previews.ts
  pageAt: { method: 'GET', path: '/page', access: 'public' },
  linkPreview: { method: 'GET', path: '/link-preview', access: 'public' },
  oembed: { method: 'GET', path: '/oembed', access: 'public' },
  manifest: { method: 'GET', path: '/manifest.webmanifest', access: 'public' },
  robots: { method: 'GET', path: '/feeds/robots.txt', access: 'public' },
  sitemap: { method: 'GET', path: '/feeds/sitemap.xml', access: 'public' },
  sitemapOfMonth: { method: 'GET', path: '/feeds/sitemap-:month.xml', access: 'public' },
  feedOfUser: { method: 'GET', path: '/feeds/:userName.:format', access: 'public' },
  feedOfToday: { method: 'GET', path: '/feeds/today.:format', access: 'public' },
  feedOfTag: { method: 'GET', path: '/feeds/tag/:tag.:format', access: 'public' },
  // reports.ts
  createReport: { method: 'POST', path: '/reports', access: 'user', status: 201, idempotent: true },
  listReportCases: { method: 'GET', path: '/admin/reports', access: 'user' },
  getReportCase: { method: 'GET', path: '/admin/reports/:caseId', access: 'user' },
  decideReportCase: {
    method: 'POST',
    path: '/admin/reports/:caseId/decision',
    access: 'user',
    idempotent: true,
  },
  undoDecision: { method: 'POST', path: '/admin/reports/:caseId/undo', access: 'user' },
  noteReportCase: {
    method: 'POST',
    path: '/admin/reports/:caseId/notes',
    access: 'user',
    status: 201,
    idempotent: true,
  },
  // admin.ts
  suspendUser: { method: 'POST', path: '/admin/users/:userId/suspend', access: 'user' },
  liftSuspension: { method: 'POST', path: '/admin/users/:userId/lift', access: 'user' },
  setModerator: { method: 'PUT', path: '/admin/users/:userId/moderator', access: 'user', browserOnly: true },
  listSuspended: { method: 'GET', path: '/admin/suspended', access: 'user' },
  listSecurityLogOf: { method: 'GET', path: '/admin/security-log', access: 'user' },
  // instance.ts
  getInstance: { method: 'GET', path: '/instance', access: 'public' },
  getInstanceText: { method: 'GET', path: '/instance/texts/:text', access: 'public' },
  securityTxt: { method: 'GET', path: '/feeds/.well-known/security.txt', access: 'public' },
  getInstanceSettings: { method: 'GET', path: '/admin/instance', access: 'user' },
  updateInstanceSettings: { method: 'PATCH', path: '/admin/instance', access: 'user' },
  // health.ts
  health: { method: 'GET', path: '/health', access: 'public' },
  ready: { method: 'GET', path: '/health/ready', access: 'public' },
  live: { method: 'GET', path: '/health/live', access: 'public' },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
