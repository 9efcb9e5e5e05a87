import { t } from '@lingui/core/macro';
import type { CurrentUser, LoginBody } from '@social-feed/contracts';
import { api } from '../../../../lib/api-client';
import { ApiError, messageOf } from '../../../../lib/api-error';
import { readSession } from '../api/read-session';
import { enterSession } from './enter-session';
import { SIGNED_OUT } from './session-state';
import { useSessionStore, type ActionResult } from './session-store';

/** Message for exceptions without one, on both account pages (A §8). */
const UNEXPECTED = t`An unexpected error occurred. Please try again.`;

/** Leaves the message out if the server sent none; the pages have their own default (A §8). */
export const failure = (error: unknown): ActionResult => ({
  success: false,
  ...(error instanceof ApiError && error.wordless ? {} : { message: messageOf(error, UNEXPECTED) }),
  ...(error instanceof ApiError ? { code: error.code, errors: error.errors } : {}),
});

export const saying = (success: boolean, message: string | undefined, user?: CurrentUser): ActionResult => ({
  success,
  ...(user ? { user } : {}),
  ...(message ? { message } : {}),
});

/** Tests whether the browser stores cookies of this site. Browsers that block them may report otherwise. */
export const takesCookies = (): boolean => {
  const probe = 'sf_probe=1';
  document.cookie = `${probe}; SameSite=Lax; Path=/`;
  const taken = document.cookie.includes(probe);
  document.cookie = `${probe}; Max-Age=0; Path=/`;
  return taken;
};

/** Without cookies, the new session would be lost immediately. */
export const COOKIES_NEEDED = t`This site needs cookies to keep you signed in. Allow them for this site and try again.`;

/** Ends this browser's session, unless it changed since `asked` was its user: a late failure concerns the old one. */
const clearSessionOf = (asked: CurrentUser | null): void => {
  if (useSessionStore.getState().currentUser === asked) useSessionStore.setState(SIGNED_OUT);
};

/** Signs in with an email or user name. A failure clears this browser's session (A §4.1). Never rejects. */
export const login = async (
  emailOrUsername: string,
  password: string,
  rememberMe?: boolean,
): Promise<ActionResult> => {
  if (emailOrUsername.trim() === '' || password === '') {
    return saying(false, t`Email/username and password are required`);
  }
  if (!takesCookies()) return saying(false, COOKIES_NEEDED);
  const body: LoginBody = { emailOrUsername: emailOrUsername.trim(), password };
  if (rememberMe !== undefined) body.rememberMe = rememberMe;
  const asked = useSessionStore.getState().currentUser;
  try {
    const session = readSession(await api.call('login', { body, unchecked: true }));
    if (session.success && session.user) {
      await enterSession(session);
      return saying(true, session.message);
    }
    clearSessionOf(asked);
    const missing = t`Login successful but user data not received. Please try logging in again.`;
    return saying(false, session.success ? missing : session.message);
  } catch (error) {
    clearSessionOf(asked);
    return failure(error);
  }
};

/** Called before navigating to a provider (A §4.3). */
export const startSocialLogin = (): void => useSessionStore.setState({ oauthInProgress: true });
