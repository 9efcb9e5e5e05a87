/** What the sign-in page shows after a sign-in that did not end; the `error` parameter that leads there. */
export type SignInStep = 'second_factor_required' | 'account_suspended';

export const isSignInStep = (error: string | null): error is SignInStep =>
  error === 'second_factor_required' || error === 'account_suspended';
