import * as z from 'zod/mini';
import { isoDate, objectId, success } from './common.js';
import { endpoint } from './endpoint.js';
import { SECURITY_LOG_LIMITS } from './security-limits.js';
import { listCursor, nextCursor, queryLimit } from './query-fields.js';

/** Events of the security log. Their words are in the web app. */
export const SECURITY_EVENTS = [
  'account-created',
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'session-ended',
  'other-sessions-ended',
  'device-disowned',
  'password-changed',
  'password-reset',
  'password-removed',
  'email-confirmed',
  'email-changed',
  'email-restored',
  'provider-connected',
  'provider-disconnected',
  'token-created',
  'token-revoked',
  'factor-added',
  'factor-removed',
  'factor-failed',
  'recovery-codes-created',
  'recovery-code-used',
] as const;
export type SecurityEvent = (typeof SECURITY_EVENTS)[number];

/** An entry of the security log. Failed attempts of a day are one entry with their number. */
export const securityLogEntry = z.object({
  _id: objectId(),
  at: isoDate,
  event: z.enum(SECURITY_EVENTS),
  detail: z.string(),
  device: z.string(),
  network: z.string(),
  count: z.number(),
});
export type SecurityLogEntry = z.infer<typeof securityLogEntry>;

const page = { limit: queryLimit(SECURITY_LOG_LIMITS.page, SECURITY_LOG_LIMITS.pageMax), cursor: listCursor };
const answer = z.object({ ...success, data: z.array(securityLogEntry), nextCursor });

/** The own security log, latest first. */
export const listSecurityLog = endpoint('listSecurityLog', { query: z.object(page), answer });

/** The security log of any user, for admins. */
export const listSecurityLogOf = endpoint('listSecurityLogOf', {
  query: z.object({ userId: objectId('Invalid user ID'), ...page }),
  answer,
});
