import * as z from 'zod/mini';
import { NOTICE_KINDS, ROLES } from './acts.js';
import { moderatedUser, ruleName, suspensionAnswer } from './admin.js';
import { isoDate, objectId, plainAnswer, shortText, success, text, userParams } from './common.js';
import { endpoint } from './endpoint.js';
import { ACCOUNT_LIMITS, PAGE } from './limits.js';
import { ADMIN_LIMITS } from './moderation-limits.js';
import { noteParts } from './note-parts.js';
import { cursorPage, listCursor, queryEnum, queryId, queryLimit, queryText } from './query-fields.js';
import { ownSession } from './settings.js';
import { t } from './t.js';

/** Which members a list shows. */
const MEMBER_FILTERS = ['all', 'suspended', 'silenced', 'moderators'] as const;
export type MemberFilter = (typeof MEMBER_FILTERS)[number];

/** A member as moderators see them. */
const member = z.extend(moderatedUser, {
  profilepic: z.string(),
  role: z.enum(ROLES),
  silencedAt: z.nullable(isoDate),
  createdAt: isoDate,
  /** For admins only; `null` for moderators. */
  email: z.nullable(z.string()),
});
export type Member = z.infer<typeof member>;

/** An act of the log. */
export const loggedAct = z.object({
  at: isoDate,
  adminName: z.string(),
  act: z.string(),
  note: z.string(),
  parts: noteParts,
});

const memberDetail = z.extend(member, {
  lastLogin: z.nullable(isoDate),
  /** Reports about them and their content: undecided cases, and all. */
  reports: z.object({ open: z.number(), all: z.number() }),
  /** Acts on them and their content, latest first. */
  history: z.array(loggedAct),
  /** Their uploads. */
  storage: z.object({ files: z.number(), bytes: z.number() }),
  /** Who invited them, for admins only; `null` for moderators, and if nobody did or the account is gone. */
  invitedBy: z.nullable(z.object({ _id: objectId(), userName: z.string() })),
  /** Signed-in browsers, for admins only; `null` for moderators. */
  sessions: z.nullable(
    z.array(
      z.extend(z.pick(ownSession, { device: true, createdAt: true, lastUsedAt: true }), { ip: z.string() }),
    ),
  ),
});
export type MemberDetail = z.infer<typeof memberDetail>;

/**
 * Finds members, the newest first. Moderators find them by any word of the name or user name, admins also by
 * e-mail address, by the IP address of a session, or by invitation; moderators get 403 for the latter.
 */
export const findMembers = endpoint('findMembers', {
  query: z.object({
    q: queryText('q', ACCOUNT_LIMITS.emailMax),
    show: queryEnum('show', MEMBER_FILTERS, 'all'),
    /** Only those who came by this invitation; for admins. */
    invitation: queryId('invitation', 'invitation'),
    /** Only those who came by an invitation of this member; for admins. */
    invitedBy: queryId('invitedBy', 'user'),
    limit: queryLimit(20, PAGE.limitMax),
    cursor: listCursor,
  }),
  answer: cursorPage(member),
});

export const getMember = endpoint('getMember', {
  params: userParams,
  answer: z.object({ ...success, data: memberDetail }),
});

const words = shortText(
  t({ message: 'Message', comment: 'Words to a member, sent with a decision.' }),
  ADMIN_LIMITS.reasonMax,
);
const message = words.check(z.minLength(1, t`Message is required`));
/** The broken rule; mailed like the message. */
const rule = z.optional(ruleName);
const note = z.optional(shortText(t`Note`, ADMIN_LIMITS.reasonMax));

/** Warns a user by mail and in their notifications. */
export const warnUser = endpoint('warnUser', {
  params: userParams,
  body: z.object({ message, rule, note }),
  answer: plainAnswer,
});

/**
 * Takes a user's posts out of the shuffle and the other lists of everybody's posts, or puts them back. Profile,
 * search, links and the reading of followers keep them.
 */
export const silenceUser = endpoint('silenceUser', {
  params: userParams,
  body: z.object({
    silenced: z.boolean({ error: 'silenced must be true or false' }),
    message: z.optional(words),
    rule,
    note,
  }),
  answer: suspensionAnswer,
});

/** Ends all sessions and API tokens of a user. */
export const endSessionsOf = endpoint('endSessionsOf', { params: userParams, answer: plainAnswer });

/**
 * Voids the password of a user, ends all sessions and API tokens, and mails how to set a new one. 409 if the account
 * has no password.
 */
export const voidPassword = endpoint('voidPassword', { params: userParams, answer: plainAnswer });

/** Deletes a user with everything of theirs, as they could themselves. Confirmed by the user name. */
export const deleteUser = endpoint('deleteUser', {
  params: userParams,
  body: z.object({
    userName: text(t`Username`).check(z.maxLength(ACCOUNT_LIMITS.userNameMax, t`Username is too long`)),
    note,
  }),
  answer: plainAnswer,
});

/** A message of the moderators to a user. */
const notice = z.object({
  _id: objectId(),
  at: isoDate,
  kind: z.enum(NOTICE_KINDS),
  /** The broken rule, in the host's words. */
  rule: z.optional(z.string()),
  /** The start of the removed or marked text. */
  content: z.optional(z.string()),
  text: z.string(),
});
export type Notice = z.infer<typeof notice>;

/** Messages of the moderators to the user in the last 90 days, latest first. */
export const listNotices = endpoint('listNotices', {
  answer: z.object({ ...success, data: z.array(notice) }),
});
