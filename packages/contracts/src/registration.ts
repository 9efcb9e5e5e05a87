import * as z from 'zod/mini';
import { registerBody } from './auth.js';
import { isoDate, objectId, plainAnswer, shortText, success, text, userParams } from './common.js';
import { endpoint } from './endpoint.js';
import { ADMIN_LIMITS, REGISTRATION_LIMITS } from './moderation-limits.js';
import { cursorPage, listCursor, queryEnum, queryLimit, queryText } from './query-fields.js';
import { t } from './t.js';

const { sentenceMin, sentenceMax, usesMax, invitationDaysMax } = REGISTRATION_LIMITS;

const page = { limit: queryLimit(REGISTRATION_LIMITS.page, REGISTRATION_LIMITS.pageMax), cursor: listCursor };

/**
 * A challenge of ALTCHA's proof of work. A solver counts up until the key that is derived from nonce and counter
 * starts with the prefix.
 */
const challenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    /** seconds since 1970 */
    expiresAt: z.number(),
  }),
  signature: z.string(),
});
export type SignUpChallenge = z.infer<typeof challenge>;

/** Returns a challenge for one sign-up, `null` if the host asks for none. */
export const signUpChallenge = endpoint('signUpChallenge', {
  answer: z.object({ ...success, data: z.nullable(challenge) }),
});

/** The member who invites; `from` is the user name. */
const inviter = z.object({ _id: objectId(), from: z.string(), fullName: z.string(), profilepic: z.string() });
export type Inviter = z.infer<typeof inviter>;

/** The member who invites and how many `people` have an account, if the invitation works; else 404. */
export const readInvitation = endpoint('readInvitation', {
  query: z.object({ code: queryText('code', 100) }),
  answer: z.object({ ...success, data: inviter, people: z.number() }),
});

/** The sentence of an applicant to the moderators. */
const sentenceField = text('A sentence').check(
  z.overwrite((value) => value.replace(/\s+/g, ' ').trim()),
  z.minLength(sentenceMin, { error: t`Please write a sentence about yourself`, abort: true }),
  z.maxLength(sentenceMax, t`At most ${sentenceMax} characters`),
);

/** Applies for an account where the host approves each. Signs nobody in. */
export const applyForAccount = endpoint('applyForAccount', {
  body: z.extend(registerBody, { sentence: sentenceField }),
  answer: plainAnswer,
});

/** `code` is the last part of the link `/signup?invite={code}`. */
const invitation = z.object({
  _id: objectId(),
  code: z.string(),
  uses: z.number(),
  usesLeft: z.number(),
  createdAt: isoDate,
  /** `null` if it does not end. */
  expiresAt: z.nullable(isoDate),
  /** User names of the latest newcomers. */
  came: z.array(z.string()),
});
export type Invitation = z.infer<typeof invitation>;

/** The own invitations that still work or were used, latest first. */
export const listOwnInvitations = endpoint('listOwnInvitations', {
  answer: z.object({ ...success, data: z.array(invitation), mayInvite: z.boolean() }),
});

const USES = t`An invitation works 1 to ${usesMax} times`;
const DAYS = t`An invitation lasts 1 to ${invitationDaysMax} days`;
export const createInvitation = endpoint('createInvitation', {
  body: z.object({
    uses: z.int({ error: t`Uses must be a whole number` }).check(z.gte(1, USES), z.lte(usesMax, USES)),
    /** Without it, 7 days. `null`: no end. */
    days: z.optional(
      z.nullable(
        z
          .int({ error: t`Days must be a whole number` })
          .check(z.gte(1, DAYS), z.lte(invitationDaysMax, DAYS)),
      ),
    ),
  }),
  answer: z.object({ ...success, data: invitation }),
});

/** Revokes an own invitation, or any as an admin. Accounts that came by it stay. */
export const revokeInvitation = endpoint('revokeInvitation', {
  params: z.object({ invitationId: objectId('Invalid invitation ID') }),
  answer: plainAnswer,
});

/** All invitations with who made them, latest first. Without their codes, which are for their makers. */
export const listInvitations = endpoint('listInvitations', {
  query: z.object(page),
  answer: cursorPage(
    z.extend(z.omit(invitation, { code: true }), {
      /** `null` if the account is gone. */
      by: z.nullable(z.object({ _id: objectId(), userName: z.string() })),
    }),
  ),
});

/** Revokes all invitations of a member. */
export const revokeInvitationsOf = endpoint('revokeInvitationsOf', {
  params: userParams,
  answer: z.object({ ...success, data: z.object({ revoked: z.number() }) }),
});

const application = z.object({
  _id: objectId(),
  fullName: z.string(),
  userName: z.string(),
  email: z.string(),
  /** The provider that they signed in with; `null` for a password. */
  provider: z.nullable(z.string()),
  sentence: z.string(),
  createdAt: isoDate,
});
export type Application = z.infer<typeof application>;

/** Applications, oldest first. */
export const listApplications = endpoint('listApplications', {
  query: z.object(page),
  answer: cursorPage(application),
});

export const APPLICATION_DECISIONS = ['approve', 'reject'] as const;

/** Decides an application and mails the applicant. Of two admins one decides, the other gets 404. */
export const decideApplication = endpoint('decideApplication', {
  params: z.object({ applicationId: objectId('Invalid application ID') }),
  body: z.object({
    decision: z.enum(APPLICATION_DECISIONS, {
      error: `decision must be one of ${APPLICATION_DECISIONS.join(', ')}`,
    }),
    /** A sentence for the mail. */
    message: z.optional(shortText(t`Message`, ADMIN_LIMITS.reasonMax)),
  }),
  answer: plainAnswer,
});

/** What a host can refuse at sign-up, with labels. */
export const REFUSAL_KINDS = {
  'mail-domain': t`E-mail domain`,
  'mail-address': t`E-mail address`,
  'ip-range': t`Range of addresses`,
  name: t`User name`,
} as const;
export type RefusalKind = keyof typeof REFUSAL_KINDS;
export const REFUSAL_KIND_NAMES = Object.keys(REFUSAL_KINDS) as [RefusalKind, ...RefusalKind[]];

const kind = z.enum(REFUSAL_KIND_NAMES, { error: `kind must be one of ${REFUSAL_KIND_NAMES.join(', ')}` });

const refusal = z.object({
  _id: objectId(),
  kind,
  value: z.string(),
  reason: z.string(),
  /** `null` if it has no end. */
  until: z.nullable(isoDate),
  createdAt: isoDate,
  adminName: z.string(),
});
export type Refusal = z.infer<typeof refusal>;

/** Latest first. `q` finds values by their beginning. */
export const listRefusals = endpoint('listRefusals', {
  query: z.object({
    ...page,
    kind: queryEnum('kind', REFUSAL_KIND_NAMES, 'mail-domain'),
    q: queryText('q', REGISTRATION_LIMITS.valueMax),
  }),
  answer: cursorPage(refusal),
});

const UNTIL = t`A refusal lasts 1 to ${REGISTRATION_LIMITS.refusalDaysMax} days`;
/**
 * Refuses domains with their subdomains, addresses, ranges such as `203.0.113.0/24`, or user names, where `*` at the
 * end matches any ending. A known value gets the new reason and end. All values must be valid.
 */
export const addRefusals = endpoint('addRefusals', {
  body: z.object({
    kind,
    values: z
      .array(text('value').check(z.maxLength(REGISTRATION_LIMITS.valueMax, t`A value is too long`)), {
        error: 'values must be a list',
      })
      .check(
        z.minLength(1, t`Give at least one value`),
        z.maxLength(
          REGISTRATION_LIMITS.refusalsAtOnce,
          `At most ${REGISTRATION_LIMITS.refusalsAtOnce} values at once`,
        ),
      ),
    reason: z.optional(shortText(t`Reason`, ADMIN_LIMITS.reasonMax)),
    /** Without it there is no end. */
    days: z.optional(
      z
        .int({ error: t`Days must be a whole number` })
        .check(z.gte(1, UNTIL), z.lte(REGISTRATION_LIMITS.refusalDaysMax, UNTIL)),
    ),
  }),
  answer: z.object({ ...success, data: z.object({ added: z.number() }) }),
});

export const removeRefusal = endpoint('removeRefusal', {
  params: z.object({ refusalId: objectId('Invalid refusal ID') }),
  answer: plainAnswer,
});
