import { t } from '@lingui/core/macro';
import { ACCOUNT_LIMITS } from '@social-feed/contracts';
import { MESSAGES } from '../../../../lib/api-error';

export interface LoginFields {
  emailOrUsername: string;
  password: string;
  rememberMe: boolean;
}
type LoginErrors = Partial<Record<'emailOrUsername' | 'password', string>>;

/**
 * Returns the field errors of the sign-in form, worded as in A §5; empty if valid. Written by hand because the
 * contract's schema would add zod to the first page load. A test compares both.
 */
export const checkLogin = ({ emailOrUsername, password }: LoginFields): LoginErrors => {
  const { emailMax, passwordMin, passwordMax } = ACCOUNT_LIMITS;
  const errors: LoginErrors = {};
  const name = emailOrUsername.trim();
  if (name === '') errors.emailOrUsername = t`Email or username is required`;
  else if (name.length > emailMax) errors.emailOrUsername = t`Email or username is too long`;
  if (password === '') errors.password = t`Password is required`;
  else if (password.length < passwordMin)
    errors.password = t`Password must be at least ${passwordMin} characters`;
  else if (password.length > passwordMax)
    errors.password = t`Password must be at most ${passwordMax} characters`;
  return errors;
};

/** Message of a failed sign-in, based on the server's or the client's message (A §8). */
export const loginErrorMessage = (message: string | undefined): string => {
  if (message === undefined || message === '') return t`Login failed. Please try again.`;
  if (message === MESSAGES.unreachable || message.includes('Cannot connect to server')) {
    return t`Cannot connect to server. Please check your internet connection and try again.`;
  }
  if (message === MESSAGES.timeout || message.includes('timeout'))
    return t`Request timed out. Please try again.`;
  if (/credential/i.test(message))
    return t`Invalid email/username or password. Please check your credentials.`;
  if (message.includes('social')) {
    return t`This account is linked to social media. Please use the social login buttons below.`;
  }
  return message;
};
