import { factorRoutes } from './factor-routes.js';
import type { DeclaredRoute } from './route.js';

export {
  scopeOf,
  TOKEN_SCOPES,
  type Access,
  type DeclaredRoute,
  type Route,
  type TokenScope,
} from './route.js';

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
  me: { method: 'GET', path: '/auth/me' },
  endWelcome: { method: 'DELETE', path: '/auth/welcome', browserOnly: true },
  // registration.ts
  signUpChallenge: { method: 'GET', path: '/auth/challenge', access: 'public' },
  readInvitation: { method: 'GET', path: '/auth/invitation', access: 'public' },
  applyForAccount: { method: 'POST', path: '/auth/applications', access: 'public', status: 201 },
  listOwnInvitations: { method: 'GET', path: '/invitations', browserOnly: true },
  createInvitation: { method: 'POST', path: '/invitations', status: 201, browserOnly: true },
  revokeInvitation: { method: 'DELETE', path: '/invitations/:invitationId', browserOnly: true },
  listInvitations: { method: 'GET', path: '/admin/invitations' },
  revokeInvitationsOf: { method: 'DELETE', path: '/admin/users/:userId/invitations' },
  listApplications: { method: 'GET', path: '/admin/applications' },
  decideApplication: { method: 'POST', path: '/admin/applications/:applicationId' },
  listRefusals: { method: 'GET', path: '/admin/refusals' },
  addRefusals: { method: 'POST', path: '/admin/refusals', status: 201 },
  removeRefusal: { method: 'DELETE', path: '/admin/refusals/:refusalId' },
  // users.ts
  emailAvailability: { method: 'GET', path: '/users/email/:email/availability', access: 'public' },
  userNameAvailability: { method: 'GET', path: '/users/username/:username/availability', access: 'public' },
  getUserById: { method: 'GET', path: '/users/:userId', access: 'optional' },
  getUserByName: { method: 'GET', path: '/users/username/:userName', access: 'optional' },
  updateProfilePicture: { method: 'PATCH', path: '/users/:userId/profilepic' },
  updateUser: { method: 'PATCH', path: '/users/:userId' },
  // password-reset.ts
  forgotPassword: { method: 'POST', path: '/auth/forgot-password', access: 'public' },
  resendOtp: { method: 'POST', path: '/auth/resend-otp', access: 'public' },
  verifyOtp: { method: 'POST', path: '/auth/verify-otp', access: 'public' },
  resetPassword: { method: 'POST', path: '/auth/reset-password', access: 'public' },
  // oauth.ts
  oauthStartGoogle: { method: 'GET', path: '/auth/google', access: 'public' },
  oauthStartFacebook: { method: 'GET', path: '/auth/facebook', access: 'public' },
  oauthStartLinkedin: { method: 'GET', path: '/auth/linkedin', access: 'public' },
  oauthStartOidc: { method: 'GET', path: '/auth/oidc', access: 'public' },
  oauthCallbackGoogle: { method: 'GET', path: '/auth/google/callback', access: 'public' },
  oauthCallbackFacebook: { method: 'GET', path: '/auth/facebook/callback', access: 'public' },
  oauthCallbackLinkedin: { method: 'GET', path: '/auth/linkedin/callback', access: 'public' },
  oauthCallbackOidc: { method: 'GET', path: '/auth/oidc/callback', access: 'public' },
  oauthComingSoonX: { method: 'GET', path: '/auth/x', access: 'public' },
  oauthComingSoonTwitter: { method: 'GET', path: '/auth/twitter', access: 'public' },
  // settings.ts
  listSessions: { method: 'GET', path: '/auth/sessions', browserOnly: true },
  endSession: { method: 'DELETE', path: '/auth/sessions/:sessionId', browserOnly: true },
  endOtherSessions: { method: 'DELETE', path: '/auth/sessions', browserOnly: true },
  changePassword: { method: 'POST', path: '/auth/change-password', browserOnly: true, stepUp: 'withFactor' },
  listApiTokens: { method: 'GET', path: '/auth/tokens', browserOnly: true },
  createApiToken: {
    method: 'POST',
    path: '/auth/tokens',
    status: 201,
    browserOnly: true,
    stepUp: 'withFactor',
  },
  revokeApiToken: { method: 'DELETE', path: '/auth/tokens/:tokenId', browserOnly: true },
  listSecurityLog: { method: 'GET', path: '/auth/security-log', browserOnly: true },
  exportData: { method: 'GET', path: '/auth/export', browserOnly: true, stepUp: 'withFactor' },
  deleteAccount: { method: 'POST', path: '/auth/delete-account', browserOnly: true, stepUp: 'withFactor' },
  listConnections: { method: 'GET', path: '/auth/connections', browserOnly: true },
  beginConnection: {
    method: 'POST',
    path: '/auth/connections/:provider',
    browserOnly: true,
    stepUp: 'always',
  },
  removeConnection: {
    method: 'DELETE',
    path: '/auth/connections/:provider',
    browserOnly: true,
    stepUp: 'withFactor',
  },
  // email-address.ts
  getOwnEmail: { method: 'GET', path: '/auth/email', browserOnly: true },
  sendEmailCode: { method: 'POST', path: '/auth/email/code', browserOnly: true },
  changeEmail: { method: 'POST', path: '/auth/email', browserOnly: true, stepUp: 'withFactor' },
  confirmEmail: { method: 'POST', path: '/auth/email/confirm', browserOnly: true },
  undoEmailChange: { method: 'POST', path: '/auth/email/undo', access: 'public' },
  disownSession: { method: 'POST', path: '/auth/sessions/disown', access: 'public' },
  // factors.ts
  ...factorRoutes,
  // boards.ts
  getBoardOfUser: { method: 'GET', path: '/boards/user/:userId', access: 'optional' },
  updateBoard: { method: 'PUT', path: '/boards/:boardId' },
  userAnalytics: { method: 'GET', path: '/posts/analytics/user/:userId', access: 'optional' },
  // feed.ts
  infiniteFeed: { method: 'GET', path: '/posts/infinite', access: 'optional' },
  cursorFeed: { method: 'GET', path: '/posts/infinite-cursor', access: 'optional' },
  postChance: { method: 'GET', path: '/posts/:id/chance' },
  feedCommitment: { method: 'GET', path: '/feed/commitment', access: 'public' },
  todaysHand: { method: 'GET', path: '/posts/today', access: 'optional' },
  // post-lists.ts
  listPosts: { method: 'GET', path: '/posts', access: 'optional' },
  randomPosts: { method: 'GET', path: '/posts/random', access: 'optional' },
  listPostsOfUser: { method: 'GET', path: '/posts/user/:id', access: 'optional' },
  // post-settings.ts
  getPostSettings: { method: 'GET', path: '/posts/settings' },
  updatePostSettings: { method: 'PATCH', path: '/posts/settings' },
  countExpiredPosts: { method: 'GET', path: '/posts/settings/expired' },
  // posts.ts
  getPost: { method: 'GET', path: '/posts/:id', access: 'optional' },
  createPost: { method: 'POST', path: '/posts', status: 201, idempotent: true },
  updatePost: { method: 'PUT', path: '/posts/:id' },
  deletePost: { method: 'DELETE', path: '/posts/:id' },
  removeLinkCard: { method: 'DELETE', path: '/posts/:id/card' },
  postHistory: { method: 'GET', path: '/posts/:id/history', access: 'optional' },
  // drafts.ts
  listDrafts: { method: 'GET', path: '/drafts' },
  createDraft: { method: 'POST', path: '/drafts', status: 201, idempotent: true },
  updateDraft: { method: 'PUT', path: '/drafts/:draftId' },
  deleteDraft: { method: 'DELETE', path: '/drafts/:draftId' },
  publishDraft: { method: 'POST', path: '/drafts/:draftId/publish', idempotent: true },
  // interactions.ts
  react: { method: 'POST', path: '/posts/:id/reactions' },
  togglePin: { method: 'POST', path: '/posts/:id/pin', idempotent: true },
  toggleBookmark: { method: 'POST', path: '/posts/:id/bookmark', idempotent: true },
  toggleLike: { method: 'POST', path: '/post-interactions/:id/like', idempotent: true },
  toggleDislike: { method: 'POST', path: '/post-interactions/:id/dislike', idempotent: true },
  listBookmarks: { method: 'GET', path: '/posts/bookmarks' },
  getInteractionStatus: { method: 'GET', path: '/post-interactions/:id/status', access: 'optional' },
  trackView: { method: 'POST', path: '/post-interactions/:id/view' },
  batchViews: { method: 'POST', path: '/post-interactions/batch-views' },
  postAnalytics: { method: 'GET', path: '/post-interactions/:id/analytics' },
  // collections.ts
  listCollections: { method: 'GET', path: '/collections' },
  createCollection: { method: 'POST', path: '/collections', status: 201, idempotent: true },
  getCollection: { method: 'GET', path: '/collections/:collectionId', access: 'optional' },
  updateCollection: { method: 'PATCH', path: '/collections/:collectionId' },
  deleteCollection: { method: 'DELETE', path: '/collections/:collectionId' },
  collectPost: { method: 'POST', path: '/collections/:collectionId/posts' },
  // comments.ts
  listComments: { method: 'GET', path: '/comments/post/:postId', access: 'optional' },
  createComment: { method: 'POST', path: '/comments', status: 201, idempotent: true },
  updateComment: { method: 'PATCH', path: '/comments/:commentId' },
  getComment: { method: 'GET', path: '/comments/:commentId', access: 'optional' },
  listReplies: { method: 'GET', path: '/comments/:commentId/replies', access: 'optional' },
  commentHistory: { method: 'GET', path: '/comments/:commentId/history', access: 'optional' },
  toggleCommentLike: { method: 'PATCH', path: '/comments/:commentId/like', idempotent: true },
  deleteComment: { method: 'DELETE', path: '/comments/:commentId' },
  // search.ts
  searchPeople: { method: 'GET', path: '/search/people', access: 'optional' },
  searchTags: { method: 'GET', path: '/search/tags', access: 'public' },
  // people.ts
  changePeople: { method: 'POST', path: '/people/changes' },
  ownPeople: { method: 'GET', path: '/people/own' },
  suggestPeople: { method: 'GET', path: '/people/suggested' },
  listFollowers: { method: 'GET', path: '/people/:userId/followers', access: 'optional' },
  listFollowing: { method: 'GET', path: '/people/:userId/following', access: 'optional' },
  listLikers: { method: 'GET', path: '/posts/:id/likes', access: 'optional' },
  // notifications.ts
  listNotifications: { method: 'GET', path: '/notifications' },
  readNotifications: { method: 'POST', path: '/notifications/read' },
  notificationEvents: { method: 'GET', path: '/notifications/events' },
  getNotificationSettings: { method: 'GET', path: '/notifications/settings' },
  updateNotificationSettings: { method: 'PATCH', path: '/notifications/settings' },
  unsubscribePage: { method: 'GET', path: '/notifications/unsubscribe', access: 'public' },
  unsubscribeDigest: {
    method: 'POST',
    path: '/notifications/unsubscribe',
    access: 'public',
    anyOrigin: true,
  },
  // media.ts
  uploadMedia: { method: 'POST', path: '/media', status: 201 },
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
  createReport: { method: 'POST', path: '/reports', status: 201, idempotent: true },
  listReportCases: { method: 'GET', path: '/admin/reports' },
  getReportCase: { method: 'GET', path: '/admin/reports/:caseId' },
  decideReportCase: { method: 'POST', path: '/admin/reports/:caseId/decision', idempotent: true },
  undoDecision: { method: 'POST', path: '/admin/reports/:caseId/undo' },
  noteReportCase: { method: 'POST', path: '/admin/reports/:caseId/notes', status: 201, idempotent: true },
  // admin.ts
  suspendUser: { method: 'POST', path: '/admin/users/:userId/suspend' },
  liftSuspension: { method: 'POST', path: '/admin/users/:userId/lift' },
  setModerator: {
    method: 'PUT',
    path: '/admin/users/:userId/moderator',
    browserOnly: true,
    stepUp: 'withFactor',
  },
  listSuspended: { method: 'GET', path: '/admin/suspended' },
  listSecurityLogOf: { method: 'GET', path: '/admin/security-log', browserOnly: true },
  // appeals.ts
  createAppeal: { method: 'POST', path: '/auth/appeals', access: 'public', status: 201 },
  listAppeals: { method: 'GET', path: '/admin/appeals' },
  decideAppeal: { method: 'POST', path: '/admin/appeals/:appealId' },
  // instance.ts
  getInstance: { method: 'GET', path: '/instance', access: 'public' },
  getInstanceText: { method: 'GET', path: '/instance/texts/:text', access: 'public' },
  securityTxt: { method: 'GET', path: '/feeds/.well-known/security.txt', access: 'public' },
  getInstanceSettings: { method: 'GET', path: '/admin/instance' },
  updateInstanceSettings: {
    method: 'PATCH',
    path: '/admin/instance',
    browserOnly: true,
    stepUp: 'withFactor',
  },
  // moderation.ts
  findMembers: { method: 'GET', path: '/admin/people' },
  getMember: { method: 'GET', path: '/admin/people/:userId' },
  warnUser: { method: 'POST', path: '/admin/users/:userId/warn', idempotent: true },
  silenceUser: { method: 'PUT', path: '/admin/users/:userId/silence' },
  endSessionsOf: { method: 'POST', path: '/admin/users/:userId/end-sessions', browserOnly: true },
  voidPassword: {
    method: 'POST',
    path: '/admin/users/:userId/reset-password',
    browserOnly: true,
    stepUp: 'withFactor',
  },
  deleteUser: {
    method: 'POST',
    path: '/admin/users/:userId/delete',
    browserOnly: true,
    stepUp: 'withFactor',
  },
  listNotices: { method: 'GET', path: '/notifications/notices' },
  // state.ts
  getState: { method: 'GET', path: '/admin/state' },
  listFailedJobs: { method: 'GET', path: '/admin/jobs/failed' },
  retryJob: { method: 'POST', path: '/admin/jobs/:jobId/retry' },
  sendTestMail: { method: 'POST', path: '/admin/test-mail' },
  listAdminLog: { method: 'GET', path: '/admin/log' },
  // figures.ts
  getFigures: { method: 'GET', path: '/admin/figures' },
  // health.ts
  health: { method: 'GET', path: '/health', access: 'public' },
  ready: { method: 'GET', path: '/health/ready', access: 'public' },
  live: { method: 'GET', path: '/health/live', access: 'public' },
} as const satisfies Record<string, DeclaredRoute>;

export type RouteName = keyof typeof routes;
