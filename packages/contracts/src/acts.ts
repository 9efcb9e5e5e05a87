import { t } from './t.js';

/** A user has one role. Admins have the rights of moderators. */
export const ROLES = ['member', 'moderator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const REPORT_KINDS = ['post', 'comment', 'person'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** The roles of the users that a moderator and an admin may do an act to. */
type Permission = Readonly<Record<Exclude<Role, 'member'>, readonly Role[]>>;
const NOBODY: readonly Role[] = [];
const BELOW_ADMINS: readonly Role[] = ['member', 'moderator'];
const EVERYBODY: readonly Role[] = ROLES;

const BY_STAFF: Permission = { moderator: ['member'], admin: BELOW_ADMINS };
const BY_STAFF_ALSO_ON_ADMINS: Permission = { moderator: ['member'], admin: EVERYBODY };
const BY_ADMINS: Permission = { moderator: NOBODY, admin: BELOW_ADMINS };
const BY_THE_HOST: Permission = { moderator: NOBODY, admin: NOBODY };

/**
 * What a dialog asks for: the days of a suspension, what happens to the reported content, the broken rule, words for the
 * mail, a note, the user name.
 */
type Asked = 'days' | 'also' | 'rule' | 'message' | 'note' | 'typed';

interface Act {
  /** Who may do it to whom, never to themselves; the server's terminal may do all. Missing for an act that concerns no user. */
  by?: Permission;
  /** The kinds of its targets. */
  on?: readonly ReportKind[];
  /**
   * For decisions about reports: their name, their key in the queue, what a message says when they are made, and why
   * one is refused that does not fit what was reported.
   */
  report?: { decision: string; key: string; done: string; misfit?: string };
  /** For the page of a member: what the dialog says of it. */
  page?: string;
  /** The text of its button. */
  label?: string;
  asks?: readonly Asked[];
  isDanger?: true;
  /** The log's sentence with the name of who did it, and before that of the member unless it is `alone`. */
  log: (who: string) => string;
  alone?: true;
  /** Whether admins also see it in the log of themselves, since it follows from no report. */
  open?: true;
  /** The heading of the message that the user gets with the mail. */
  notice?: string;
  /** The act that it takes back. What an admin or the host did, only an admin takes back. */
  undoes?: string;
}

const REMOVAL = {
  by: BY_STAFF_ALSO_ON_ADMINS,
  report: { decision: 'remove', key: 'r', done: t`Removed`, misfit: t`A person cannot be removed` },
  label: t`Remove`,
} as const;

/**
 * All that moderators, admins and the host do, by the names of the log. Permissions, the decisions about reports, the
 * page of a member, the log, the notices and the keys of the queue follow from it; buttons stand in this order.
 */
export const ACTS = {
  'remove-post': {
    ...REMOVAL,
    on: ['post'],
    log: (who: string) => t`${who} removed a post`,
    notice: t`Your post was removed`,
  },
  'remove-comment': {
    ...REMOVAL,
    on: ['comment'],
    log: (who: string) => t`${who} removed a comment`,
    notice: t`Your comment was removed`,
  },
  'mark-sensitive': {
    by: BY_STAFF_ALSO_ON_ADMINS,
    on: ['post'],
    report: {
      decision: 'mark-sensitive',
      key: 'm',
      done: t`Marked as sensitive`,
      misfit: t`Only a post can be marked as sensitive`,
    },
    label: t`Mark sensitive`,
    log: (who: string) => t`${who} marked a post as sensitive`,
    notice: t`Your post was marked as sensitive`,
  },
  warn: {
    by: BY_STAFF,
    on: REPORT_KINDS,
    report: { decision: 'warn', key: 'w', done: t`Warned` },
    page: t`They get your words by mail and with their notifications, without your name.`,
    label: t`Warn`,
    asks: ['also', 'rule', 'message', 'note'],
    log: (who: string) => t`${who} warned them`,
    notice: t`A warning from the moderators`,
  },
  silence: {
    by: BY_STAFF,
    page: t`Their posts leave the shuffle and the newest posts. Followers, the profile and links keep them. They get a mail.`,
    label: t`Silence`,
    asks: ['rule', 'message', 'note'],
    log: (who: string) => t`${who} silenced them`,
    notice: t`Your posts are out of the shuffle`,
  },
  unsilence: {
    by: BY_STAFF,
    page: t`Their posts come back into the shuffle. They get a mail.`,
    label: t`End silence`,
    asks: ['message', 'note'],
    log: (who: string) => t`${who} ended the silence`,
    notice: t`Your posts are back in the shuffle`,
    undoes: 'silence',
  },
  suspend: {
    by: BY_STAFF,
    on: REPORT_KINDS,
    report: {
      decision: 'suspend',
      key: 's',
      done: t({ message: 'Suspended', context: 'decision', comment: 'What was done to the person.' }),
    },
    page: t`They are signed out, and nobody sees what they posted. They get a mail with your words and the end.`,
    label: t`Suspend`,
    asks: ['days', 'also', 'rule', 'message', 'note'],
    isDanger: true,
    log: (who: string) => t`${who} suspended them`,
    notice: t`Your account was suspended`,
  },
  lift: {
    by: BY_STAFF_ALSO_ON_ADMINS,
    page: t`They can sign in again, and their posts come back.`,
    label: t`Lift suspension`,
    asks: ['note'],
    log: (who: string) => t`${who} lifted the suspension`,
    undoes: 'suspend',
  },
  'reject-appeal': { by: BY_STAFF_ALSO_ON_ADMINS, log: (who: string) => t`${who} rejected their appeal` },
  'end-sessions': {
    by: BY_ADMINS,
    page: t`Every browser of theirs is signed out, and their API tokens are void.`,
    label: t`Sign out everywhere`,
    log: (who: string) => t`${who} signed them out`,
  },
  'reset-password': {
    by: BY_ADMINS,
    page: t`Their password becomes void, every browser is signed out, and a mail tells them how to set a new one.`,
    label: t`Reset password`,
    log: (who: string) => t`${who} made the password void`,
  },
  'make-moderator': {
    by: BY_ADMINS,
    page: t`They read and decide reports, and warn, silence and suspend members.`,
    label: t`Make moderator`,
    log: (who: string) => t`${who} made them a moderator`,
    open: true,
  },
  'revoke-moderator': {
    by: BY_ADMINS,
    page: t`They become a member like all others.`,
    label: t`End moderator`,
    log: (who: string) => t`${who} ended that they moderate`,
    open: true,
    undoes: 'make-moderator',
  },
  delete: {
    by: BY_ADMINS,
    page: t`Their account goes with everything in it, at once. This cannot be undone. They get a mail.`,
    label: t`Delete`,
    asks: ['typed', 'note'],
    isDanger: true,
    log: (who: string) => t`${who} deleted an account`,
    alone: true,
  },
  dismiss: {
    by: { moderator: EVERYBODY, admin: EVERYBODY },
    on: REPORT_KINDS,
    report: { decision: 'dismiss', key: 'd', done: t`Dismissed` },
    label: t({ message: 'Dismiss', context: 'a report', comment: 'A button: the report asks for nothing.' }),
    log: (who: string) => t`${who} dismissed reports`,
  },
  reopen: {
    by: { moderator: EVERYBODY, admin: EVERYBODY },
    label: t`Open again`,
    log: (who: string) => t`${who} opened dismissed reports again`,
    undoes: 'dismiss',
  },
  'make-admin': { by: BY_THE_HOST, log: (who: string) => t`${who} made them an admin`, open: true },
  'revoke-admin': { by: BY_THE_HOST, log: (who: string) => t`${who} revoked the admin`, open: true },
  'remove-factors': {
    by: BY_THE_HOST,
    log: (who: string) => t`${who} removed their second steps`,
    open: true,
  },
  create: { log: (who: string) => t`${who} created the account`, open: true },
  approve: { log: (who: string) => t`${who} approved their application` },
  reject: { log: (who: string) => t`${who} rejected an application`, alone: true },
  'revoke-invitations': { log: (who: string) => t`${who} revoked their invitations` },
  refuse: { log: (who: string) => t`${who} refused names or addresses`, alone: true },
  allow: { log: (who: string) => t`${who} took back a refusal`, alone: true },
  'change-settings': { log: (who: string) => t`${who} changed settings`, alone: true, open: true },
} as const satisfies Record<string, Act>;

export type ActName = keyof typeof ACTS;
export const ACT_NAMES = Object.keys(ACTS) as [ActName, ...ActName[]];
/** The columns of an act. Of one that a newer API has and this program does not know, the log says the name. */
export const actOf = (name: ActName): Omit<Act, 'undoes'> & { undoes?: ActName } =>
  Object.hasOwn(ACTS, name) ? ACTS[name] : { log: (who) => `${who} ${name}` };

/** Returns the act that takes this one back; undefined if none does. */
export const undoOf = (name: ActName): ActName | undefined =>
  ACT_NAMES.find((other) => actOf(other).undoes === name);

type NamesWith<Column extends keyof Act> = {
  [Name in ActName]: Column extends keyof (typeof ACTS)[Name] ? Name : never;
}[ActName];
const namesWith = <Column extends keyof Act>(column: Column) =>
  ACT_NAMES.filter((name) => column in ACTS[name]) as [NamesWith<Column>, ...NamesWith<Column>[]];

/** Acts on users, with a permission each. */
export type StaffAct = NamesWith<'by'>;
export const STAFF_ACTS = namesWith('by');
/** Acts at the page of a member. */
export type MemberAct = NamesWith<'page'>;
export const MEMBER_ACTS = namesWith('page');
/** Acts of which the user gets a notice. */
export type NoticeKind = NamesWith<'notice'>;
export const NOTICE_KINDS = namesWith('notice');
/** Acts that follow from a report, and the names that decisions have for them. */
export type ReportedAct = NamesWith<'report'>;
export const REPORTED_ACTS = namesWith('report');
export type ReportAct = (typeof ACTS)[ReportedAct]['report']['decision'];
export const REPORT_ACTS = [...new Set(REPORTED_ACTS.map((name) => ACTS[name].report.decision))] as [
  ReportAct,
  ...ReportAct[],
];

/** Whether users of a role may do an act to others of a role. */
export const mayDoTo = (act: StaffAct, by: Role, to: Role): boolean =>
  by !== 'member' && ACTS[act].by[by].includes(to);

/** Returns the act of a decision about a report; undefined if it does not fit what was reported. */
export const reportedActOf = (decision: ReportAct, kind: ReportKind): ReportedAct | undefined =>
  REPORTED_ACTS.find(
    (name) =>
      ACTS[name].report.decision === decision && (ACTS[name].on as readonly ReportKind[]).includes(kind),
  );

/** Decisions about content alone, which can also follow a decision about its author. */
export type ContentAct = {
  [Name in ReportedAct]: 'person' extends (typeof ACTS)[Name]['on'][number]
    ? never
    : (typeof ACTS)[Name]['report']['decision'];
}[ReportedAct];
export const isContentAct = (decision: ReportAct): decision is ContentAct =>
  reportedActOf(decision, 'person') === undefined;
export const CONTENT_ACTS = REPORT_ACTS.filter(isContentAct) as [ContentAct, ...ContentAct[]];
