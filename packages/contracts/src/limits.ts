/** Numbers shared by both sides. Sizes are characters unless a name says otherwise; times are milliseconds. No schemas: they would come along. */

/** Limits of accounts. */
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

/** Limits of posts and comments where the specification gives none. */
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
  /** Bytes of all media as JSON, addresses and descriptions with them. */
  mediaBytesMax: 10_000,
} as const;

export const COMMENT_LIMITS = {
  bodyMax: 2000,
  /** How long after writing its author may edit a comment. */
  editableFor: 15 * 60_000,
} as const;

/** Former texts of a post or comment that are kept, the latest. */
export const FORMER_TEXTS_MAX = 20;

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
  /** Pages of a sorted list reach its first entries, this many; cursors reach all. */
  depthMax: 10_000,
  /** Of the posts that a filter finds, this many of the newest take part in a random order. */
  shuffledMax: 1000,
} as const;

/** Seeds of the random feed are whole numbers from 0 to this, exclusive. */
export const SEED_LIMIT = 1_000_000;

export const BATCH_VIEWS_MAX = 50;

/** A view longer than a day is a tab left open, not a reading. Seconds. */
export const VIEW_DURATION_MAX_SECONDS = 86_400;

/** Limits of follows, blocks and muted words. */
export const PEOPLE_LIMITS = {
  /** Changes of one call. */
  changesMax: 50,
  /** People whom one account follows, and whom it blocks. */
  followsMax: 5000,
  blocksMax: 1000,
  /** Words and tags that one account mutes, and their characters. */
  mutedMax: 200,
  mutedWordMin: 2,
  mutedWordMax: 50,
  page: 20,
  pageMax: 50,
} as const;

/** What a call about no post at all is told. */
export const POST_ID_REQUIRED = 'Post ID is required';
