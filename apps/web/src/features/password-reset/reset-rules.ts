import {
  ACCOUNT_LIMITS,
  mayBeEmail,
  RESET_STRENGTH_MIN,
  resetPasswordStrength,
} from '@social-feed/contracts';

/** Shown below a new password (A §5). */
export const GUIDANCE = 'At least 8 characters with a mix of upper, lower, numbers and special characters';

/** What an e-mail field says, or undefined when all is well (A §5). */
export const checkEmail = (email: string): string | undefined => {
  if (email.trim() === '') return 'Email is required';
  return mayBeEmail(email.trim()) ? undefined : 'Please enter a valid email address';
};

/** What the code's field says, or undefined when all is well (A §5). */
export const checkOtp = (otp: string): string | undefined => {
  if (otp === '') return 'OTP is required';
  return otp.length === ACCOUNT_LIMITS.otpLength ? undefined : 'OTP must be 6 digits';
};

/** What the new password's field says, or undefined when it is strong enough (A §5, §9). */
export const checkNewPassword = (password: string): string | undefined => {
  const { resetPasswordMin, passwordMax } = ACCOUNT_LIMITS;
  if (password === '') return 'Password is required';
  if (password.length < resetPasswordMin) return `Password must be at least ${resetPasswordMin} characters`;
  if (password.length > passwordMax) return `Password must be at most ${passwordMax} characters`;
  return resetPasswordStrength(password) < RESET_STRENGTH_MIN ? 'Password is too weak' : undefined;
};

/** What the second field says, or undefined when both are alike (A §5). */
export const checkConfirmation = (password: string, confirmation: string): string | undefined => {
  if (confirmation === '') return 'Please confirm your password';
  return confirmation === password ? undefined : 'Passwords do not match';
};
