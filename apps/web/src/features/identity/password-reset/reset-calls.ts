import { t } from '@lingui/core/macro';
import { ApiError, messageOf, wordsOf, type FieldError } from '../../../lib/api-error';
import { api } from '../../../lib/api-client';
import { asRecord } from '../../../lib/json';

interface Failure {
  message: string;
  /** Field errors of the server, by the field names of its body. */
  errors: FieldError[];
  /** The server's error code. */
  code?: string;
}

/**
 * Returns the message of a failed call: the server's own, or `refused` if its response has none. If no response
 * arrived, the client's message, or `failed` (A §8, Password reset).
 */
export const failureOf = (error: unknown, wording: { refused: string; failed: string }): Failure => {
  if (!(error instanceof ApiError)) return { message: messageOf(error, wording.failed), errors: [] };
  return {
    message: error.wordless ? wording.refused : messageOf(error, wording.failed),
    errors: error.errors,
    code: error.code,
  };
};

const OPTIONS = { refresh: false, unchecked: true } as const;

export type ResetResult<T = object> = ({ success: true } & T) | ({ success: false } & Failure);

const send = async (
  call: () => Promise<unknown>,
  wording: { refused: string; failed: string },
): Promise<ResetResult<{ answer: Record<string, unknown> }>> => {
  try {
    const answer = asRecord(await call());
    if (answer['success'] === true) return { success: true, answer };
    return { success: false, errors: [], message: wordsOf(answer) ?? wording.refused };
  } catch (error) {
    return { success: false, ...failureOf(error, wording) };
  }
};

const refusal = (message: string): ResetResult<never> => ({ success: false, errors: [], message });

/** Sends a one-time code to an email address (A §7.4). Never rejects. */
export const forgotPassword = async (email: string): Promise<ResetResult> => {
  if (email === '') return refusal(t`Email is required`);
  return send(() => api.call('forgotPassword', { body: { email }, ...OPTIONS }), {
    refused: t`Failed to send OTP`,
    failed: t`An error occurred. Please try again.`,
  });
};

/** Sends a new code and invalidates the previous one (A §7.4). Never rejects. */
export const resendOtp = async (email: string): Promise<ResetResult> => {
  if (email === '') return refusal(t`Email is required to resend OTP`);
  return send(() => api.call('resendOtp', { body: { email }, ...OPTIONS }), {
    refused: t`Failed to resend OTP`,
    failed: t`Failed to resend OTP. Please try again.`,
  });
};

/** Exchanges the code for a reset token, which servers name resetToken or token (A §7.1). Never rejects. */
export const verifyOtp = async (email: string, otp: string): Promise<ResetResult<{ resetToken: string }>> => {
  if (email === '' || otp === '') return refusal(t`Email and OTP are required`);
  const result = await send(() => api.call('verifyOtp', { body: { email, otp }, ...OPTIONS }), {
    refused: t`Invalid OTP`,
    failed: t`Failed to verify OTP. Please try again.`,
  });
  if (!result.success) return result;
  const data = asRecord(result.answer['data']);
  const token = [result.answer['resetToken'], result.answer['token'], data['resetToken'], data['token']].find(
    (value) => typeof value === 'string' && value !== '',
  );
  return typeof token === 'string' ? { success: true, resetToken: token } : refusal(t`Invalid OTP`);
};

/** Sets the new password without signing in. Never rejects. */
export const resetPassword = async (
  email: string,
  resetToken: string,
  newPassword: string,
): Promise<ResetResult> => {
  if (email === '' || resetToken === '' || newPassword === '')
    return refusal(t`All fields are required for password reset`);
  return send(() => api.call('resetPassword', { body: { email, resetToken, newPassword }, ...OPTIONS }), {
    refused: t`Failed to reset password`,
    failed: t`Failed to reset password. Please try again.`,
  });
};
