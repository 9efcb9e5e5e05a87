import * as z from 'zod/mini';
import { givenTime, isoDate, objectId, postParams, success, userParams, writtenText } from './common.js';
import { endpoint } from './endpoint.js';
import { languageList } from './language-fields.js';
import { PEOPLE_LIMITS } from './limits.js';
import { cursorPage, listCursor, queryLimit } from './query-fields.js';
import { mutedKey } from './words.js';
import { t } from './t.js';

/** Time of a change, from the client's clock. */
const at = givenTime('at');

/** A change to another user. An `at` in the future counts as now. */
const peopleChange = z.object({
  kind: z.enum(['follow', 'unfollow', 'block', 'unblock']),
  user: objectId('Invalid user ID'),
  at,
});
export type PeopleChange = z.infer<typeof peopleChange>;

/** One letter that is a whole word in its script, or a pictograph. */
const WORD_OF_ONE = /^[\p{Script=Han}\p{Script=Hangul}\p{So}\p{Extended_Pictographic}]$/u;

/** A muted word, phrase, #tag or pictograph. */
export const mutedWord = writtenText('word').check(
  z.trim(),
  z.refine(
    (word) => word.length >= PEOPLE_LIMITS.mutedWordMin || WORD_OF_ONE.test(word),
    t`Write at least ${PEOPLE_LIMITS.mutedWordMin} characters`,
  ),
  z.maxLength(PEOPLE_LIMITS.mutedWordMax, {
    error: t`Write at most ${PEOPLE_LIMITS.mutedWordMax} characters`,
    abort: true,
  }),
  z.refine((word) => mutedKey({ word }) !== '', t`Write a word or a #tag`),
);

/**
 * Mutes a word until a time, or forever if `until` is `null`. With `exact` letter case and accents count; such a mute is
 * another one than that of the same word without. An `at` in the future counts as now.
 */
const wordChange = z.object({
  kind: z.enum(['mute', 'unmute']),
  word: mutedWord,
  exact: z.optional(z.boolean({ error: 'exact must be true or false' })),
  until: z.nullable(givenTime('until')),
  at,
});
export type WordChange = z.infer<typeof wordChange>;

/** Replaces the languages that the user reads; an empty list is all. An `at` in the future counts as now. */
const languagesChange = z.object({ kind: z.literal('languages'), languages: languageList, at });
export type LanguagesChange = z.infer<typeof languagesChange>;

/** A muted word as written, whether letter case and accents count, and when the mute ends; `null` for never. */
const muted = z.object({ word: z.string(), exact: z.optional(z.literal(true)), until: z.nullable(isoDate) });
export type Muted = z.infer<typeof muted>;

/** A user as shown in lists. */
export const person = z.object({
  _id: objectId(),
  userName: z.string(),
  fullName: z.string(),
  profilepic: z.string(),
});
export type Person = z.infer<typeof person>;

/**
 * Follows, unfollows, blocks and unblocks users, mutes and unmutes words, chooses languages. Of two conflicting
 * changes the one with the later `at` wins, regardless of arrival order; repeated changes have no effect. Results
 * are in the order of the changes and contain the resulting state. A user who is deleted, may not be followed or exceeds the limit is
 * reported as not followed, a word beyond the limit as not muted.
 */
export const changePeople = endpoint('changePeople', {
  body: z.object({
    changes: z
      .array(
        z.discriminatedUnion('kind', [peopleChange, wordChange, languagesChange], {
          error: 'kind must be one of follow, unfollow, block, unblock, mute, unmute, languages',
        }),
        { error: 'Changes are required' },
      )
      .check(
        z.minLength(1, 'At least one change is required'),
        z.maxLength(PEOPLE_LIMITS.changesMax, `At most ${PEOPLE_LIMITS.changesMax} changes at a time`),
      ),
  }),
  answer: z.object({
    ...success,
    data: z.object({
      results: z.array(
        z.union([
          z.object({ user: objectId(), isFollowing: z.boolean(), isBlocked: z.boolean() }),
          z.object({ word: z.string(), isMuted: z.boolean() }),
          z.object({ languages: z.array(z.string()) }),
        ]),
      ),
    }),
  }),
});

/**
 * Returns the signed-in user's follows, most recent first, blocks, muted words, most recent first, and the languages
 * that they read, none for all. `revision` names this state, for `If-None-Match`: the answer is 304 while it holds.
 * It is absent for minutes after a change, and while a word is muted for a time only.
 */
export const ownPeople = endpoint('ownPeople', {
  answer: z.object({
    ...success,
    data: z.object({
      follows: z.array(objectId()),
      blocks: z.array(person),
      muted: z.array(muted),
      languages: z.array(z.string()),
      revision: z.optional(z.string()),
    }),
  }),
});

/** Users whose recent posts were saved most, at most one per topic, without the viewer, followed and blocked users. */
export const suggestPeople = endpoint('suggestPeople', {
  answer: z.object({ ...success, data: z.array(person).check(z.maxLength(PEOPLE_LIMITS.suggested)) }),
});

const peopleQuery = z.object({
  limit: queryLimit(PEOPLE_LIMITS.page, PEOPLE_LIMITS.pageMax),
  cursor: listCursor,
});
const peopleAnswer = cursorPage(person);
const followList = { params: userParams, query: peopleQuery, answer: peopleAnswer };

/** Most recent first. A page may be shorter than its limit; `nextCursor` is `null` at the end. */
export const listFollowers = endpoint('listFollowers', followList);
export const listFollowing = endpoint('listFollowing', followList);
/** Users who like a post, most recent first. */
export const listLikers = endpoint('listLikers', {
  params: postParams,
  query: peopleQuery,
  answer: peopleAnswer,
});
