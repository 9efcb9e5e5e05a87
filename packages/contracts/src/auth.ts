import * as z from 'zod/mini';
import { isoDate, plainAnswer, success, text } from './common.js';
import { endpoint } from './endpoint.js';
import { inviteField, proofField } from './invite-fields.js';
import { ACCOUNT_LIMITS } from './limits.js';
import { trimUnseen } from './visible-text.js';
import { currentUser, emailField, fullNameField, newPasswordField, userNameField } from './users.js';
import { t } from './t.js';

/** User names are shown with an @. */
const withoutSign = (name: string): string => name.replace(/^[@\ufe6b\uff20](?=\w+$)/, '');

/** Sign-in fields with their error messages. */
export const loginBody = z.object({
  emailOrUsername: text(t`Email or username`).check(
    z.overwrite((value) => withoutSign(trimUnseen(value))),
    z.minLength(1, t`Email or username is required`),
    z.maxLength(ACCOUNT_LIMITS.emailMax, t`Email or username is too long`),
  ),
  password: text(t`Password`).check(
    z.minLength(1, { error: t`Password is required`, abort: true }),
    z.minLength(
      ACCOUNT_LIMITS.passwordMin,
      t`Password must be at least ${ACCOUNT_LIMITS.passwordMin} characters`,
    ),
    z.maxLength(
      ACCOUNT_LIMITS.passwordMax,
      t`Password must be at most ${ACCOUNT_LIMITS.passwordMax} characters`,
    ),
  ),
  rememberMe: z.optional(z.boolean({ error: 'Remember me must be true or false' })),
});
export type LoginBody = z.infer<typeof loginBody>;

export const registerBody = z.object({
  fullName: fullNameField,
  userName: userNameField,
  email: emailField,
  password: newPasswordField,
  /** Must be true where the host set rules. */
  acceptedRules: z.optional(z.boolean({ error: 'Accepted rules must be true or false' })),
  invite: inviteField,
  proof: proofField,
});
export type RegisterBody = z.infer<typeof registerBody>;

/** `sessionExpiry` is when the session ends unless it is refreshed. */
export const sessionAnswer = z.object({ ...success, user: currentUser, sessionExpiry: isoDate });

export const register = endpoint('register', { body: registerBody, answer: sessionAnswer });

export const login = endpoint('login', { body: loginBody, answer: sessionAnswer });

/** Always succeeds, so clients can call it in any state. */
export const logout = endpoint('logout', { answer: plainAnswer });

export const refresh = endpoint('refresh', { answer: z.object({ ...success, sessionExpiry: isoDate }) });

/**
 * `confirmEmail` is present while the e-mail address is unconfirmed, `welcome` until a new user dismisses the welcome.
 */
export const me = endpoint('me', {
  answer: z.extend(sessionAnswer, {
    confirmEmail: z.optional(z.literal(true)),
    welcome: z.optional(z.literal(true)),
  }),
});

/** Dismisses the welcome of a new user on all devices; repeating it has no effect. */
export const endWelcome = endpoint('endWelcome', { answer: plainAnswer });
