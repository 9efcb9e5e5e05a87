import { firstRoutes } from './first-routes.js';
import { get, patch, post, put, remove, type Route } from './route.js';

export { scopeOf, TOKEN_SCOPES, type Access, type Route, type TokenScope } from './route.js';

/**
 * The routes of all calls by name, without schemas, so that clients can import them alone. The file named above each
 * group declares the schemas with `endpoint(name, …)`.
 */
export const routes = {
  ...firstRoutes,
  // auth.ts
  register: post('/auth/register', 'public', { status: 201 }),
  login: post('/auth/login', 'public'),
  logout: post('/auth/logout', 'public'),
  endWelcome: remove('/auth/welcome', 'browser'),
  // registration.ts
  signUpChallenge: get('/auth/challenge', 'public'),
  readInvitation: get('/auth/invitation', 'public'),
  applyForAccount: post('/auth/applications', 'public', { status: 201 }),
  listOwnInvitations: get('/invitations', 'browser'),
  createInvitation: post('/invitations', 'browser', { status: 201 }),
  revokeInvitation: remove('/invitations/:invitationId', 'browser'),
  listInvitations: get('/admin/invitations', 'user'),
  revokeInvitationsOf: remove('/admin/users/:userId/invitations', 'user'),
  listApplications: get('/admin/applications', 'user'),
  decideApplication: post('/admin/applications/:applicationId', 'user'),
  listRefusals: get('/admin/refusals', 'user'),
  addRefusals: post('/admin/refusals', 'user', { status: 201 }),
  removeRefusal: remove('/admin/refusals/:refusalId', 'user'),
  // users.ts
  emailAvailability: get('/users/email/:email/availability', 'public'),
  userNameAvailability: get('/users/username/:username/availability', 'public'),
  getUserById: get('/users/:userId', 'optional'),
  getUserByName: get('/users/username/:userName', 'optional'),
  updateProfilePicture: patch('/users/:userId/profilepic', 'user'),
  updateUser: patch('/users/:userId', 'user'),
  // password-reset.ts
  forgotPassword: post('/auth/forgot-password', 'public'),
  resendOtp: post('/auth/resend-otp', 'public'),
  verifyOtp: post('/auth/verify-otp', 'public'),
  resetPassword: post('/auth/reset-password', 'public'),
  // oauth.ts
  oauthStartGoogle: get('/auth/google', 'public'),
  oauthStartFacebook: get('/auth/facebook', 'public'),
  oauthStartLinkedin: get('/auth/linkedin', 'public'),
  oauthStartOidc: get('/auth/oidc', 'public'),
  oauthCallbackGoogle: get('/auth/google/callback', 'public'),
  oauthCallbackFacebook: get('/auth/facebook/callback', 'public'),
  oauthCallbackLinkedin: get('/auth/linkedin/callback', 'public'),
  oauthCallbackOidc: get('/auth/oidc/callback', 'public'),
  oauthComingSoonX: get('/auth/x', 'public'),
  oauthComingSoonTwitter: get('/auth/twitter', 'public'),
  // settings.ts
  listSessions: get('/auth/sessions', 'browser'),
  endSession: remove('/auth/sessions/:sessionId', 'browser'),
  endOtherSessions: remove('/auth/sessions', 'browser'),
  changePassword: post('/auth/change-password', 'browser', { stepUp: 'withFactor' }),
  listApiTokens: get('/auth/tokens', 'browser'),
  createApiToken: post('/auth/tokens', 'browser', { status: 201, stepUp: 'withFactor' }),
  revokeApiToken: remove('/auth/tokens/:tokenId', 'browser'),
  listSecurityLog: get('/auth/security-log', 'browser'),
  exportData: get('/auth/export', 'browser', { stepUp: 'withFactor' }),
  deleteAccount: post('/auth/delete-account', 'browser', { stepUp: 'withFactor' }),
  listConnections: get('/auth/connections', 'browser'),
  beginConnection: post('/auth/connections/:provider', 'browser', { stepUp: 'always' }),
  removeConnection: remove('/auth/connections/:provider', 'browser', { stepUp: 'withFactor' }),
  // email-address.ts
  getOwnEmail: get('/auth/email', 'browser'),
  sendEmailCode: post('/auth/email/code', 'browser'),
  changeEmail: post('/auth/email', 'browser', { stepUp: 'withFactor' }),
  confirmEmail: post('/auth/email/confirm', 'browser'),
  undoEmailChange: post('/auth/email/undo', 'public'),
  disownSession: post('/auth/sessions/disown', 'public'),
  // factors.ts
  passkeyOptions: post('/auth/passkey/options', 'public'),
  passkeySignIn: post('/auth/passkey', 'public'),
  secondFactorOptions: post('/auth/second-factor/options', 'public'),
  secondFactor: post('/auth/second-factor', 'public'),
  checkConfirmed: get('/auth/confirm', 'browser', { stepUp: 'withFactor' }),
  confirmOptions: post('/auth/confirm/options', 'browser'),
  confirmIdentity: post('/auth/confirm', 'browser'),
  listFactors: get('/auth/factors', 'browser'),
  beginPasskey: post('/auth/factors/passkeys/options', 'browser', { stepUp: 'always' }),
  addPasskey: post('/auth/factors/passkeys', 'browser', { status: 201, stepUp: 'always' }),
  beginTotp: post('/auth/factors/totp/options', 'browser', { stepUp: 'always' }),
  addTotp: post('/auth/factors/totp', 'browser', { status: 201, stepUp: 'always' }),
  removeFactor: remove('/auth/factors/:factorId', 'browser', { stepUp: 'always' }),
  makeRecoveryCodes: post('/auth/factors/recovery-codes', 'browser', { status: 201, stepUp: 'always' }),
  // boards.ts
  getBoardOfUser: get('/boards/user/:userId', 'optional'),
  updateBoard: put('/boards/:boardId', 'user'),
  userAnalytics: get('/posts/analytics/user/:userId', 'optional'),
  // feed.ts
  cursorFeed: get('/posts/infinite-cursor', 'optional'),
  postChance: get('/posts/:id/chance', 'user'),
  feedCommitment: get('/feed/commitment', 'public'),
  todaysHand: get('/posts/today', 'optional'),
  // post-lists.ts
  listPosts: get('/posts', 'optional'),
  randomPosts: get('/posts/random', 'optional'),
  listPostsOfUser: get('/posts/user/:id', 'optional'),
  // post-settings.ts
  getPostSettings: get('/posts/settings', 'user'),
  updatePostSettings: patch('/posts/settings', 'user'),
  countExpiredPosts: get('/posts/settings/expired', 'user'),
  // posts.ts
  getPost: get('/posts/:id', 'optional'),
  createPost: post('/posts', 'user', { status: 201, idempotent: true }),
  updatePost: put('/posts/:id', 'user'),
  deletePost: remove('/posts/:id', 'user'),
  removeLinkCard: remove('/posts/:id/card', 'user'),
  postHistory: get('/posts/:id/history', 'optional'),
  // drafts.ts
  listDrafts: get('/drafts', 'user'),
  createDraft: post('/drafts', 'user', { status: 201, idempotent: true }),
  updateDraft: put('/drafts/:draftId', 'user'),
  deleteDraft: remove('/drafts/:draftId', 'user'),
  publishDraft: post('/drafts/:draftId/publish', 'user', { idempotent: true }),
  // interactions.ts
  react: post('/posts/:id/reactions', 'user'),
  togglePin: post('/posts/:id/pin', 'user', { idempotent: true }),
  toggleBookmark: post('/posts/:id/bookmark', 'user', { idempotent: true }),
  toggleLike: post('/post-interactions/:id/like', 'user', { idempotent: true }),
  toggleDislike: post('/post-interactions/:id/dislike', 'user', { idempotent: true }),
  listBookmarks: get('/posts/bookmarks', 'user'),
  getInteractionStatus: get('/post-interactions/:id/status', 'optional'),
  postAnalytics: get('/post-interactions/:id/analytics', 'user'),
  // collections.ts
  listCollections: get('/collections', 'user'),
  createCollection: post('/collections', 'user', { status: 201, idempotent: true }),
  getCollection: get('/collections/:collectionId', 'optional'),
  updateCollection: patch('/collections/:collectionId', 'user'),
  deleteCollection: remove('/collections/:collectionId', 'user'),
  collectPost: post('/collections/:collectionId/posts', 'user'),
  // comments.ts
  listComments: get('/comments/post/:postId', 'optional'),
  createComment: post('/comments', 'user', { status: 201, idempotent: true }),
  updateComment: patch('/comments/:commentId', 'user'),
  getComment: get('/comments/:commentId', 'optional'),
  listReplies: get('/comments/:commentId/replies', 'optional'),
  commentHistory: get('/comments/:commentId/history', 'optional'),
  toggleCommentLike: patch('/comments/:commentId/like', 'user', { idempotent: true }),
  deleteComment: remove('/comments/:commentId', 'user'),
  // search.ts
  searchPeople: get('/search/people', 'optional'),
  searchTags: get('/search/tags', 'public'),
  // people.ts
  suggestPeople: get('/people/suggested', 'user'),
  listFollowers: get('/people/:userId/followers', 'optional'),
  listFollowing: get('/people/:userId/following', 'optional'),
  listLikers: get('/posts/:id/likes', 'optional'),
  // notifications.ts
  readNotifications: post('/notifications/read', 'user'),
  getNotificationSettings: get('/notifications/settings', 'user'),
  updateNotificationSettings: patch('/notifications/settings', 'user'),
  unsubscribePage: get('/notifications/unsubscribe', 'public'),
  unsubscribeDigest: post('/notifications/unsubscribe', 'public', { anyOrigin: true }),
  // media.ts
  uploadMedia: post('/media', 'user', { status: 201 }),
  // link-previews.ts
  pageAt: get('/page', 'public'),
  linkPreview: get('/link-preview', 'public'),
  oembed: get('/oembed', 'public'),
  manifest: get('/manifest.webmanifest', 'public'),
  robots: get('/feeds/robots.txt', 'public'),
  sitemap: get('/feeds/sitemap.xml', 'public'),
  sitemapOfMonth: get('/feeds/sitemap-:month.xml', 'public'),
  shuffleFace: get('/feeds/shuffle/:seed.png', 'public'),
  feedOfUser: get('/feeds/:userName.:format', 'public'),
  feedOfToday: get('/feeds/today.:format', 'public'),
  feedOfTag: get('/feeds/tag/:tag.:format', 'public'),
  // reports.ts
  createReport: post('/reports', 'user', { status: 201, idempotent: true }),
  listReportCases: get('/admin/reports', 'user'),
  getReportCase: get('/admin/reports/:caseId', 'user'),
  decideReportCase: post('/admin/reports/:caseId/decision', 'user', { idempotent: true }),
  undoDecision: post('/admin/reports/:caseId/undo', 'user'),
  reopenReportCase: post('/admin/reports/:caseId/reopen', 'user'),
  noteReportCase: post('/admin/reports/:caseId/notes', 'user', { status: 201, idempotent: true }),
  // admin.ts
  suspendUser: post('/admin/users/:userId/suspend', 'user'),
  liftSuspension: post('/admin/users/:userId/lift', 'user'),
  setModerator: put('/admin/users/:userId/moderator', 'browser', { stepUp: 'withFactor' }),
  listSuspended: get('/admin/suspended', 'user'),
  listSecurityLogOf: get('/admin/security-log', 'browser'),
  // appeals.ts
  createAppeal: post('/auth/appeals', 'public', { status: 201 }),
  listAppeals: get('/admin/appeals', 'user'),
  decideAppeal: post('/admin/appeals/:appealId', 'user'),
  // instance.ts
  getInstanceText: get('/instance/texts/:text', 'public'),
  securityTxt: get('/feeds/.well-known/security.txt', 'public'),
  getInstanceSettings: get('/admin/instance', 'user'),
  updateInstanceSettings: patch('/admin/instance', 'browser', { stepUp: 'withFactor' }),
  // moderation.ts
  findMembers: get('/admin/people', 'user'),
  getMember: get('/admin/people/:userId', 'user'),
  warnUser: post('/admin/users/:userId/warn', 'user', { idempotent: true }),
  silenceUser: put('/admin/users/:userId/silence', 'user'),
  endSessionsOf: post('/admin/users/:userId/end-sessions', 'browser'),
  voidPassword: post('/admin/users/:userId/reset-password', 'browser', { stepUp: 'withFactor' }),
  deleteUser: post('/admin/users/:userId/delete', 'browser', { stepUp: 'withFactor' }),
  listNotices: get('/notifications/notices', 'user'),
  // state.ts
  getState: get('/admin/state', 'user'),
  listFailedJobs: get('/admin/jobs/failed', 'user'),
  retryJob: post('/admin/jobs/:jobId/retry', 'user'),
  sendTestMail: post('/admin/test-mail', 'user'),
  listAdminLog: get('/admin/log', 'user'),
  // figures.ts
  getFigures: get('/admin/figures', 'user'),
  // health.ts
  health: get('/health', 'public'),
  ready: get('/health/ready', 'public'),
  live: get('/health/live', 'public'),
} satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
