/** The messages of the sign-in page after an unfinished sign-in, by the `error` parameter that leads there. */
export type SignInStep = 'second_factor_required' | 'account_suspended';

export const isSignInStep = (error: string | null): error is SignInStep =>
  error === 'second_factor_required' || error === 'account_suspended';
