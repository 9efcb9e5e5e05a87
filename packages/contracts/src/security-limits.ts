/** Limits of tokens, second factors and sign-in, in characters unless a name says otherwise. */

export const API_TOKEN_LIMITS = { perUser: 20, nameMax: 60, daysMax: 365, daysDefault: 90 } as const;

/** Second factors of an account. A confirmed identity counts for `confirmedFor` milliseconds. */
export const FACTOR_LIMITS = {
  passkeys: 10,
  nameMax: 60,
  codeMax: 40,
  recoveryCodes: 10,
  confirmedFor: 15 * 60_000,
} as const;

/** The security log of an account: entries of a page, time that entries are kept, and how many at most. */
export const SECURITY_LOG_LIMITS = {
  page: 20,
  pageMax: 50,
  days: 180,
  entriesMax: 1000,
  detailMax: 100,
} as const;

/** Maximum length of `details` on the landing page of a social sign-in. */
export const OAUTH_DETAILS_MAX = 200;
