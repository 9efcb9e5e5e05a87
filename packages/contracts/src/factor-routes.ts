import type { DeclaredRoute } from './route.js';

/** The routes of passkeys, authenticator apps, recovery codes and of confirming the identity. */
export const factorRoutes = {
  passkeyOptions: { method: 'POST', path: '/auth/passkey/options', access: 'public' },
  passkeySignIn: { method: 'POST', path: '/auth/passkey', access: 'public' },
  secondFactorOptions: { method: 'POST', path: '/auth/second-factor/options', access: 'public' },
  secondFactor: { method: 'POST', path: '/auth/second-factor', access: 'public' },
  checkConfirmed: { method: 'GET', path: '/auth/confirm', browserOnly: true, stepUp: 'withFactor' },
  confirmOptions: { method: 'POST', path: '/auth/confirm/options', browserOnly: true },
  confirmIdentity: { method: 'POST', path: '/auth/confirm', browserOnly: true },
  listFactors: { method: 'GET', path: '/auth/factors', browserOnly: true },
  beginPasskey: {
    method: 'POST',
    path: '/auth/factors/passkeys/options',
    browserOnly: true,
    stepUp: 'always',
  },
  addPasskey: {
    method: 'POST',
    path: '/auth/factors/passkeys',
    status: 201,
    browserOnly: true,
    stepUp: 'always',
  },
  beginTotp: { method: 'POST', path: '/auth/factors/totp/options', browserOnly: true, stepUp: 'always' },
  addTotp: { method: 'POST', path: '/auth/factors/totp', status: 201, browserOnly: true, stepUp: 'always' },
  removeFactor: { method: 'DELETE', path: '/auth/factors/:factorId', browserOnly: true, stepUp: 'always' },
  makeRecoveryCodes: {
    method: 'POST',
    path: '/auth/factors/recovery-codes',
    status: 201,
    browserOnly: true,
    stepUp: 'always',
  },
} as const satisfies Record<string, DeclaredRoute>;
