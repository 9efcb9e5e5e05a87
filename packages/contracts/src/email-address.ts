import * as z from 'zod/mini';
import { isoDate, plainAnswer, success, text } from './common.js';
import { endpoint, ownAccount } from './endpoint.js';
import { ACCOUNT_LIMITS } from './limits.js';
import { otpField } from './password-reset.js';
import { currentUser, emailField } from './users.js';

/** The own address and what is under way with it. */
const ownEmail = z.object({
  email: z.string(),
  /** Whether the address waits for no code. */
  confirmed: z.boolean(),
  /** The address that a code was sent to and until when it is good, `null` where none is. */
  pending: z.nullable(z.object({ email: z.string(), until: isoDate })),
});
export type OwnEmail = z.infer<typeof ownEmail>;

export const getOwnEmail = endpoint({
  method: 'GET',
  path: '/auth/email',
  ...ownAccount,
  answer: z.object({ ...success, data: ownEmail }),
});

/** Sends a code to the own address, which waits to be confirmed; the one that lives, else a new one. */
export const sendEmailCode = endpoint({
  method: 'POST',
  path: '/auth/email/code',
  ...ownAccount,
  answer: z.object({ ...success, data: ownEmail }),
});

/** Sends a code to a new address. Answers the same whether another account has it or not. */
export const changeEmail = endpoint({
  method: 'POST',
  path: '/auth/email',
  ...ownAccount,
  body: z.object({
    email: emailField,
    password: text('Password').check(
      z.minLength(1, { error: 'Password is required', abort: true }),
      z.maxLength(ACCOUNT_LIMITS.passwordMax, 'Password is too long'),
    ),
  }),
  answer: z.object({ ...success, data: ownEmail }),
});

/** Confirms the address that the code was sent to: the own one, or the new one, which is the own from then on. */
export const confirmEmail = endpoint({
  method: 'POST',
  path: '/auth/email/confirm',
  ...ownAccount,
  body: z.object({ otp: otpField }),
  answer: z.object({ ...success, user: currentUser }),
});

/** What a link of a mail carries after its `#`. */
const mailTokenBody = z.object({
  token: text('Token').check(
    z.minLength(1, { error: 'Token is required', abort: true }),
    z.maxLength(500, 'Token is too long'),
  ),
});

/** Takes back a change of the address, by the link that the former address got. */
export const undoEmailChange = endpoint({
  method: 'POST',
  path: '/auth/email/undo',
  access: 'public',
  body: mailTokenBody,
  answer: plainAnswer,
});

/** Signs out the device that a mail told of. Succeeds again and again. */
export const disownSession = endpoint({
  method: 'POST',
  path: '/auth/sessions/disown',
  access: 'public',
  body: mailTokenBody,
  answer: plainAnswer,
});
