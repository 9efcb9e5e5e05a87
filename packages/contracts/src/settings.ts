import * as z from 'zod/mini';
import { isoDate, objectId, plainAnswer, shortText, success, text } from './common.js';
import { endpoint } from './endpoint.js';
import { ACCOUNT_LIMITS } from './limits.js';
import { API_TOKEN_LIMITS } from './security-limits.js';
import { OAUTH_PROVIDERS } from './oauth.js';
import { resetPasswordField } from './password-reset.js';
import { TOKEN_SCOPES } from './route.js';
import { t } from './t.js';

/** Prefix of every personal API token, so that scanners for leaked secrets recognise it. */
export const API_TOKEN_PREFIX = 'sf_pat_';
/** A signed-in browser of the user. `current` marks the calling one. */
export const ownSession = z.object({
  _id: objectId(),
  device: z.string(),
  /** The network of its sign-in, without the last part of the address, such as `203.0.113.0/24`. */
  network: z.string(),
  createdAt: isoDate,
  lastUsedAt: isoDate,
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const listSessions = endpoint('listSessions', {
  answer: z.object({ ...success, data: z.array(ownSession) }),
});

export const endSession = endpoint('endSession', {
  params: z.object({ sessionId: objectId('Invalid session ID') }),
  answer: plainAnswer,
});

export const endOtherSessions = endpoint('endOtherSessions', {
  answer: z.object({ ...success, data: z.object({ ended: z.number() }) }),
});

const passwordEntry = (label: string) =>
  text(label).check(z.maxLength(ACCOUNT_LIMITS.passwordMax, t`${label} is too long`));

/** Accounts created through a social provider have no current password. */
export const changePassword = endpoint('changePassword', {
  body: z.object({
    currentPassword: z.optional(passwordEntry(t`Current password`)),
    newPassword: resetPasswordField,
  }),
  answer: plainAnswer,
});

const scopes = z
  .array(z.enum(TOKEN_SCOPES, { error: `A scope is one of ${TOKEN_SCOPES.join(', ')}` }), {
    error: 'Scopes must be a list',
  })
  .check(z.minLength(1, 'A token needs a scope'), z.maxLength(TOKEN_SCOPES.length, 'Name each scope once'));

/** A personal API token in a list. The token itself is never shown again. */
export const apiToken = z.object({
  _id: objectId(),
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  /** its last characters, to tell tokens apart */
  ending: z.string(),
  createdAt: isoDate,
  expiresAt: isoDate,
  lastUsedAt: z.nullable(isoDate),
});
export type ApiToken = z.infer<typeof apiToken>;

export const listApiTokens = endpoint('listApiTokens', {
  answer: z.object({ ...success, data: z.array(apiToken) }),
});

/** `token` is only returned here. Without `scopes` it has all. */
export const createApiToken = endpoint('createApiToken', {
  body: z.object({
    name: shortText(t`Token name`, API_TOKEN_LIMITS.nameMax).check(z.minLength(1, t`Token name is required`)),
    scopes: z.optional(scopes),
    days: z.optional(
      z
        .int({ error: t`Days must be a whole number` })
        .check(
          z.gte(1, t`A token lasts at least 1 day`),
          z.lte(API_TOKEN_LIMITS.daysMax, t`A token lasts at most ${API_TOKEN_LIMITS.daysMax} days`),
        ),
    ),
  }),
  answer: z.object({ ...success, data: apiToken, token: z.string() }),
});

export const revokeApiToken = endpoint('revokeApiToken', {
  params: z.object({ tokenId: objectId('Invalid token ID') }),
  answer: plainAnswer,
});

/** Streams a JSON file with all of the user's data. It has no `success` field. */
export const exportData = endpoint('exportData', { answer: plainAnswer });

/** Confirmed by the password, or by typing the user name if the account has no password. */
export const deleteAccount = endpoint('deleteAccount', {
  body: z.object({
    password: z.optional(passwordEntry(t`Password`)),
    userName: z.optional(
      text(t`Username`).check(z.maxLength(ACCOUNT_LIMITS.userNameMax, t`Username is too long`)),
    ),
  }),
  answer: plainAnswer,
});

/** A sign-in provider. `connectedAt` is `null` if no account is connected. */
export const connection = z.object({
  provider: z.enum(OAUTH_PROVIDERS),
  name: z.string(),
  /** Whether this installation supports the provider. */
  available: z.boolean(),
  connectedAt: z.nullable(isoDate),
  lastUsedAt: z.nullable(isoDate),
});
export type Connection = z.infer<typeof connection>;

/** The user's sign-in methods. */
export const signInMethods = z.object({ hasPassword: z.boolean(), connections: z.array(connection) });
export type SignInMethods = z.infer<typeof signInMethods>;

export const listConnections = endpoint('listConnections', {
  answer: z.object({ ...success, data: signInMethods }),
});

const providerParams = z.object({ provider: z.enum(OAUTH_PROVIDERS, { error: 'Unknown provider' }) });

/**
 * `ticket` is the `connect` parameter of `/auth/{provider}`. It works in the same browser for one minute. A
 * separate call, since other sites could otherwise connect an account through a plain link.
 */
export const beginConnection = endpoint('beginConnection', {
  params: providerParams,
  answer: z.object({ ...success, data: z.object({ ticket: z.string() }) }),
});

/** Returns 409 if it is the last sign-in method. */
export const removeConnection = endpoint('removeConnection', { params: providerParams, answer: plainAnswer });
