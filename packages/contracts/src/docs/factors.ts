import { describeCalls } from './call-docs.js';

const WAYS =
  '`passkey` holds options for `navigator.credentials.get`, whose challenge works once, for ten minutes.';

const signIn = describeCalls('Accounts', {
  passkeyOptions: {
    summary: 'Begin to sign in with a passkey alone',
    description:
      'Options for `navigator.credentials.get`. The challenge works once, for ten minutes. Passkeys belong to the host of the web app.',
    throttled: true,
  },
  passkeySignIn: {
    summary: 'Sign in with a passkey alone',
    description:
      'The passkey must have verified its user, by a PIN or a finger for example. Sets the session cookies, like a sign-in with a password. `UNKNOWN_PASSKEY`: no account has it any more, so that its device may forget it.',
    throttled: true,
    errors: ['INVALID_FACTOR', 'UNKNOWN_PASSKEY', 'SESSION_EXPIRED', 'ACCOUNT_SUSPENDED'],
  },
  secondFactorOptions: {
    summary: 'What can complete a sign-in that needs a second factor',
    description: `${WAYS} 401 where no sign-in of this browser waits.`,
    throttled: true,
    errors: ['SESSION_EXPIRED'],
  },
  secondFactor: {
    summary: 'Complete a sign-in with the second factor',
    description:
      'A sign-in to an account with a second factor answers 401 with `SECOND_FACTOR_REQUIRED` and a cookie, which waits ten minutes for this call. Send a `passkey`, or a `code`: that of the authenticator app, or a recovery code. Each code works once.',
    throttled: true,
    errors: ['INVALID_FACTOR', 'SESSION_EXPIRED', 'ACCOUNT_SUSPENDED'],
  },
});

const settings = describeCalls('Settings', {
  checkConfirmed: { summary: 'Whether this session has confirmed the identity lately' },
  confirmOptions: {
    summary: 'What can confirm the identity of the signed-in user',
    description: `${WAYS} Without a second factor it is the password; with neither, \`ways\` is empty, and signing in again confirms.`,
    throttled: true,
  },
  confirmIdentity: {
    summary: 'Confirm the identity for 15 minutes',
    description:
      'For calls that answer 403 with `STEP_UP_REQUIRED`. Users with a second factor must give it; others give their password. A sign-in confirms too.',
    throttled: true,
    errors: ['INVALID_FACTOR', 'NOT_FOUND', 'CONFLICT'],
  },
  listFactors: { summary: 'The own second factors, and how many recovery codes are left' },
  beginPasskey: {
    summary: 'Begin to add a passkey',
    description: 'Options for `navigator.credentials.create`. The challenge works once, for ten minutes.',
    throttled: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  addPasskey: {
    summary: 'Add a passkey as second factor; it also signs in alone',
    description: 'The first factor comes with ten recovery codes, which are shown once.',
    throttled: true,
    errors: ['INVALID_FACTOR', 'NOT_FOUND', 'ALREADY_EXISTS', 'CONFLICT'],
  },
  beginTotp: {
    summary: 'Begin to add an authenticator app',
    description: 'The secret is kept once the first code confirms it, within ten minutes.',
    throttled: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  addTotp: {
    summary: 'Add an authenticator app (TOTP) by its first code',
    description: 'The first factor comes with ten recovery codes, which are shown once.',
    throttled: true,
    errors: ['INVALID_FACTOR', 'NOT_FOUND', 'CONFLICT'],
  },
  removeFactor: {
    summary: 'Remove a second factor; the recovery codes go with the last one',
    throttled: true,
  },
  makeRecoveryCodes: {
    summary: 'Make ten new recovery codes; the former are void',
    throttled: true,
    errors: ['CONFLICT', 'NOT_FOUND'],
  },
});

export const factors = { ...signIn, ...settings };
