import * as z from 'zod/mini';
import { plainAnswer, success, text } from './common.js';
import { mayBeEmail } from './email.js';
import { endpoint } from './endpoint.js';
import { ACCOUNT_LIMITS } from './limits.js';
import { RESET_STRENGTH_MIN, resetPasswordStrength } from './reset-strength.js';
import { typedCode } from './typed-code.js';
import { passwordOf } from './users.js';
import { trimUnseen } from './visible-text.js';
import { t } from './t.js';

/** The e-mail field of a reset. Its error message differs from the sign-up one. */
export const resetEmailField = text(t`Email`).check(
  z.overwrite(trimUnseen),
  z.toLowerCase(),
  z.minLength(1, { error: t`Email is required`, abort: true }),
  z.refine(mayBeEmail, t`Please enter a valid email address`),
);

export const otpField = text('OTP').check(
  z.overwrite(typedCode),
  z.minLength(1, { error: t`OTP is required`, abort: true }),
  z.regex(/^[0-9]{6}$/, t`OTP must be 6 digits`),
);

/** A password set by a reset; stricter than at sign-up. */
export const resetPasswordField = passwordOf(ACCOUNT_LIMITS.resetPasswordMin).check(
  z.refine((value) => resetPasswordStrength(value) >= RESET_STRENGTH_MIN, t`Password is too weak`),
);

export const emailOnlyBody = z.object({ email: resetEmailField });
export const verifyOtpBody = z.object({ email: resetEmailField, otp: otpField });
export const resetPasswordBody = z.object({
  email: resetEmailField,
  resetToken: text('Reset token').check(
    z.minLength(1, { error: 'Reset token is required', abort: true }),
    z.maxLength(200, 'Reset token is too long'),
  ),
  newPassword: resetPasswordField,
});
export type ResetPasswordBody = z.infer<typeof resetPasswordBody>;

/** The answer does not reveal whether an account uses the address. */
export const forgotPassword = endpoint('forgotPassword', { body: emailOnlyBody, answer: plainAnswer });

export const resendOtp = endpoint('resendOtp', { body: emailOnlyBody, answer: plainAnswer });

/** The same code returns the same token until the token is used. */
export const verifyOtp = endpoint('verifyOtp', {
  body: verifyOtpBody,
  answer: z.object({ ...success, resetToken: z.string() }),
});

/** Ends every session of the user. Does not sign in. */
export const resetPassword = endpoint('resetPassword', { body: resetPasswordBody, answer: plainAnswer });
