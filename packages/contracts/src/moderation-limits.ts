/** Limits of reports, appeals and registration, in characters unless a name says otherwise; times are in milliseconds. */

export const REPORT_LIMITS = {
  textMax: 500,
  noteMax: 500,
  /** Maximum number of notes per case. */
  notesMax: 50,
  page: 20,
  pageMax: 50,
  /** Maximum number of reports, and of earlier decisions, shown in a case. */
  reportsShown: 20,
  historyShown: 20,
  /** Maximum number of texts of reports shown with a case in the list. */
  textsShown: 3,
  /** Maximum number of words stored with a report, and shown with a case. */
  wordsMax: 10,
  /** A decision can be undone for this long, in milliseconds; then it is applied. */
  undoFor: 10_000,
} as const;

/** Limits of who may come in: applications, invitations and refused addresses and names. */
export const REGISTRATION_LIMITS = {
  /** Characters of an applicant's sentence. */
  sentenceMin: 3,
  sentenceMax: 500,
  /** An application without an answer is deleted after this many days. */
  applicationDays: 90,
  /** How often one invitation works. */
  usesMax: 100,
  invitationDaysMax: 365,
  invitationDaysDefault: 7,
  /** Working invitations of one member. */
  invitationsMax: 20,
  /** Newcomers named with an invitation. */
  namedMax: 20,
  /** Refusals in one call, and in all. */
  refusalsAtOnce: 1000,
  refusalsMax: 50_000,
  refusalDaysMax: 3650,
  valueMax: 254,
  page: 20,
  pageMax: 50,
} as const;

export const ADMIN_LIMITS = { reasonMax: 500, suspensionDaysMax: 365, figuresDaysMax: 365 } as const;

/** Answers of suspended users; days that they are kept after the suspension. */
export const APPEAL_LIMITS = { textMax: 1000, page: 20, pageMax: 50, keptDays: 180 } as const;

/** Longest rule of the host; reports and decisions name one by its text. */
export const RULE_MAX = 300;
