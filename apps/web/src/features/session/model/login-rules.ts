import { loginBody } from '@social-feed/contracts';

export interface LoginFields {
  emailOrUsername: string;
  password: string;
  rememberMe: boolean;
}
export type LoginErrors = Partial<Record<'emailOrUsername' | 'password', string>>;

/** Field errors of the sign-in form, in the words of A §5; empty when all is well. */
export const checkLogin = (fields: LoginFields): LoginErrors => {
  const result = loginBody.safeParse(fields);
  const errors: LoginErrors = {};
  for (const issue of result.error?.issues ?? []) {
    const field = issue.path[0];
    if (field === 'emailOrUsername' || field === 'password') errors[field] ??= issue.message;
  }
  return errors;
};

/** What a refused sign-in says, from the server's or the client's message (A §8). */
export const loginErrorMessage = (message: string | undefined): string => {
  if (message === undefined || message === '') return 'Login failed. Please try again.';
  if (message.includes('Cannot connect to server')) {
    return 'Cannot connect to server. Please check your internet connection and try again.';
  }
  if (message.includes('timeout')) return 'Request timed out. Please try again.';
  if (/credential/i.test(message))
    return 'Invalid email/username or password. Please check your credentials.';
  if (message.includes('social')) {
    return 'This account is linked to social media. Please use the social login buttons below.';
  }
  return message;
};
