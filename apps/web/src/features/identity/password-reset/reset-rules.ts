import { t } from '@lingui/core/macro';
import {
  ACCOUNT_LIMITS,
  mayBeEmail,
  RESET_STRENGTH_MIN,
  resetPasswordStrength,
} from '@social-feed/contracts';

/** Hint below a new password (A §5). */
export const GUIDANCE = t`At least 8 characters with a mix of upper, lower, numbers and special characters`;

/** Error of an email field, or undefined if it is valid (A §5). */
export const checkEmail = (email: string): string | undefined => {
  if (email.trim() === '') return t`Email is required`;
  return mayBeEmail(email.trim()) ? undefined : t`Please enter a valid email address`;
};

/** Error of the code field, or undefined if it is valid (A §5). */
export const checkOtp = (otp: string): string | undefined => {
  if (otp === '') return t`OTP is required`;
  return otp.length === ACCOUNT_LIMITS.otpLength ? undefined : t`OTP must be 6 digits`;
};

/** Error of the new password, or undefined if it is strong enough (A §5, §9). */
export const checkNewPassword = (password: string): string | undefined => {
  const { resetPasswordMin, passwordMax } = ACCOUNT_LIMITS;
  if (password === '') return t`Password is required`;
  if (password.length < resetPasswordMin) return t`Password must be at least ${resetPasswordMin} characters`;
  if (password.length > passwordMax) return t`Password must be at most ${passwordMax} characters`;
  return resetPasswordStrength(password) < RESET_STRENGTH_MIN ? t`Password is too weak` : undefined;
};

/** Error of the confirmation, or undefined if both match (A §5). */
export const checkConfirmation = (password: string, confirmation: string): string | undefined => {
  if (confirmation === '') return t`Please confirm your password`;
  return confirmation === password ? undefined : t`Passwords do not match`;
};
