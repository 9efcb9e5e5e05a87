import * as z from 'zod/mini';
import { isoDate, plainAnswer, success, text } from './common.js';
import { endpoint } from './endpoint.js';
import { ACCOUNT_LIMITS } from './limits.js';
import { otpField } from './password-reset.js';
import { currentUser, emailField } from './users.js';
import { t } from './t.js';

/** The user's e-mail address and any pending change. */
const ownEmail = z.object({
  email: z.string(),
  confirmed: z.boolean(),
  pending: z.nullable(z.object({ email: z.string(), until: isoDate })),
});
export type OwnEmail = z.infer<typeof ownEmail>;

export const getOwnEmail = endpoint('getOwnEmail', { answer: z.object({ ...success, data: ownEmail }) });

/**
 * Sends a confirmation code to the user's unconfirmed address. Resends the current code while it is valid,
 * otherwise creates a new one.
 */
export const sendEmailCode = endpoint('sendEmailCode', { answer: z.object({ ...success, data: ownEmail }) });

/** Sends a code to a new address. The answer does not reveal whether another account uses the address. */
export const changeEmail = endpoint('changeEmail', {
  body: z.object({
    email: emailField,
    password: text(t`Password`).check(
      z.minLength(1, { error: t`Password is required`, abort: true }),
      z.maxLength(ACCOUNT_LIMITS.passwordMax, t`Password is too long`),
    ),
  }),
  answer: z.object({ ...success, data: ownEmail }),
});

/** Confirms the address that the code was sent to. A new address then replaces the current one. */
export const confirmEmail = endpoint('confirmEmail', {
  body: z.object({ otp: otpField }),
  answer: z.object({ ...success, user: currentUser }),
});

/** The token after the `#` of a mailed link. */
const mailTokenBody = z.object({
  token: text('Token').check(
    z.minLength(1, { error: t`This link does not work`, abort: true }),
    z.maxLength(500, t`This link does not work`),
  ),
});

/** Reverts an e-mail change, using the link mailed to the previous address. */
export const undoEmailChange = endpoint('undoEmailChange', { body: mailTokenBody, answer: plainAnswer });

/** Signs out the device that a mail reported. Idempotent. */
export const disownSession = endpoint('disownSession', { body: mailTokenBody, answer: plainAnswer });
