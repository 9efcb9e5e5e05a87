/**
 * Limits shared by server and web app, in characters unless a name says otherwise; times are in milliseconds.
 * Contains no schemas, so that importing a limit does not load zod.
 */

export const ACCOUNT_LIMITS = {
  nameMin: 2,
  nameMax: 100,
  userNameMin: 3,
  userNameMax: 30,
  emailMax: 100,
  passwordMin: 6,
  passwordMax: 128,
  resetPasswordMin: 8,
  otpLength: 6,
  bioMax: 300,
  urlMax: 2000,
} as const;

/** Limits of posts and comments that the specification does not define. */
export const POST_LIMITS = {
  titleMax: 150,
  descriptionMax: 5000,
  tagsMax: 10,
  tagMax: 30,
  locationMax: 100,
  imagesMax: 10,
  videosMax: 2,
  altMax: 1000,
  contentWarningMax: 100,
  /** Size of all media as JSON, including addresses and descriptions. */
  mediaBytesMax: 10_000,
} as const;

/** When own posts go, in days, and how many of them are counted before that is chosen. */
export const EXPIRY_LIMITS = { daysMin: 7, daysMax: 730, countedMax: 10_000 } as const;

export const COMMENT_LIMITS = {
  bodyMax: 2000,
  /** Days after which a post may close its comments, at most. */
  closeAfterMax: 365,
  /** How long after creating a comment its author may edit it. */
  editableFor: 15 * 60_000,
} as const;

/** Drafts and posts to be published later that an account can have, and how many days ahead. */
export const DRAFT_LIMITS = { perUser: 20, scheduledPerUser: 50, daysAhead: 90 } as const;

/** Maximum number of previous versions kept of a post or comment. */
export const FORMER_TEXTS_MAX = 20;

/** Maximum number of languages that an account or a query names. */
export const LANGUAGES_MAX = 20;

/** Paging of the feed and of comments. */
export const PAGE = {
  feedFirst: 20,
  feedNext: 10,
  limitMax: 50,
  commentsPanel: 15,
  commentsPage: 10,
  replies: 20,
  profile: 12,
  pageMax: 1_000_000,
  /** Pages of a sorted list reach only this many entries; cursors reach all. */
  depthMax: 10_000,
  /** A filtered random order uses only this many of the newest matches. */
  shuffledMax: 1000,
} as const;

/** Today's hand: its number of posts, and for how many days it is kept. */
export const HAND = { posts: 24, days: 30 } as const;

/** Seeds of the random feed are integers from 0 up to, but not including, this. */
export const SEED_LIMIT = 1_000_000;

export const BATCH_VIEWS_MAX = 50;

/** Longest view that counts, in seconds. A view longer than a day is a tab left open. */
export const VIEW_DURATION_MAX_SECONDS = 86_400;

export const PEOPLE_LIMITS = {
  /** Maximum number of changes per call. */
  changesMax: 50,
  /** Maximum number of users an account can follow and block. */
  followsMax: 5000,
  blocksMax: 1000,
  /** Maximum number of words and tags an account can mute, and their length. */
  mutedMax: 200,
  mutedWordMin: 2,
  mutedWordMax: 50,
  page: 20,
  pageMax: 50,
  /** Maximum number of suggested users. */
  suggested: 6,
} as const;

/** Collections of an account, saved posts in each, and their names. */
export const COLLECTION_LIMITS = { perUser: 100, postsMax: 1000, nameMax: 60 } as const;

/** Error message of a call without a post id. */
export const POST_ID_REQUIRED = 'Post ID is required';

export const SEARCH_LIMITS = {
  queryMax: 100,
  pageMax: 100,
  peoplePage: 12,
  peoplePageMax: 50,
  tagsPage: 8,
  tagsPageMax: 50,
} as const;

/** Limits of a profile board that the specification does not define. */
export const BOARD_LIMITS = {
  locationMax: 100,
  interestsMax: 20,
  interestMax: 40,
  /**
   * Maximum number of bookmark ids on a board, most recent first. `GET /posts/bookmarks` pages through all of them.
   */
  bookmarksMax: 500,
} as const;

/** The count of what waits for moderators stops at this number. */
export const WAITING_MAX = 100;
