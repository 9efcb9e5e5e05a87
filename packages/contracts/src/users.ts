import * as z from 'zod/mini';
import { NAME_CHARACTERS } from './address-parts.js';
import { httpUrlOrEmpty } from './boards.js';
import { isoDate, objectId, plainAnswer, success, text, userParams } from './common.js';
import { canonicalEmail, looksLikeEmail } from './email.js';
import { endpoint } from './endpoint.js';
import { ACCOUNT_LIMITS } from './limits.js';
import { LOCALES } from './locales.js';
import { trimUnseen, visibleText } from './visible-text.js';
import { t } from './t.js';

/** Public fields of a user. `profilepic` is an http(s) URL or empty. */
export const publicUser = z.object({
  _id: objectId(),
  fullName: z.string(),
  userName: z.string(),
  profilepic: z.string(),
  createdAt: isoDate,
});
export type PublicUser = z.infer<typeof publicUser>;

/** The signed-in user's own record. */
export const currentUser = z.object({
  _id: objectId(),
  fullName: z.string(),
  userName: z.string(),
  email: z.string(),
  profilepic: z.string(),
  isAdmin: z.boolean(),
  /** Only there for moderators who are no admins. */
  isModerator: z.optional(z.boolean()),
  /** Only there once the user chose one. */
  locale: z.optional(z.string()),
  lastLogin: z.nullable(isoDate),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type CurrentUser = z.infer<typeof currentUser>;

/** The author embedded in a post or comment. */
export const author = z.object({
  _id: objectId(),
  userName: z.string(),
  fullName: z.string(),
  profilepic: z.string(),
  isFollowing: z.boolean(),
});
export type Author = z.infer<typeof author>;

export const USER_NAME_PATTERN = new RegExp(`^${NAME_CHARACTERS}$`);

/** Sign-up fields with their error messages, in validation order. */
export const fullNameField = text(t`Full name`).check(
  z.trim(),
  z.minLength(1, { error: t`Full name is required`, abort: true }),
  z.refine(
    (value) => visibleText(value).length >= ACCOUNT_LIMITS.nameMin,
    t`Name must be at least ${ACCOUNT_LIMITS.nameMin} characters`,
  ),
  z.maxLength(ACCOUNT_LIMITS.nameMax, t`Name must be at most ${ACCOUNT_LIMITS.nameMax} characters`),
);

export const userNameField = text(t`Username`).check(
  z.overwrite(trimUnseen),
  z.minLength(1, { error: t`Username is required`, abort: true }),
  z.minLength(ACCOUNT_LIMITS.userNameMin, {
    error: t`Username must be at least ${ACCOUNT_LIMITS.userNameMin} characters`,
    abort: true,
  }),
  z.regex(USER_NAME_PATTERN, t`Only letters, numbers, and underscores allowed`),
  z.maxLength(
    ACCOUNT_LIMITS.userNameMax,
    t`Username must be at most ${ACCOUNT_LIMITS.userNameMax} characters`,
  ),
);

/** An e-mail address that a new account may use, in canonical spelling. */
export const emailField = text(t`Email`).check(
  z.overwrite(trimUnseen),
  z.toLowerCase(),
  z.minLength(1, { error: t`Email is required`, abort: true }),
  z.maxLength(ACCOUNT_LIMITS.emailMax, {
    error: t`Email must be at most ${ACCOUNT_LIMITS.emailMax} characters`,
    abort: true,
  }),
  z.refine(looksLikeEmail, t`Please enter a valid email`),
  z.overwrite(canonicalEmail),
);

/** A new password of at least so many characters. */
export const passwordOf = (min: number) =>
  text(t`Password`).check(
    z.minLength(1, { error: t`Password is required`, abort: true }),
    z.minLength(min, { error: t`Password must be at least ${min} characters`, abort: true }),
    z.maxLength(ACCOUNT_LIMITS.passwordMax, {
      error: t`Password must be at most ${ACCOUNT_LIMITS.passwordMax} characters`,
      abort: true,
    }),
  );

/** A new password at sign-up: 6 to 128 characters with a letter and a digit of any script. */
export const newPasswordField = passwordOf(ACCOUNT_LIMITS.passwordMin).check(
  z.refine(
    (value) => /\p{L}/u.test(value) && /\p{Nd}/u.test(value),
    t`Password must contain at least one letter and one number`,
  ),
);

/** Returns 404 if available, 200 if taken. */
export const emailAvailability = endpoint('emailAvailability', {
  params: z.object({ email: emailField }),
  answer: plainAnswer,
});

export const userNameAvailability = endpoint('userNameAvailability', {
  params: z.object({ username: userNameField }),
  answer: plainAnswer,
});

export const getUserById = endpoint('getUserById', {
  params: userParams,
  answer: z.object({ ...success, data: publicUser }),
});

export const getUserByName = endpoint('getUserByName', {
  params: z.object({ userName: userNameField }),
  answer: z.object({ ...success, data: publicUser }),
});

const ownUserAnswer = z.object({ ...success, data: currentUser });

/** An empty string removes the picture. */
export const updateProfilePicture = endpoint('updateProfilePicture', {
  params: userParams,
  body: z.object({ profilepic: httpUrlOrEmpty(t`Profile picture`) }),
  answer: ownUserAnswer,
});

/** The language of texts and mails for a user; `null` for that of their browser. */
const locale = z.nullable(z.enum(LOCALES, { error: `locale must be one of ${LOCALES.join(', ')}, or null` }));

/** Fields that are not sent stay unchanged. */
export const updateUser = endpoint('updateUser', {
  params: userParams,
  body: z.object({
    fullName: z.optional(fullNameField),
    userName: z.optional(userNameField),
    locale: z.optional(locale),
  }),
  answer: ownUserAnswer,
});
