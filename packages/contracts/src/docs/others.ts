import { describeCalls } from './call-docs.js';

const CODE = 'Answers the same whether an account has the address or not. The code lives ten minutes.';
const AVAILABILITY = {
  description:
    '404 means that it is free, 200 that it is taken; letter case does not count. Anything else is a failure.',
  throttled: true,
  errors: ['AVAILABLE'],
} as const;

const REFUSED = [
  'REGISTRATION_CLOSED',
  'INVITATION_REQUIRED',
  'APPROVAL_REQUIRED',
  'PROOF_REQUIRED',
] as const;

const OAUTH_START = {
  summary: 'Redirect to the provider to sign in',
  description:
    'For browsers: leads to the provider and in the end to `callback`, with `oauth_success=true` or with `error` and `details`; for a suspended account also with `code`.',
  answers: 'redirect',
} as const;
const OAUTH_CALLBACK = {
  summary: 'Finish signing in with the provider',
  description: 'The provider sends the browser here; it goes on to the landing address.',
  answers: 'redirect',
} as const;
const OAUTH_COMING_SOON = { summary: 'Sign-in with X is coming soon' };

const accounts = describeCalls('Accounts', {
  register: {
    summary: 'Create an account and sign in',
    description:
      'Where the host asks for it, `invite` is the code of an invitation and `proof` a solved challenge. `GET /instance` tells how one comes in.',
    throttled: true,
    errors: ['ALREADY_EXISTS', ...REFUSED],
  },
  signUpChallenge: {
    summary: 'A challenge to solve for a sign-up, or null where none is asked for',
    description:
      "ALTCHA's proof of work: a program that solves it sends `proof`, the base64 of the JSON `{challenge, solution}`. Each works once and for 20 minutes.",
    throttled: true,
  },
  readInvitation: {
    summary: 'Who invites with this code, and to how many people',
    throttled: true,
    errors: ['NOT_FOUND'],
  },
  applyForAccount: {
    summary: 'Apply for an account, where the host approves each',
    description:
      'The applicant gets a mail either way. Nobody sees the account before it is approved, and signing in answers `APPROVAL_PENDING`. An application without an answer is deleted after 90 days.',
    throttled: true,
    errors: ['ALREADY_EXISTS', 'CONFLICT', ...REFUSED],
  },
  login: {
    summary: 'Sign in with e-mail or user name and password',
    description:
      'Sets the session cookies. `rememberMe` keeps them beyond the browser. An account that signs in through a provider only is refused with `SOCIAL_ACCOUNT`. `ACCOUNT_SUSPENDED` comes with a cookie for `POST /auth/appeals`.',
    throttled: true,
    errors: [
      'INVALID_CREDENTIALS',
      'SOCIAL_ACCOUNT',
      'SECOND_FACTOR_REQUIRED',
      'ACCOUNT_SUSPENDED',
      'APPROVAL_PENDING',
    ],
  },
  createAppeal: {
    summary: 'Answer a suspension',
    description:
      'A sign-in that is refused with `ACCOUNT_SUSPENDED` sets a cookie, which allows this call for 30 minutes. One answer for each suspension; the same text may be sent again. The moderators mail their decision.',
    throttled: true,
    errors: ['SESSION_EXPIRED', 'CONFLICT'],
  },
  logout: {
    summary: 'End this session',
    description: 'Always succeeds, whatever the state; copied cookies are void at once.',
  },
  refresh: {
    summary: 'Exchange the refresh cookie for new cookies',
    description:
      'Parallel calls with one cookie all succeed. A used refresh token that comes back later ends the session.',
    errors: ['SESSION_EXPIRED', 'IDENTITY_MISMATCH'],
  },
  me: { summary: 'The signed-in user' },
  endWelcome: { summary: 'Close the welcome of a new user, on all devices' },
  emailAvailability: { summary: 'Whether an e-mail address is taken', ...AVAILABILITY },
  userNameAvailability: { summary: 'Whether a user name is taken', ...AVAILABILITY },
  forgotPassword: {
    summary: 'Send a one-time code to an e-mail address',
    description: CODE,
    throttled: true,
  },
  resendOtp: { summary: 'Send a new one-time code; the former is void', description: CODE, throttled: true },
  verifyOtp: {
    summary: 'Exchange a one-time code for a reset token',
    throttled: true,
    errors: ['INVALID_OTP'],
  },
  resetPassword: {
    summary: 'Set a new password with a reset token',
    description: 'Ends every session and token of the account and signs nobody in.',
    throttled: true,
    errors: ['INVALID_RESET_TOKEN'],
  },
  oauthStartGoogle: OAUTH_START,
  oauthStartFacebook: OAUTH_START,
  oauthStartLinkedin: OAUTH_START,
  oauthStartOidc: OAUTH_START,
  oauthCallbackGoogle: OAUTH_CALLBACK,
  oauthCallbackFacebook: OAUTH_CALLBACK,
  oauthCallbackLinkedin: OAUTH_CALLBACK,
  oauthCallbackOidc: OAUTH_CALLBACK,
  oauthComingSoonX: OAUTH_COMING_SOON,
  oauthComingSoonTwitter: OAUTH_COMING_SOON,
});

const settings = describeCalls('Settings', {
  listSessions: { summary: 'The own sessions, the last used first' },
  endSession: { summary: 'Sign out one of the own sessions' },
  endOtherSessions: { summary: 'Sign out all own sessions but the asking one' },
  changePassword: {
    summary: 'Set a new password; all other sessions end',
    throttled: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  listApiTokens: { summary: 'The own personal API tokens' },
  createApiToken: { summary: 'Make a personal API token', throttled: true, errors: ['CONFLICT'] },
  revokeApiToken: { summary: 'Revoke a personal API token' },
  listSecurityLog: {
    summary: 'Sign-ins, failed sign-ins and changes of the own account, latest first',
    description: 'Kept for 180 days.',
  },
  exportData: {
    summary: 'Download the own data as a JSON file',
    description: 'The file is streamed, so that it may be of any size.',
    answers: 'file',
    throttled: true,
  },
  listOwnInvitations: { summary: 'The own invitations, and whether one may make more', throttled: true },
  createInvitation: {
    summary: 'Make an invitation',
    description: 'Admins may, and members where the host lets them, else 403. Its code stays readable here.',
    throttled: true,
    errors: ['PERMISSION_DENIED', 'CONFLICT'],
  },
  revokeInvitation: {
    summary: 'Revoke an own invitation; admins any',
    description: 'Accounts that came by it stay.',
    throttled: true,
    errors: ['NOT_FOUND'],
  },
  getOwnEmail: { summary: 'The own e-mail address and what is under way with it', throttled: true },
  sendEmailCode: {
    summary: 'Send a code to the own address, which waits to be confirmed',
    description: 'The code lives ten minutes. Refused with 409 where the address is confirmed.',
    throttled: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  changeEmail: {
    summary: 'Send a code to a new e-mail address',
    description:
      'Answers the same whether another account has the address or not. The address stays as it is until the code is confirmed.',
    throttled: true,
    errors: ['NOT_FOUND'],
  },
  confirmEmail: {
    summary: 'Confirm an e-mail address with the code that it got',
    description:
      'A new address is the own one from then on. The former one is told, with a link that takes it back for three days.',
    throttled: true,
    errors: ['INVALID_OTP', 'NOT_FOUND', 'ALREADY_EXISTS', 'CONFLICT'],
  },
  undoEmailChange: {
    summary: 'Take back a change of the e-mail address, by the link that the former address got',
    description: 'Ends every session and token of the account, and cuts its accounts at providers.',
    throttled: true,
    errors: ['INVALID_LINK', 'ALREADY_EXISTS'],
  },
  disownSession: {
    summary: 'Sign out a device by the link of the mail that told of it',
    throttled: true,
    errors: ['INVALID_LINK'],
  },
  deleteAccount: {
    summary: 'Delete the own account with everything in it',
    throttled: true,
    errors: ['NOT_FOUND'],
  },
  listConnections: { summary: 'How the own account is signed in to: password and connected social accounts' },
  beginConnection: {
    summary: 'Begin to connect an account at a provider',
    description:
      'Lead this browser to `/auth/{provider}?connect={ticket}` within a minute; it comes back to `callback` as after signing in.',
  },
  removeConnection: {
    summary: 'Disconnect an account at a provider',
    description: 'Refused with 409 where it is the last way to sign in.',
    errors: ['CONFLICT'],
  },
});

const reports = describeCalls('Reports', {
  createReport: {
    summary: 'Tell the moderators of a post, a comment or a person',
    description:
      'Once for each until they have decided, else 409. Who reported is told to nobody, the reported and admins included.',
    throttled: true,
    errors: ['NOT_FOUND', 'ALREADY_EXISTS'],
  },
});

const health = describeCalls('Health', {
  health: {
    summary: 'Whether the service can serve',
    description: 'Readiness: 503 while there is no database. `/health/live` answers always.',
  },
  ready: {
    summary: 'Whether the service can serve, without details',
    description: '503 while there is no database or it is being migrated.',
  },
  live: { summary: 'Whether the process runs' },
});

export const others = { ...accounts, ...settings, ...reports, ...health };
