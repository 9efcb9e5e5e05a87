import * as z from 'zod/mini';
import {
  isHttpAddress,
  objectId,
  partOf,
  success,
  text,
  textField,
  userParams,
  writtenText,
  type ValuesOf,
  type WrittenField,
} from './common.js';
import { endpoint } from './endpoint.js';
import { ACCOUNT_LIMITS, BOARD_LIMITS } from './limits.js';
import { t } from './t.js';

/** An http(s) URL, or an empty string to remove it. */
export const httpUrlOrEmpty = (label: string) =>
  text(label).check(
    z.trim(),
    z.maxLength(ACCOUNT_LIMITS.urlMax, {
      error: t`${label} must be at most ${ACCOUNT_LIMITS.urlMax} characters`,
      abort: true,
    }),
    z.refine((value) => value === '' || isHttpAddress(value), t`${label} must be an http or https address`),
  );

const interest = writtenText(t`Interest`).check(
  z.trim(),
  z.minLength(1, t`An interest must not be empty`),
  z.maxLength(
    BOARD_LIMITS.interestMax,
    t`An interest must be at most ${BOARD_LIMITS.interestMax} characters`,
  ),
);

/**
 * What users write on their profile and everybody may read, each field once. Body, answer, model, presenter and form
 * follow from it. Names and picture belong to the account: see users.ts.
 */
export const profileFields = {
  coverPhoto: { input: httpUrlOrEmpty(t`Cover photo`), value: z.string() },
  bio: textField(t`Bio`, ACCOUNT_LIMITS.bioMax),
  location: textField(t`Location`, BOARD_LIMITS.locationMax),
  website: { input: httpUrlOrEmpty(t`Website`), value: z.string() },
  interests: {
    input: z
      .array(interest, { error: 'Interests must be a list' })
      .check(z.maxLength(BOARD_LIMITS.interestsMax, t`At most ${BOARD_LIMITS.interestsMax} interests`)),
    value: z.array(z.string()),
  },
} satisfies Record<string, WrittenField>;

export type ProfileFields = ValuesOf<typeof profileFields>;

/** A profile on which nothing is written. */
export const EMPTY_PROFILE: ProfileFields = {
  coverPhoto: '',
  bio: '',
  location: '',
  website: '',
  interests: [],
};

/** Counts shown on a profile. */
export const socialStats = z.object({
  followers: z.number(),
  following: z.number(),
  posts: z.number(),
  likes: z.number(),
});

/** A profile board. `bookmarks` contains post ids for the owner and is empty for others. */
export const board = z.object({
  _id: objectId(),
  user: objectId(),
  ...partOf(profileFields, 'value'),
  bookmarks: z.array(objectId()),
  socialStats,
});
export type Board = z.infer<typeof board>;

/** Fields that are not sent stay unchanged. */
const updateBoardBody = z.partial(z.object(partOf(profileFields, 'input')));
export type UpdateBoardBody = z.infer<typeof updateBoardBody>;

const boardAnswer = z.object({ ...success, data: board });

export const getBoardOfUser = endpoint('getBoardOfUser', { params: userParams, answer: boardAnswer });

export const updateBoard = endpoint('updateBoard', {
  params: z.object({ boardId: objectId('Invalid board ID') }),
  body: updateBoardBody,
  answer: boardAnswer,
});

/**
 * Statistics of a user. `monthlyGrowth` compares views of the last 30 days with the 30 days before, in whole
 * percent; 100 if the earlier count is 0. `chartData` has 7 UTC days, oldest first. Averages are rounded to a
 * tenth.
 */
export const userAnalyticsData = z.object({
  totalViews: z.number(),
  totalLikes: z.number(),
  totalComments: z.number(),
  totalShares: z.number(),
  avgViewsPerPost: z.number(),
  avgLikesPerPost: z.number(),
  totalPosts: z.number(),
  monthlyGrowth: z.number(),
  chartData: z.array(z.object({ date: z.string(), views: z.number(), likes: z.number() })),
});
export type UserAnalytics = z.infer<typeof userAnalyticsData>;

export const userAnalytics = endpoint('userAnalytics', {
  params: userParams,
  answer: z.object({ ...success, data: userAnalyticsData }),
});
