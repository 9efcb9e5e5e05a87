/** The two comment lists: the card's panel (15, smart) and the post page (10, newest first) (F §7). */
export type CommentReader = 'panel' | 'page';
/** The sort orders of comments. */
export type CommentOrder = 'smart' | 'new' | 'old';

/**
 * Every query key of the app. Lists and single posts share the root `posts`, so that one patch reaches each copy.
 * API responses depend on the viewer, so each key holds the viewer's id; `null` is a visitor. No key is a prefix of
 * another: an operation on one query never affects another.
 */
export const keys = {
  posts: ['posts'] as const,
  instanceSettings: ['instance', 'settings'] as const,
  instanceTexts: ['instance', 'text'] as const,
  instanceText: (text: string) => ['instance', 'text', text] as const,
  applications: ['applications'] as const,
  appeals: ['appeals'] as const,
  allInvitations: ['all-invitations'] as const,
  refusals: (kind: string, q: string) => ['refusals', kind, q] as const,
  refusalsRoot: ['refusals'] as const,
  /** The specified shuffle, or another feed mode. */
  feed: (viewerId: string | null, way = 'shuffle') => ['posts', 'feed', viewerId, way] as const,
  profilePosts: (userId: string, of: 'posts' | 'media', viewerId: string | null) =>
    ['posts', 'profile', userId, of, viewerId] as const,
  profilePostsOf: (userId: string) => ['posts', 'profile', userId] as const,
  collectionPosts: (id: string, viewerId: string | null) => ['posts', 'collection', id, viewerId] as const,
  shuffled: (
    of: { userId: string } | { tag: string } | { collectionId: string },
    seed: number,
    viewerId: string | null,
  ) => ['posts', 'shuffled', of, seed, viewerId] as const,
  bookmarksRoot: ['posts', 'bookmarks'] as const,
  bookmarks: (viewerId: string | null) => ['posts', 'bookmarks', viewerId] as const,
  bookmarksFound: (q: string, viewerId: string | null) => ['posts', 'bookmarks', { q }, viewerId] as const,
  collectionsRoot: ['collections'] as const,
  collections: (viewerId: string) => ['collections', 'own', viewerId] as const,
  collectionsWith: (postId: string, viewerId: string) => ['collections', 'with', postId, viewerId] as const,
  search: (term: string, viewerId: string | null) => ['posts', 'search', term, viewerId] as const,
  userByName: (userName: string) => ['user', 'by-name', userName.toLowerCase()] as const,
  userNameOf: (userId: string) => ['user', 'name-of', userId] as const,
  boardOf: (userId: string) => ['board', userId] as const,
  board: (userId: string, viewerId: string | null) => ['board', userId, viewerId] as const,
  ownPeople: (viewerId: string) => ['people', 'own', viewerId] as const,
  follows: (userId: string, list: 'followers' | 'following', viewerId: string | null) =>
    ['people', list, userId, viewerId] as const,
  analytics: (userId: string) => ['analytics', userId] as const,
  settings: (
    of:
      | 'board'
      | 'sessions'
      | 'security-log'
      | 'tokens'
      | 'sign-in-methods'
      | 'factors'
      | 'email'
      | 'notifications'
      | 'invitations'
      | 'posts',
    userId?: string,
  ) => ['settings', of, userId] as const,
  peopleFound: (term: string) => ['people', 'search', term] as const,
  suggestedFrom: (viewerId: string | null) => ['people', 'suggested', viewerId] as const,
  worthFollowing: (viewerId: string) => ['people', 'worth-following', viewerId] as const,
  tagsFound: (term: string) => ['tags', 'search', term] as const,
  suggestedWords: (kind: 'tag' | 'person', typed: string) => ['suggested-words', kind, typed] as const,
  postOf: (postId: string) => ['posts', 'detail', postId] as const,
  post: (postId: string, viewerId: string | null) => ['posts', 'detail', postId, viewerId] as const,
  statusOf: (postId: string) => ['interaction-status', postId] as const,
  status: (postId: string, viewerId: string | null) => ['interaction-status', postId, viewerId] as const,
  notifications: (viewerId: string) => ['notifications', viewerId] as const,
  notices: (viewerId: string) => ['notices', viewerId] as const,
  reportsRoot: ['reports'] as const,
  reportQueue: ['reports', 'queue'] as const,
  reports: (list: 'most' | 'oldest' | 'decided') => ['reports', 'queue', list] as const,
  reportCase: (caseId: string) => ['reports', 'case', caseId] as const,
  serviceRoot: ['service'] as const,
  serviceState: ['service', 'state'] as const,
  failedJobs: ['service', 'jobs'] as const,
  adminLog: ['service', 'log'] as const,
  figures: (days: number) => ['figures', days] as const,
  membersRoot: ['members'] as const,
  members: (show: string, term: string, came: string) => ['members', 'list', show, term, came] as const,
  member: (userId: string, part?: 'log') => ['members', 'detail', userId, part] as const,
  commentsRoot: ['comments'] as const,
  commentsOfPost: (postId: string) => ['comments', postId] as const,
  comments: (postId: string, reader: CommentReader, viewerId: string | null, order: CommentOrder) =>
    ['comments', postId, reader, viewerId, order] as const,
  replies: (postId: string, commentId: string, viewerId: string | null) =>
    ['comments', postId, 'replies', commentId, viewerId] as const,
  linkedComment: (postId: string, commentId: string, viewerId: string | null) =>
    ['comments', postId, 'linked', commentId, viewerId] as const,
  formerTexts: (of: 'post' | 'comment', id: string) => ['former-texts', of, id] as const,
  chance: (postId: string) => ['chance', postId] as const,
  likers: (postId: string, viewerId: string | null) => ['people', 'likers', postId, viewerId] as const,
};
